// SPDX-License-Identifier: Apache-2.0
/** Facts, telemetry and calibration of a host, and the health of the process that measures. Nothing is changed. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.host;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
