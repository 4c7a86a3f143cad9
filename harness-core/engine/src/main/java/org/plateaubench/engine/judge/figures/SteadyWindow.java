// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.SteadyBlocks.PlannedWindow;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.histogram.HistogramLayout;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Divides a steady window or step into blocks: intervals are added, it is divided, response times are added. */
final class SteadyWindow {
    /** The shortest block, which also bounds the number of blocks; a quiet workload has longer ones. */
    private static final double BLOCK_SECONDS = 5;

    private static final int MAX_BLOCKS = 720;
    private static final double BLOCK_COMPLETIONS = 200;
    /** The smallest number of completions per block. A quiet workload may have fewer, so that it has twenty blocks. */
    private static final double MIN_COMPLETIONS = 50;

    private static final int QUIET_BLOCKS = 20;
    /** The smallest number of blocks in which a change can be found. */
    private static final int MIN_BLOCKS = 10;

    private static final long P95_NEEDS = 20;
    /** The maximum number of sections into which the window is divided for the figures of single operations. */
    private static final int MAX_SECTIONS = 60;

    private static final double P95 = 95;
    /** The mean number of completions in a section divided by the required one, so that few sections have too few. */
    private static final double COMPLETIONS_FACTOR = 1.5;

    /** The greatest error of clocks and timers, as a share of an interval. */
    private static final double TOLERANCE = 0.05;

    private final PlannedWindow planned;
    private final long startNanos;
    private final long endNanos;
    private final long slotNanos;
    private final Set<String> agents = new HashSet<>();
    private final double[] successes;
    private final double[] errors;
    private final double[] coveredNanos;
    private final double[] queuedNanos;
    private final double[] stalledNanos;
    private final double[] load;
    private final int slotsPerSection;
    private final Map<String, Operation> operations = new TreeMap<>();
    private final TimeCounts[] lags;
    private double underWayNanos;
    private double units;
    private int slotsPerBlock;
    private TimeCounts[] times = {};

    private static final class Operation {
        private final double[] successes;
        private final TimeCounts[] times;

        Operation(int count) {
            successes = new double[count];
            times = coarse(count);
        }

        void add(Operation other) {
            for (int i = 0; i < times.length; i++) {
                successes[i] += other.successes[i];
                times[i].add(other.times[i]);
            }
        }
    }

    private static TimeCounts[] coarse(int count) {
        TimeCounts[] counts = new TimeCounts[count];
        Arrays.setAll(counts, i -> new TimeCounts(Width.COARSE));
        return counts;
    }

    /** Creates a window without data, with slots like the intervals of its run, whose usual length is given. */
    SteadyWindow(PlannedWindow planned, List<StoredInterval> intervals, long usualNanos) {
        this.planned = planned;
        long fromNanos = planned.fromNanos();
        long toNanos = planned.toNanos();
        slotNanos = usualNanos;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (StoredInterval interval : intervals) {
            if (interval.startNanos() >= fromNanos - TOLERANCE * slotNanos
                    && interval.endNanos() <= toNanos + TOLERANCE * slotNanos) {
                first = Math.min(first, interval.startNanos());
                last = Math.max(last, interval.endNanos());
            }
        }
        startNanos = first;
        int count = first < last ? (int) ((last - first + slotNanos / 2) / slotNanos) : 0;
        endNanos = first + count * slotNanos;
        slotsPerSection = Math.max(1, (count + MAX_SECTIONS - 1) / MAX_SECTIONS);
        lags = coarse(count / slotsPerSection);
        successes = new double[count];
        errors = new double[count];
        coveredNanos = new double[count];
        queuedNanos = new double[count];
        stalledNanos = new double[count];
        load = planned.load(first, slotNanos, count);
    }

    /** The median length of the intervals: the last one of an agent may be shorter, and one with a stop longer. */
    static long usualNanos(List<StoredInterval> intervals) {
        long[] lengths = intervals.stream()
                .mapToLong(interval -> interval.endNanos() - interval.startNanos())
                .filter(length -> length > 0)
                .sorted()
                .toArray();
        return lengths.length == 0 ? 1 : lengths[lengths.length / 2];
    }

    /** The slot that contains the middle of a time; negative if there is none or the time extends beyond the window. */
    private int slot(long fromNanos, long toNanos) {
        boolean isWithin =
                fromNanos >= startNanos - TOLERANCE * slotNanos && toNanos <= endNanos + TOLERANCE * slotNanos;
        long since = fromNanos + (toNanos - fromNanos) / 2 - startNanos;
        return isWithin && since >= 0 && since < slotNanos * successes.length ? (int) (since / slotNanos) : -1;
    }

