// SPDX-License-Identifier: Apache-2.0
/** Paces and runs drivers. */
@NullMarked
package org.plateaubench.drive;

import org.jspecify.annotations.NullMarked;
