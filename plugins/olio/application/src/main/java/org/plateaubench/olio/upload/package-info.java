// SPDX-License-Identifier: Apache-2.0
/** Files that users upload: what is accepted, how it is made small, where it is kept. */
@NullMarked
package org.plateaubench.olio.upload;

import org.jspecify.annotations.NullMarked;
