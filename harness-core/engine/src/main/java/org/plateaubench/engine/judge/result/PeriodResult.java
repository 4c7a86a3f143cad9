// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Window;

/** A scored period: the results of every workload as if the period were the steady phase. */
public record PeriodResult(
        String name,
        @Nullable Window window,
        boolean complete,
        List<WorkloadResult> workloads,
        @JsonProperty("aggregate") List<AggregateResult> aggregates) {}
