// SPDX-License-Identifier: Apache-2.0
/** Runs in progress: streams of their events, time series and percentile curves, metrics for Prometheus. */
@NullMarked
package org.plateaubench.web.live;

import org.jspecify.annotations.NullMarked;
