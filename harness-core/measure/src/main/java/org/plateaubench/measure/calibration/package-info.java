// SPDX-License-Identifier: Apache-2.0
/** Measures how precise the clock and the waits of a host are before a run relies on them. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.calibration;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
