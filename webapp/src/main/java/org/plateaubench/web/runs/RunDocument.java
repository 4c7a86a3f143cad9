// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.judge.Conclusion;

/** A run as lists show it, in the API and in the catalog. */
record RunDocument(
        String id,
        String name,
        String status,
        @Nullable String verdict,
        @Nullable Conclusion conclusion,
        @JsonProperty("class") @Nullable String runClass,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Double durationSeconds,
        List<String> tags,
        String note,
        boolean archived,
        boolean pinned,
        @Nullable String startedBy,
        List<String> plugins,
        RunSummary.@Nullable Headline headline,
        List<RunSummary.Workload> workloads,
        List<Double> sparkline,
        List<String> reasons,
        List<String> problems) {
    /** A curve as small as a word shows no more digits. */
    private static final MathContext SPARKLINE = new MathContext(4, RoundingMode.HALF_EVEN);

    /** The details that only the page of the run shows. */
    record Detail(List<RunSummary.Phase> phases, boolean sealed) {}

    static RunDocument of(RunSummary run) {
        return new RunDocument(
                run.id(),
                run.name(),
                run.state().label(),
                run.verdict(),
                run.conclusion(),
                run.runClass(),
                run.startedAt(),
                run.endedAt(),
                run.durationSeconds(),
                run.annotation().tags(),
                run.annotation().note(),
                run.annotation().archived(),
                run.annotation().pinned(),
                run.annotation().startedBy(),
                run.plugins(),
                run.headline(),
                run.workloads(),
                run.throughput().stream()
                        .map(rate -> new BigDecimal(rate).round(SPARKLINE).doubleValue())
                        .toList(),
                run.reasons(),
                run.problems());
    }
}
