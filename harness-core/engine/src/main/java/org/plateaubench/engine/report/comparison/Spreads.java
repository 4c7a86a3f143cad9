// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * The standard errors of a run's figures by chance within the run, by the method of batch means. The steady window is
 * divided into ten equal blocks of at least {@value #LEAST_BLOCK_SECONDS} s, as in measurement rule M21, because
 * neighbouring seconds are not independent; the standard error of a figure is that of the mean of its ten values.
 * Differences between runs are not included. Workloads are summed over all tiles. A load that changes by its schedule
 * has no standard errors. Immutable.
 */
public final class Spreads {
    /** The smallest length of a block, in seconds. */
    public static final double LEAST_BLOCK_SECONDS = 5;
    /** Number of blocks, which have equal length. */
    public static final int BLOCKS = 10;

    private final Map<String, Map<String, Map<String, Double>>> byWorkload;

    private Spreads(Map<String, Map<String, Map<String, Double>>> byWorkload) {
        this.byWorkload = byWorkload;
    }

    static Spreads of(StoredRun run, RunPlan plan, @Nullable Window window) {
        if (window == null || window.seconds() < LEAST_BLOCK_SECONDS * BLOCKS) {
            return new Spreads(Map.of());
        }
        Cut cut = new Cut(plan, window);
        run.intervals().forEach(cut::add);
        run.forEachHistogram(cut::add);
        return new Spreads(cut.standardErrors());
    }

    /** The standard error of a figure in the figure's unit, null if it is unknown. */
    @Nullable
    Double standardError(String workload, String line, String kind, String figure) {
        return byWorkload
                .getOrDefault(workload, Map.of())
                .getOrDefault(key(line, kind), Map.of())
                .get(figure);
    }

    /** The standard error of the successful ends per second of all operations of a workload, null if it is unknown. */
    public @Nullable Double ofThroughput(String workload) {
        return standardError(workload, ComparedLine.ALL, ComparedLine.ALL, FigureNames.THROUGHPUT);
    }

    /** The standard error of a percentile of a line in milliseconds, null if it is unknown. */
    public @Nullable Double ofLine(String workload, String line, String kind, String percentile) {
        return standardError(workload, line, kind, percentile);
    }

    /**
     * The key of a line. It contains the kind, because an operation may have the same name as the line of all
     * operations.
     */
    private static String key(String line, String kind) {
        return kind.equals(ComparedLine.ALL) ? "" : line;
    }

    private static final class WorkloadBlocks {
        private final Set<String> operations = new HashSet<>();
        private final Set<String> agents = new HashSet<>();
        private final double[] coveredSeconds = new double[BLOCKS];
        private final Map<String, LineBlocks> lines = new TreeMap<>();

        LineBlocks line(String name) {
            return lines.computeIfAbsent(name, key -> new LineBlocks());
        }

        /**
         * The standard errors by line and figure. Rates are computed per covered time, so an interval across an edge
         * has no effect; the rates of agents are added.
         */
        Map<String, Map<String, Double>> standardErrors() {
            Map<String, Map<String, Double>> errors = new HashMap<>();
            if (Arrays.stream(coveredSeconds).allMatch(seconds -> seconds > 0)) {
                double[] seconds = Arrays.stream(coveredSeconds)
                        .map(covered -> covered / agents.size())
                        .toArray();
                lines.forEach((name, line) -> errors.put(name, line.standardErrors(seconds)));
            }
            return errors;
        }
    }

    private static final class Cut {
        private final long startNanos;
        private final long blockNanos;
        private final Map<String, WorkloadBlocks> workloads = new HashMap<>();

        Cut(RunPlan plan, Window window) {
            startNanos = window.startNanos();
            blockNanos = (window.endNanos() - window.startNanos()) / BLOCKS;
            for (PlannedWorkload planned : plan.workloads()) {
                WorkloadBlocks blocks = workloads.computeIfAbsent(planned.name(), key -> new WorkloadBlocks());
                planned.operations().forEach(operation -> blocks.operations.add(operation.name()));
            }
            plan.workloads().stream()
                    .filter(planned -> !planned.load().steps().isEmpty())
                    .forEach(planned -> workloads.remove(planned.name()));
        }

        /** The block that contains the middle of an interval, negative if there is none. */
        private int block(long fromNanos, long toNanos) {
            long since = fromNanos + (toNanos - fromNanos) / 2 - startNanos;
            return since >= 0 && since < blockNanos * BLOCKS ? (int) (since / blockNanos) : -1;
        }

        void add(StoredInterval interval) {
            int block = block(interval.startNanos(), interval.endNanos());
            if (block < 0) {
                return;
            }
            Set<String> covered = new HashSet<>();
            for (WorkloadInterval workload : interval.workloads()) {
                WorkloadBlocks blocks = workloads.get(workload.workload());
                if (blocks != null) {
                    if (covered.add(workload.workload())) {
                        blocks.agents.add(interval.agent());
                        blocks.coveredSeconds[block] += Figures.seconds(interval.endNanos() - interval.startNanos());
                    }
                    add(block, blocks, workload);
                }
            }
        }

        private static void add(int block, WorkloadBlocks blocks, WorkloadInterval workload) {
            for (LineInterval line : workload.lines()) {
                if (line.window().isSteady()) {
                    blocks.line(line.line()).add(block, line.counts());
                    if (line.kind() == LineInterval.Kind.OPERATION) {
                        blocks.line("").add(block, line.counts());
                    }
                }
            }
        }

        void add(long fromNanos, long toNanos, HistogramTag tag, StoredCounts counts) {
            int block = block(fromNanos, toNanos);
            WorkloadBlocks blocks = workloads.get(tag.workload());
            if (block >= 0 && blocks != null && tag.isResponse() && tag.window().isSteady()) {
                blocks.line(tag.line()).add(block, counts);
                if (blocks.operations.contains(tag.line())) {
                    blocks.line("").add(block, counts);
                }
            }
        }

        Map<String, Map<String, Map<String, Double>>> standardErrors() {
            Map<String, Map<String, Map<String, Double>>> errors = new HashMap<>();
            workloads.forEach((name, blocks) -> errors.put(name, blocks.standardErrors()));
            return errors;
        }
    }
}
