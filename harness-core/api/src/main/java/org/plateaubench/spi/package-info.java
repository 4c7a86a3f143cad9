// SPDX-License-Identifier: Apache-2.0
/** The interfaces that a plugin implements and uses: workloads, SUT services, telemetry sources, report sections. */
@NullMarked
package org.plateaubench.spi;

import org.jspecify.annotations.NullMarked;
