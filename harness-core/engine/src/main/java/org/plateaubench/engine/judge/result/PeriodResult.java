// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Window;

/**
 * A scored period: the results of every workload as if the period were the steady phase.
 *
 * @param name name of the period
 * @param window its window, up to the end of the run; null when it was never reached
 * @param complete whether the run reached the end of the period
 * @param workloads every workload of every tile, empty when it was never reached
 * @param aggregates workloads over tiles
 */
public record PeriodResult(
        String name,
        @Nullable Window window,
        boolean complete,
        List<WorkloadResult> workloads,
        List<AggregateResult> aggregates) {
    public PeriodResult {
        workloads = List.copyOf(workloads);
        aggregates = List.copyOf(aggregates);
    }
}
