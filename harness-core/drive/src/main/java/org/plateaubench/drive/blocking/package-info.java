// SPDX-License-Identifier: Apache-2.0
/** Users of blocking drivers: one thread each, or none while they wait. */
@NullMarked
package org.plateaubench.drive.blocking;

import org.jspecify.annotations.NullMarked;
