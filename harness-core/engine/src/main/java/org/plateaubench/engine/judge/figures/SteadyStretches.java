// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredCounts;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.HistogramTag;
import org.plateaubench.measure.LineInterval;
import org.plateaubench.measure.WorkloadInterval;

/**
 * Cuts the steady window of every workload into stretches in which the load stays the same, the whole of it or a
 * constant step of its schedule, and each stretch into equal blocks. An interval belongs to the block that its middle
 * lies in.
 */
public final class SteadyStretches {
    private static final double LEAST_SECONDS = 5;
    /** Response times to one part in a hundred are enough for a trend of a fifth. */
    private static final int DIGITS = 2;

    private static final double P95 = 95;

    private final Map<String, List<Stretch>> byScope = new TreeMap<>();

    /** A stretch while it is added up. */
    private static final class Stretch {
        private final String name;
        private final long startNanos;
        private final long blockNanos;
        private final Set<String> agents = new HashSet<>();
        private final double[] completions = new double[SteadyBlocks.COUNT];
        private final double[] queuedNanos = new double[SteadyBlocks.COUNT];
        private final double[] coveredNanos = new double[SteadyBlocks.COUNT];
        private final @Nullable Histogram[] responses = new Histogram[SteadyBlocks.COUNT];

        Stretch(String name, long startNanos, long endNanos) {
            this.name = name;
            this.startNanos = startNanos;
            this.blockNanos = Math.max(1, (endNanos - startNanos) / SteadyBlocks.COUNT);
        }

        boolean isLongEnough() {
            return Figures.seconds(blockNanos) >= LEAST_SECONDS;
        }

        /** The block that the middle of a time lies in, negative for none. */
        int block(long fromNanos, long toNanos) {
            long since = fromNanos + (toNanos - fromNanos) / 2 - startNanos;
            return since >= 0 && since < blockNanos * SteadyBlocks.COUNT ? (int) (since / blockNanos) : -1;
        }

        void add(StoredInterval interval, WorkloadInterval workload) {
            int block = block(interval.startNanos(), interval.endNanos());
            if (block < 0) {
                return;
            }
            agents.add(interval.agent());
            double length = (double) (interval.endNanos() - interval.startNanos());
            coveredNanos[block] += length;
            queuedNanos[block] += length * workload.levels().queued();
            for (LineInterval line : workload.lines()) {
                if (line.kind() == LineInterval.Kind.OPERATION && line.window().isSteady()) {
                    completions[block] += line.counts().okEnds();
                }
            }
        }

        void add(int block, StoredCounts counts) {
            Histogram sum = responses[block];
            if (sum == null) {
                sum = new Histogram(DIGITS);
                sum.setAutoResize(true);
                responses[block] = sum;
            }
            counts.addTo(sum);
        }

        /** Rates are per covered time, so that a stored interval across an edge makes no difference. */
        SteadyBlocks blocks() {
            double[] rates = new double[SteadyBlocks.COUNT];
            double[] queued = new double[SteadyBlocks.COUNT];
            double[] p95 = new double[SteadyBlocks.COUNT];
            for (int i = 0; i < SteadyBlocks.COUNT; i++) {
                double share = coveredNanos[i] == 0 ? 0 : (double) blockNanos * agents.size() / coveredNanos[i];
                rates[i] = completions[i] * share;
                queued[i] = queuedNanos[i] * share / blockNanos;
                Histogram times = responses[i];
                p95[i] = times == null ? 0 : Figures.millis(times.getValueAtPercentile(P95));
            }
            return SteadyBlocks.of(name, Figures.seconds(blockNanos), rates, p95, queued);
        }
    }

    /** Reads the histograms of a run once more, if any stretch is long enough to be cut. */
    public SteadyStretches(StoredRun run, List<PlannedWorkload> workloads, @Nullable Window window) {
        for (PlannedWorkload workload : workloads) {
            byScope.put(
                    Scope.workload(workload.tile(), workload.name()).toString(),
                    window == null ? List.of() : stretches(workload, window));
        }
        for (StoredInterval interval : run.intervals()) {
            for (WorkloadInterval workload : interval.workloads()) {
                for (Stretch stretch : of(workload.tile(), workload.workload())) {
                    stretch.add(interval, workload);
                }
            }
        }
        if (byScope.values().stream().flatMap(List::stream).anyMatch(Stretch::isLongEnough)) {
            Set<String> operations = operations(workloads);
            run.forEachHistogram((start, end, tag, counts) -> add(operations, start, end, tag, counts));
        }
    }

    private static List<Stretch> stretches(PlannedWorkload workload, Window window) {
        List<LoadStep> steps = workload.load().steps();
        if (steps.isEmpty()) {
            return List.of(new Stretch("steady state", window.startNanos(), window.endNanos()));
        }
        List<Stretch> stretches = new ArrayList<>();
        long start = window.startNanos();
        for (int i = 0; i < steps.size(); i++) {
            long end = start + steps.get(i).length().toNanos();
            if (steps.get(i) instanceof LoadStep.Constant && end <= window.endNanos()) {
                stretches.add(new Stretch("step " + (i + 1), start, end));
            }
            start = end;
        }
        return stretches;
    }

    private static Set<String> operations(List<PlannedWorkload> workloads) {
        Set<String> names = new HashSet<>();
        for (PlannedWorkload workload : workloads) {
            Scope scope = Scope.workload(workload.tile(), workload.name());
            workload.operations().forEach(operation -> names.add(scope + "/" + operation.name()));
        }
        return names;
    }

    private void add(Set<String> operations, long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {
        if (tag.kind() != HistogramTag.Kind.RESPONSE
                || tag.population() != HistogramTag.Population.OK
                || !tag.window().isSteady()
                || !operations.contains(Scope.workload(tag.tile(), tag.workload()) + "/" + tag.line())) {
            return;
        }
        for (Stretch stretch : of(tag.tile(), tag.workload())) {
            int block = stretch.isLongEnough() ? stretch.block(startNanos, endNanos) : -1;
            if (block >= 0) {
                stretch.add(block, counts);
            }
        }
    }

    private List<Stretch> of(int tile, String workload) {
        return byScope.getOrDefault(Scope.workload(tile, workload).toString(), List.of());
    }

    /** The stretches of a workload, none when its load never stays the same. */
    public List<SteadyBlocks> blocks(Scope scope) {
        return byScope.getOrDefault(scope.toString(), List.of()).stream()
                .map(Stretch::blocks)
                .toList();
    }
}
