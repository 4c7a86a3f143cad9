// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.store.record.StoredCounts;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * A stretch of the steady window while it is computed: first its intervals are added, then it is divided into blocks,
 * then its histograms are added.
 */
final class Stretch {
    /** The shortest block, which also bounds the number of blocks; a quiet workload has longer ones. */
    private static final double BLOCK_SECONDS = 5;

    private static final int MOST_BLOCKS = 720;
    private static final double BLOCK_COMPLETIONS = 200;
    /** The smallest number of completions per block. A quiet workload may have fewer, so that it has twenty blocks. */
    private static final double LEAST_COMPLETIONS = 50;

    private static final int QUIET_BLOCKS = 20;
    /** The smallest number of blocks in which a change can be found. */
    private static final int LEAST_BLOCKS = 10;
    /** The greatest number of slots, in case the stored intervals claim to be very short. */
    private static final int MOST_SLOTS = 1_000_000;

    private static final long P95_NEEDS = 20;
    private static final double P95 = 95;
    /** The greatest error of clocks and timers, as a share of an interval. */
    private static final double TOLERANCE = 0.05;

    private final PlannedStretch planned;
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
    private double underWayNanos;
    private double units;
    private int slotsPerBlock;
    private @Nullable TimeCounts[] times = {};

    /**
     * Creates a stretch without data.
     *
     * @param slotNanos length of its slots
     * @param firstNanos start of the first slot
     * @param lastNanos approximate end of the last slot, or less than {@code firstNanos} for no slots
     */
    private Stretch(PlannedStretch planned, long slotNanos, long firstNanos, long lastNanos) {
        this.planned = planned;
        this.slotNanos = slotNanos;
        startNanos = firstNanos;
        int count = firstNanos < lastNanos ? (int) ((lastNanos - firstNanos + slotNanos / 2) / slotNanos) : 0;
        endNanos = firstNanos + count * slotNanos;
        successes = new double[count];
        errors = new double[count];
        coveredNanos = new double[count];
        queuedNanos = new double[count];
        stalledNanos = new double[count];
        load = planned.load(firstNanos, slotNanos, count);
    }

    /** A stretch of a stored run, with slots like its intervals. */
    static Stretch stored(PlannedStretch planned, List<StoredInterval> intervals) {
        long fromNanos = planned.fromNanos();
        long toNanos = planned.toNanos();
        long length = Math.max(usualNanos(intervals), (toNanos - fromNanos) / MOST_SLOTS);
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (StoredInterval interval : intervals) {
            if (interval.startNanos() >= fromNanos - TOLERANCE * length
                    && interval.endNanos() <= toNanos + TOLERANCE * length) {
                first = Math.min(first, interval.startNanos());
                last = Math.max(last, interval.endNanos());
            }
        }
        return new Stretch(planned, length, first, last);
    }

    /** A stretch of a run in progress, with slots like its planned intervals. */
    static Stretch planned(PlannedStretch planned, long intervalNanos) {
        long length = Math.max(intervalNanos, (planned.toNanos() - planned.fromNanos()) / MOST_SLOTS);
        long first = Math.ceilDiv(planned.fromNanos(), length) * length;
        return new Stretch(planned, length, first, Math.floorDiv(planned.toNanos(), length) * length);
    }

    /**
     * The usual length of an interval. The last interval of an agent may be shorter, and an interval in which it was
     * stopped may be longer.
     */
    private static long usualNanos(List<StoredInterval> intervals) {
        long[] lengths = intervals.stream()
                .mapToLong(interval -> interval.endNanos() - interval.startNanos())
                .filter(length -> length > 0)
                .sorted()
                .toArray();
        return lengths.length == 0 ? 1 : lengths[lengths.length / 2];
    }

    /**
     * The slot that contains the middle of a time; negative if there is none, or if the time extends beyond an end of
     * the stretch.
     */
    private int slot(long fromNanos, long toNanos) {
        boolean within = fromNanos >= startNanos - TOLERANCE * slotNanos && toNanos <= endNanos + TOLERANCE * slotNanos;
        long since = fromNanos + (toNanos - fromNanos) / 2 - startNanos;
        return within && since >= 0 && since < slotNanos * successes.length ? (int) (since / slotNanos) : -1;
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
                errors[slot] += line.counts().errors();
            } else if (line.kind() == LineInterval.Kind.UNIT && line.window().isSteady()) {
                units += line.counts().okEnds();
            }
        }
    }

    /** Determines the blocks, after all intervals have been added. */
    void cut() {
        double all = completions();
        double slotSeconds = Figures.seconds(slotNanos);
        double perSlot = all / Math.max(1, successes.length);
        // A slot is never exactly a second long.
        double completions = Math.clamp(all / QUIET_BLOCKS, LEAST_COMPLETIONS, BLOCK_COMPLETIONS);
        double needed = Math.max(Math.floor(BLOCK_SECONDS / slotSeconds + 0.5), completions / Math.max(1e-9, perSlot));
        needed = Math.max(needed, (double) successes.length / MOST_BLOCKS);
        slotsPerBlock = (int) Math.ceil(Math.clamp(needed, 1, Math.max(1, successes.length)));
        int count = successes.length / slotsPerBlock;
        times = new TimeCounts[count >= LEAST_BLOCKS && planned.shape() == SteadyBlocks.Shape.EVEN ? count : 0];
    }

    boolean isCut() {
        return times.length > 0;
    }

    void add(long fromNanos, long toNanos, StoredCounts counts) {
        int slot = slot(fromNanos, toNanos);
        int block = slot < 0 ? -1 : slot / slotsPerBlock;
        if (block >= 0 && block < times.length) {
            TimeCounts its = times[block];
            if (its == null) {
                its = new TimeCounts();
                times[block] = its;
            }
            its.add(counts);
        }
    }

    /** The share of a slot that was stored by all agents. */
    private double covered(int slot) {
        return coveredNanos[slot] / ((double) slotNanos * Math.max(1, agents.size()));
    }

    SteadyBlocks blocks() {
        return blocks(endNanos);
    }

    /** The planned length, in seconds. */
    double seconds() {
        return Figures.seconds(endNanos - startNanos);
    }

    /** The known part up to an instant. */
    SteadyBlocks blocks(long untilNanos) {
        List<SteadyBlocks.Slot> slots = new ArrayList<>();
        for (int i = 0; i < successes.length && startNanos + (i + 1) * slotNanos <= untilNanos; i++) {
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
            TimeCounts its = times[block];
            rates.add(covered > 0 ? done * agents.size() / covered * 1e9 : Double.NaN);
            queued.add(covered > 0 ? waited * agents.size() / covered : Double.NaN);
            p95.add(its != null && its.total() >= P95_NEEDS ? its.nanosAt(P95) / 1e6 : Double.NaN);
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
                queued);
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
}
