// SPDX-License-Identifier: Apache-2.0
/** What users on threads and users on event loops have in common: the context of a driver, calls, waits and timers. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.user;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
