// SPDX-License-Identifier: Apache-2.0
/** The interfaces that a plugin implements and uses: workloads, SUT services, telemetry sources, report sections. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
