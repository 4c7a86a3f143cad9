// SPDX-License-Identifier: Apache-2.0
/** Files that users upload: their checks, scaling and storage. */
@NullMarked
package org.plateaubench.olio.upload;

import org.jspecify.annotations.NullMarked;
