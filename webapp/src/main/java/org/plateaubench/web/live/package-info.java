// SPDX-License-Identifier: Apache-2.0
/** What goes on: events of runs as they come, time series and percentile curves, metrics for Prometheus. */
@NullMarked
package org.plateaubench.web.live;

import org.jspecify.annotations.NullMarked;
