// SPDX-License-Identifier: Apache-2.0
/** The times at which units are due: the arrivals of an open load, and the schedules of the users of a closed load. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.arrival;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
