// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.document;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.PeriodResult;

/** A scored period in {@link ResultDocument}; it has no times if it was never reached. */
public record PeriodDocument(
        String name,
        @Nullable Instant start,
        @Nullable Instant end,
        @Nullable Double seconds,
        boolean complete,
        List<WorkloadDocument> workloads,
        List<AggregateResult> aggregate) {
    static PeriodDocument of(Judgement judgement, PeriodResult period) {
        Window window = period.window();
        return new PeriodDocument(
                period.name(),
                window == null ? null : window.start(),
                window == null ? null : window.end(),
                window == null ? null : window.seconds(),
                period.complete(),
                period.workloads().stream()
                        .map(workload -> WorkloadDocument.of(judgement, workload))
                        .toList(),
                period.aggregates());
    }
}
