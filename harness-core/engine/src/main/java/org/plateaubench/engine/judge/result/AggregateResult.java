// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workload over all tiles that run it: counts are added, percentiles are computed from merged histograms.
 *
 * @param name name in the run file
 * @param plugin plugin of the workload
 * @param metric sum of the headline figure over tiles, null when the run never became steady
 * @param checks checks of its counts, over all tiles; empty for a part of the steady window
 * @param lag the lags of the harness in the same time
 * @param all all operations together
 * @param lines operations, units and series
 */
public record AggregateResult(
        String name,
        String plugin,
        @Nullable MetricValue metric,
        List<CheckResult> checks,
        @JsonProperty("lagMs") LagSummary lag,
        Block all,
        @JsonProperty("operations") List<LineResult> lines) {}
