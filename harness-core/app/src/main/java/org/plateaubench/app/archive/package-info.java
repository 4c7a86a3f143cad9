// SPDX-License-Identifier: Apache-2.0
/** Untrusted archives. */
@NullMarked
package org.plateaubench.app.archive;

import org.jspecify.annotations.NullMarked;
