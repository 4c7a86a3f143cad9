// SPDX-License-Identifier: Apache-2.0
/** The level of a load over the run's clock, converted into instants. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.schedule;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
