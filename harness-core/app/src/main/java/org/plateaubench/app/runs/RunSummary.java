// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;

/**
 * The summary of a run for a list, which is also the form that the console sends and stores. Immutable.
 *
 * @param endedAt when it ended, or its last known activity; null while it runs
 * @param headline figure of the first workload that has one, over all tiles
 * @param workloads figures of each workload of each tile in the steady state; empty while it runs
 */
public record RunSummary(
        String id,
        String name,
        @JsonProperty("status") RunFolder.State state,
        @Nullable String verdict,
        @Nullable Conclusion conclusion,
        @JsonIgnore @Nullable Double score,
        @JsonProperty("class") @Nullable String runClass,
        Instant startedAt,
        @Nullable Instant endedAt,
        @JsonUnwrapped RunAnnotation annotation,
        List<String> plugins,
        @Nullable Headline headline,
        List<Workload> workloads,
        List<String> reasons,
        List<String> problems) {
    public record Headline(String workload, String name, double value, String unit) {}

    /**
     * The figures of one workload.
     *
     * @param p95Ms 95th percentile of the response time in milliseconds; null when nothing was measured
     * @param p95LowerBound whether it is only a lower bound, since it falls among operations that never ended
     * @param p95LimitedByHarness whether more than a tenth of it may be the harness's own lag
     * @param errorShare share of errors, abandoned and dropped among intended operations, 0 to 1
     */
    public record Workload(
            int tile,
            String name,
            String plugin,
            @Nullable Double throughputPerSecond,
            @Nullable Double p95Ms,
            boolean p95LowerBound,
            boolean p95LimitedByHarness,
            @Nullable Double errorShare,
            @Nullable Headline metric) {}

    public static RunSummary unreadable(String id, String problem) {
        return new RunSummary(
                id,
                id,
                RunFolder.State.CRASHED,
                Verdict.INVALID.label(),
                new Conclusion(Conclusion.Kind.INVALID, problem, "Its folder cannot be read."),
                null,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                RunAnnotation.NONE,
                List.of(),
                null,
                List.of(),
                List.of(problem),
                List.of(problem));
    }

    /** The seconds from the creation of the folder to the end; null while the run is in progress. */
    @JsonProperty("durationSeconds")
    public @Nullable Double durationSeconds() {
        Instant end = endedAt;
        return end == null ? null : Math.max(0, Duration.between(startedAt, end).toMillis()) / 1e3;
    }
}
