// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.judge.Verdict;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;

/**
 * What a list says of a run. Immutable; texts are bounded and have no control characters.
 *
 * @param id the run's id
 * @param name its name
 * @param state how it stands
 * @param verdict pass, fail or invalid; null while it runs
 * @param conclusion what it comes to in words; null while it runs
 * @param score normalised result, null when it has none
 * @param runClass dev, modified or standard; null when nothing says it
 * @param startedAt when its folder was made
 * @param endedAt when it ended, or was last heard of; null while it runs
 * @param annotation what people say of it
 * @param plugins ids of the plugins of its workloads, in order
 * @param headline figure of the first workload that has one, over all tiles
 * @param workloads what each workload of each tile did in the steady state; none while it runs
 * @param throughput successful ends per second over equal stretches of the run
 * @param reasons why the verdict is what it is, the weightiest first
 * @param phases what was done when
 * @param sealed whether a manifest vouches for its files
 * @param problems what is wrong with its folder
 */
public record RunSummary(
        String id,
        String name,
        RunFolder.State state,
        @Nullable String verdict,
        @Nullable Conclusion conclusion,
        @Nullable Double score,
        @Nullable String runClass,
        Instant startedAt,
        @Nullable Instant endedAt,
        RunAnnotation annotation,
        List<String> plugins,
        @Nullable Headline headline,
        List<Workload> workloads,
        List<Double> throughput,
        List<String> reasons,
        List<Phase> phases,
        boolean sealed,
        List<String> problems) {
    /** Most numbers of {@link #throughput()}. */
    public static final int STRETCHES = 40;

    public RunSummary {
        plugins = List.copyOf(plugins);
        workloads = List.copyOf(workloads);
        throughput = List.copyOf(throughput);
        reasons = List.copyOf(reasons);
        phases = List.copyOf(phases);
        problems = List.copyOf(problems);
    }

    /**
     * A named figure.
     *
     * @param workload workload it is of
     * @param name what it counts
     * @param value value in its unit
     * @param unit its unit
     */
    public record Headline(String workload, String name, double value, String unit) {}

    /**
     * What one workload did.
     *
     * @param tile tile, from 1
     * @param name name of the workload
     * @param plugin id of its plugin
     * @param throughputPerSecond successful ends per second in the window
     * @param p95Ms 95th percentile of the response time in milliseconds; null when nothing was measured
     * @param p95LowerBound whether it is only known to be longer, since it falls among what never ended
     * @param p95LimitedByHarness whether more than a tenth of it may be the harness's own lag
     * @param errorShare share of errors, abandoned and dropped in what was intended, 0 to 1
     * @param metric the workload's own figure, null when it has none
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

    /**
     * A phase.
     *
     * @param name its name
     * @param start when it began
     * @param end when it ended, null when nobody knows
     */
    public record Phase(String name, String start, @Nullable String end) {}

    /** A run whose folder is not to be read. */
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
                List.of(),
                List.of(problem),
                List.of(),
                false,
                List.of(problem));
    }

    /** From the making of the folder to the end; null while it runs. */
    public @Nullable Double durationSeconds() {
        Instant end = endedAt;
        return end == null ? null : Math.max(0, Duration.between(startedAt, end).toMillis()) / 1e3;
    }
}
