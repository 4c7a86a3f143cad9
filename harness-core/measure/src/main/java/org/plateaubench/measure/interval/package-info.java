// SPDX-License-Identifier: Apache-2.0
/** What was measured in one interval, as immutable values that travel and are stored. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.interval;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
