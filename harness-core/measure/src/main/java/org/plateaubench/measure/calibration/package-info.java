// SPDX-License-Identifier: Apache-2.0
/** Measures the precision of a host's clock and timed waits before a run relies on them. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.calibration;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
