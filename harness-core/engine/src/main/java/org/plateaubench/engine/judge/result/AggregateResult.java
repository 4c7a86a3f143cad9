// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workload over all tiles that run it: counts are added, percentiles are computed from merged histograms. */
public record AggregateResult(
        String name,
        String plugin,
        @Nullable MetricValue metric,
        List<CheckResult> checks,
        @JsonProperty("lagMs") LagSummary lag,
        LineResult all,
        @JsonProperty("operations") List<LineResult> lines) {}
