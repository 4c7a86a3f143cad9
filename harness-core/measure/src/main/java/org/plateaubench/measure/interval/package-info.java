// SPDX-License-Identifier: Apache-2.0
/** The measurements of one interval, as immutable values that are sent and stored, and the phases to which they belong. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.interval;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