    void add(StoredInterval interval, WorkloadInterval workload) {
        int slot = slot(interval.startNanos(), interval.endNanos());
        if (slot < 0) {
            return;
        }
        agents.add(interval.agent());
        double length = (double) (interval.endNanos() - interval.startNanos());
        coveredNanos[slot] += length;
        queuedNanos[slot] += length * workload.levels().queued();
        underWayNanos +=
                length * (workload.levels().inFlight() + workload.levels().queued());
        AgentHealth health = interval.health();
        if (health != null) {
            stalledNanos[slot] = Math.max(
                    stalledNanos[slot], (double) Math.max(health.longestStallNanos(), health.longestPauseNanos()));
        }
        for (LineInterval line : workload.lines()) {
            if (line.kind() == LineInterval.Kind.OPERATION && line.window().isSteady()) {
                successes[slot] += line.counts().okEnds();
                addSuccesses(line, slot / slotsPerSection);
                errors[slot] += line.counts().errors();
            } else if (line.kind() == LineInterval.Kind.UNIT && line.window().isSteady()) {
                units += line.counts().okEnds();
            }
        }
    }

    private void addSuccesses(LineInterval line, int section) {
        int count = successes.length / slotsPerSection;
        if (section < count && planned.shape() == SteadyBlocks.Shape.EVEN) {
            operations.computeIfAbsent(line.line(), name -> new Operation(count)).successes[section] +=
                    line.counts().okEnds();
        }
    }

    void divide() {
        double all = completions();
        double slotSeconds = Figures.seconds(slotNanos);
        double perSlot = all / Math.max(1, successes.length);
        // A slot is never exactly a second long.
        double completions = Math.clamp(all / QUIET_BLOCKS, MIN_COMPLETIONS, BLOCK_COMPLETIONS);
        double needed = Math.max(Math.floor(BLOCK_SECONDS / slotSeconds + 0.5), completions / Math.max(1e-9, perSlot));
        needed = Math.max(needed, (double) successes.length / MAX_BLOCKS);
        slotsPerBlock = (int) Math.ceil(Math.clamp(needed, 1, Math.max(1, successes.length)));
        int count = successes.length / slotsPerBlock;
        times = new TimeCounts[count >= MIN_BLOCKS && planned.shape() == SteadyBlocks.Shape.EVEN ? count : 0];
        Arrays.setAll(times, block -> new TimeCounts(Width.FINE));
    }

    boolean isDivided() {
        return times.length > 0;
    }

    void addTimes(StoredInterval interval, WorkloadInterval workload) {
        int slot = slot(interval.startNanos(), interval.endNanos());
        int block = slot < 0 ? -1 : slot / slotsPerBlock;
        if (slot < 0 || times.length == 0) {
            return;
        }
        for (LagInterval lag : workload.lags()) {
            if (slot / slotsPerSection < lags.length) {
                lags[slot / slotsPerSection].add(lag.dispatch());
                lags[slot / slotsPerSection].add(lag.completion());
            }
        }
        for (LineInterval line : workload.lines()) {
            if (line.kind() == LineInterval.Kind.OPERATION && line.window().isSteady() && line.response() != null) {
                if (block < times.length) {
                    times[block].add(line.response().histogram());
                }
                Operation operation = operations.get(line.line());
                if (operation != null && slot / slotsPerSection < operation.times.length) {
                    operation.times[slot / slotsPerSection].add(line.response().histogram());
                }
            }
        }
    }

    private List<SteadyBlocks.Line> lines() {
        Operation all = new Operation(successes.length / slotsPerSection);
        operations.values().forEach(all::add);
        List<SteadyBlocks.Line> lines = new ArrayList<>(List.of(line("", all)));
        if (operations.size() > 1) {
            operations.forEach((name, operation) -> lines.add(line(name, operation)));
        }
        return lines;
    }

    private SteadyBlocks.Line line(String name, Operation operation) {
        int count = operation.times.length;
        double each = Arrays.stream(operation.successes).sum() / Math.max(1, count);
        int width = (int)
                Math.clamp(Math.ceil(COMPLETIONS_FACTOR * P95_NEEDS / Math.max(1e-3, each)), 1, Math.max(1, count));
        List<Double> rates = new ArrayList<>();
        List<Double> p95 = new ArrayList<>();
        List<Double> lagMs = new ArrayList<>();
        for (int from = 0; from + width <= count; from += width) {
            TimeCounts response = new TimeCounts(Width.COARSE);
            TimeCounts late = new TimeCounts(Width.COARSE);
            double done = 0;
            double covered = 0;
            for (int i = from; i < from + width; i++) {
                done += operation.successes[i];
                response.add(operation.times[i]);
                late.add(lags[i]);
            }
            for (int slot = from * slotsPerSection; slot < (from + width) * slotsPerSection; slot++) {
                covered += coveredNanos[slot];
            }
            rates.add(covered > 0 ? done * agents.size() / covered * 1e9 : Double.NaN);
            p95.add(p95Ms(response));
            lagMs.add(late.nanosAt(P95) / 1e6);
        }
        return new SteadyBlocks.Line(name, Figures.seconds(slotNanos * slotsPerSection * width), rates, p95, lagMs);
    }

