// SPDX-License-Identifier: Apache-2.0
/** What a plugin implements and what it is given: workloads, SUT services, telemetry sources, report sections. */
@NullMarked
package org.plateaubench.spi;

import org.jspecify.annotations.NullMarked;
