// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Moments;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The data of a judged run that a comparison needs, which are far smaller than the run itself. Immutable. */
public record JudgedRun(
        RunPlan plan,
        Map<String, Object> planTree,
        Map<String, Object> environment,
        Judgement judgement,
        @Nullable Instant started,
        Spreads spreads) {

    /** A workload of the plan in each of its tiles; empty if the run has no such workload. */
    Stream<PlannedWorkload> tiles(String workload) {
        return plan.workloads().stream().filter(planned -> planned.name().equals(workload));
    }

    /** The result of a workload over its tiles; null if there is none, or if nothing was measured. */
    @Nullable
    AggregateResult result(String workload) {
        return judgement.aggregates().stream()
                .filter(result -> judgement.isMeasured() && result.name().equals(workload))
                .findFirst()
                .orElse(null);
    }

    public static JudgedRun of(StoredRun run, Judgement judgement) {
        RunPlan plan = RunPlan.fromTree(run.plan());
        return new JudgedRun(
                plan,
                run.plan(),
                run.environment(),
                judgement,
                run.events().isEmpty() ? null : run.events().getFirst().at(),
                Spreads.of(run, plan, judgement.window()));
    }

    /**
     * The standard errors of a run's figures by chance within the run, by the method of batch means. The steady window
     * is divided into ten equal blocks of at least {@value #MIN_BLOCK_SECONDS} s, as in measurement rule M21, because
     * neighbouring seconds are not independent; the standard error of a figure is the standard error of the mean of its
     * ten values. Differences between runs are not included. Workloads are summed over all tiles. A load that changes
     * by its schedule has no standard errors. Immutable.
     */
    public static final class Spreads {
        /** The smallest length of a block, in seconds. */
        public static final double MIN_BLOCK_SECONDS = 5;
        /** Number of blocks, which have equal length. */
        public static final int BLOCKS = 10;

        /** The smallest number of events in a block from which a rate is computed, as in measurement rule M18. */
        private static final long MIN_EVENTS = 20;

        private static final double PERCENT = 100;
        private static final double MAXIMUM = 100;

        /** The standard errors by workload, line and figure. */
        private final Map<List<String>, Double> errors = new HashMap<>();

        private Spreads() {}

        static Spreads of(StoredRun run, RunPlan plan, @Nullable Window window) {
            Spreads spreads = new Spreads();
            if (window != null && window.seconds() >= MIN_BLOCK_SECONDS * BLOCKS) {
                Map<String, WorkloadBlocks> workloads = new HashMap<>();
                plan.workloads().forEach(planned -> workloads.put(planned.name(), new WorkloadBlocks()));
                plan.workloads().stream()
                        .filter(planned -> !planned.load().steps().isEmpty())
                        .forEach(planned -> workloads.remove(planned.name()));
                long blockNanos = (window.endNanos() - window.startNanos()) / BLOCKS;
                run.forEachInterval(interval -> {
                    long middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
                    long block = Math.floorDiv(middle - window.startNanos(), blockNanos);
                    if (block >= 0 && block < BLOCKS) {
                        add(workloads, interval, (int) block);
                    }
                });
                workloads.forEach(spreads::add);
            }
            return spreads;
        }

        private static void add(Map<String, WorkloadBlocks> workloads, StoredInterval interval, int block) {
            Set<String> covered = new HashSet<>();
            for (WorkloadInterval workload : interval.workloads()) {
                WorkloadBlocks blocks = workloads.get(workload.workload());
                if (blocks != null) {
                    if (covered.add(workload.workload())) {
                        blocks.agents.add(interval.agent());
                        blocks.coveredSeconds[block] += Figures.seconds(interval.endNanos() - interval.startNanos());
                    }
                    for (LineInterval line : workload.lines()) {
                        if (line.window().isSteady()) {
                            blocks.line(line.line(), block).add(line);
                            if (line.kind() == LineInterval.Kind.OPERATION) {
                                blocks.line("", block).add(line);
                            }
                        }
                    }
                }
            }
        }

        /** Null if unknown; an operation may have the same name as the line of all operations. */
        public @Nullable Double standardError(String workload, String line, String kind, Figure figure) {
            return errors.get(List.of(workload, kind.equals(ComparedWorkload.Line.ALL) ? "" : line, figure.name()));
        }

        private static final class WorkloadBlocks {
            private final Set<String> agents = new HashSet<>();
            private final double[] coveredSeconds = new double[BLOCKS];
            private final Map<String, Totals[]> lines = new TreeMap<>();

            Totals line(String name, int block) {
                return lines.computeIfAbsent(name, key -> {
                    Totals[] totals = new Totals[BLOCKS];
                    Arrays.setAll(totals, index -> new Totals(0));
                    return totals;
                })[block];
            }
        }

        /** Rates are per covered time, so an interval across an edge has no effect; agents' rates are added. */
        private void add(String workload, WorkloadBlocks blocks) {
            if (Arrays.stream(blocks.coveredSeconds).anyMatch(seconds -> seconds == 0)) {
                return;
            }
            blocks.lines.forEach((line, totals) -> {
                for (int block = 0; block < BLOCKS; block++) {
                    totals[block].setSeconds(blocks.coveredSeconds[block] / blocks.agents.size());
                }
                for (Figure figure : OperationColumns.ALL) {
                    boolean isCompared = figure.isIn(Figure.View.COMPARISON) || figure.isIn(Figure.View.STUDY);
                    // A maximum has no variance, and exact times have no resolution.
                    boolean isPercentile = figure.percentile() > 0 && figure.percentile() < MAXIMUM;
                    Double error = isCompared && (isPercentile || figure.kind() != Figure.Kind.TIME)
                            ? standardError(figure, totals)
                            : null;
                    if (error != null) {
                        errors.put(List.of(workload, line, figure.name()), error);
                    }
                }
            });
        }

        /**
         * The standard error of a figure, at least the error of a count that differs by one, or the resolution of a
         * time. Null if a block has too few events or samples, or its value is only a bound.
         */
        private static @Nullable Double standardError(Figure figure, Totals[] blocks) {
            double[] values = new double[BLOCKS];
            double all = 0;
            double resolution = 0;
            for (int block = 0; block < BLOCKS; block++) {
                Totals totals = blocks[block];
                Figure.Value value = figure.value(totals);
                if (value == null || value.lowerBound() || value.lowResolution()) {
                    return null;
                }
                values[block] = value.number();
                switch (figure.kind()) {
                    case RATE -> {
                        if (totals.counts().okEnds() < MIN_EVENTS) {
                            return null;
                        }
                        all += totals.seconds();
                    }
                    case COUNT, SHARE -> {
                        if (totals.intended() < MIN_EVENTS) {
                            return null;
                        }
                        all += totals.intended() / PERCENT;
                    }
                    case TIME -> {
                        long nanos = (long) (value.number() * Nanos.PER_MILLI);
                        resolution = Math.max(
                                resolution, Figures.millis(totals.response().resolutionNanos(nanos)));
                    }
                }
            }
            return Math.max(standardError(values), figure.kind() == Figure.Kind.TIME ? resolution : 1 / all);
        }

        /** The standard error of the mean of independent values: their standard deviation over the root of their number. */
        static double standardError(double[] values) {
            return Math.sqrt(Moments.variance(values) / values.length);
        }
    }
}