    private static double p95Ms(TimeCounts counts) {
        return counts.total() >= P95_NEEDS ? counts.nanosAt(P95) / 1e6 : Double.NaN;
    }

    private double covered(int slot) {
        return coveredNanos[slot] / ((double) slotNanos * Math.max(1, agents.size()));
    }

    SteadyBlocks blocks() {
        List<SteadyBlocks.Slot> slots = new ArrayList<>();
        for (int i = 0; i < successes.length; i++) {
            boolean known = covered(i) >= 1 - 1.0 / (2 * Math.max(1, agents.size()));
            double share = known ? covered(i) : 1;
            slots.add(new SteadyBlocks.Slot(
                    known, successes[i] / share, errors[i] / share, Figures.seconds((long) stalledNanos[i]), load[i]));
        }
        List<Double> rates = new ArrayList<>();
        List<Double> queued = new ArrayList<>();
        List<Double> p95 = new ArrayList<>();
        for (int block = 0; block < times.length; block++) {
            double done = 0;
            double covered = 0;
            double waited = 0;
            for (int i = block * slotsPerBlock; i < (block + 1) * slotsPerBlock; i++) {
                done += successes[i];
                covered += coveredNanos[i];
                waited += queuedNanos[i];
            }
            rates.add(covered > 0 ? done * agents.size() / covered * 1e9 : Double.NaN);
            queued.add(covered > 0 ? waited * agents.size() / covered : Double.NaN);
            p95.add(p95Ms(times[block]));
        }
        double slotSeconds = Figures.seconds(slotNanos);
        return new SteadyBlocks(
                planned.portion(),
                planned.shape(),
                planned.depth() * operationsPerUnit(),
                unitSeconds(),
                slotSeconds,
                slots,
                slotSeconds * slotsPerBlock,
                rates,
                p95,
                queued,
                isDivided() ? lines() : List.of());
    }

    private double completions() {
        return Arrays.stream(successes).sum();
    }

    private double operationsPerUnit() {
        return units > 0 ? Math.max(1, completions() / units) : 1;
    }

    /** Mean seconds of a unit, by Little's law and with its pauses. */
    private double unitSeconds() {
        double all = completions();
        return all == 0 ? 0 : underWayNanos / all / 1e9 * operationsPerUnit() + planned.pauseSeconds();
    }

    /** Width of the classes of times: 1 % or 5 %. Immutable. */
    static final class Width {
        static final Width FINE = new Width(100);
        static final Width COARSE = new Width(20);

        private final double classesPerE;
        private final int[] classes = new int[HistogramLayout.OK.counters()];

        private Width(double classesPerE) {
            this.classesPerE = classesPerE;
            Arrays.setAll(classes, index ->
                    (int) (Math.log((double) Math.max(1, HistogramLayout.OK.lowestNanos(index))) * classesPerE));
        }
    }

    /** Counts of times in classes of equal relative width, which need little memory. Not thread-safe. */
    static final class TimeCounts {
        private final Width width;
        private long[] counts = {};
        private int first;
        private long total;

        TimeCounts(Width width) {
            this.width = width;
        }

        void add(TimeCounts other) {
            if (other.total > 0) {
                cover(other.first, other.first + other.counts.length - 1);
                for (int i = 0; i < other.counts.length; i++) {
                    counts[other.first + i - first] += other.counts[i];
                }
                total += other.total;
            }
        }

        void add(@Nullable Times times) {
            if (times != null) {
                add(times.histogram());
            }
        }

        void add(SparseHistogram histogram) {
            int size = histogram.size();
            if (size > 0) {
                cover(width.classes[histogram.index(0)], width.classes[histogram.index(size - 1)]);
                for (int i = 0; i < size; i++) {
                    counts[width.classes[histogram.index(i)] - first] += histogram.count(i);
                }
                total += histogram.totalCount();
            }
        }

        /** Makes room for the classes of a range. */
        private void cover(int from, int last) {
            if (total == 0) {
                first = from;
                counts = new long[last - from + 1];
            } else if (from < first || last >= first + counts.length) {
                int start = Math.min(from, first);
                long[] more = new long[Math.max(last + 1, first + counts.length) - start];
                System.arraycopy(counts, 0, more, first - start, counts.length);
                counts = more;
                first = start;
            }
        }

        long total() {
            return total;
        }

        /** The value that the given percentage does not exceed, within its class by rank. */
        double nanosAt(double percentile) {
            double rank = total * percentile / 100;
            double below = 0;
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0 && below + counts[i] >= rank) {
                    return Math.exp((first + i + (rank - below) / counts[i]) / width.classesPerE);
                }
                below += counts[i];
            }
            return 0;
        }
    }
}
