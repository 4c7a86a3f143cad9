// SPDX-License-Identifier: Apache-2.0
/** Pages that are kept for a while. */
@NullMarked
package org.plateaubench.olio.cache;

import org.jspecify.annotations.NullMarked;
