// SPDX-License-Identifier: Apache-2.0
/** What users on threads and users on event loops have in common: the context of a driver, calls, waits and timers. */
@NullMarked
package org.plateaubench.drive.user;

import org.jspecify.annotations.NullMarked;
