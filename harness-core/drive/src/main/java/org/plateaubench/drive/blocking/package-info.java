// SPDX-License-Identifier: Apache-2.0
/** Users of blocking drivers: one thread each, or none while they wait. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.blocking;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
