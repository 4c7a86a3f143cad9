// SPDX-License-Identifier: Apache-2.0
/** Code common to users on threads and users on event loops: the context of a driver, calls, waits and timers. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.user;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
