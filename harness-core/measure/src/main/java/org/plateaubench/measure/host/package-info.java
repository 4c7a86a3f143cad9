// SPDX-License-Identifier: Apache-2.0
/** Facts and telemetry of a host: settings, limits, and the processes that use its CPU. Nothing is changed. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.host;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
