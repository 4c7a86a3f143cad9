// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.Arrays;
import org.plateaubench.api.Load;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.run.UnitRecord;
import org.plateaubench.drive.schedule.LoadCurve;
import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.drive.schedule.SequenceKeys;
import org.plateaubench.drive.schedule.SequenceKeys.Purpose;
import org.plateaubench.drive.schedule.UnitCatalog;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.PhaseTimeline;

/**
 * The arrivals of an open load that wait for a user (measurement rule M6). There is no thread that generates arrivals:
 * a user that becomes free takes the next one, ahead of time if necessary, and waits for it itself. That is the same as
 * a queue served first come first served by the longest-free user: the j-th user to become free serves the j-th arrival
 * that is not dropped, and begins at the later of the two instants.
 *
 * <p>Arrivals while no user is free are put into the queue at its next use, in the order of arrival. The bound is
 * checked as it was at each arrival, since nothing leaves the queue between two uses. A user that becomes free exactly
 * at the instant of an arrival is free for it. Thread-safe; the lock is held for a few hundred nanoseconds.
 */
public final class ArrivalQueue {
    private static final int FIRST_CAPACITY = 64;

    private final LaneMerge merge;
    private final int bound;
    private final PhaseTimeline timeline;
    private final NanoClock clock;
    private final UnitRecord record;
    private final PacedUnit scratch;
    private SequenceKeys[] waitingKeys = new SequenceKeys[FIRST_CAPACITY];
    private long[] waitingNumbers = new long[FIRST_CAPACITY];
    private long[] waitingInstants = new long[FIRST_CAPACITY];
    private int[] waitingUnits = new int[FIRST_CAPACITY];
    private int[] waitingCells = new int[FIRST_CAPACITY];
    private int head;
    private int size;
    private boolean closed;

    public ArrivalQueue(RunContext run, Load.Open load) {
        DriveSpec spec = run.spec();
        Lane[] lanes = new Lane[spec.share().lanes()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(
                    spec, load, run.catalog(), run.curve(), spec.share().firstLane() + i);
        }
        this.merge = new LaneMerge(lanes);
        this.bound = spec.share().queueBound();
        this.timeline = run.timeline();
        this.clock = run.clock();
        this.scratch = new PacedUnit(run.catalog(), lanes[0].keys());
        this.record = new UnitRecord(run, scratch);
    }

    synchronized boolean take(PacedUnit unit) {
        long now = clock.nanoTime();
        if (admitUntil(now)) {
            return false;
        }
        if (size > 0) {
            takeWaiting(unit);
            return true;
        }
        Lane next = merge.first();
        if (next.instantNanos() >= timeline.issueEndNanos()) {
            return false;
        }
        copy(next, unit);
        merge.advance();
        return true;
    }

    public synchronized int waiting() {
        admitUntil(clock.nanoTime());
        return size;
    }

    /** Records waiting arrivals as abandoned once issuing has ended; without effect before that. */
    public synchronized void closeWhenIssuingEnds() {
        admitUntil(clock.nanoTime());
    }

    /** Admits arrivals up to now; returns whether the queue is closed, since issuing has ended. */
    private boolean admitUntil(long now) {
        if (closed) {
            return true;
        }
        long issueEnd = timeline.issueEndNanos();
        long until = Math.min(now, issueEnd);
        for (Lane next = merge.first(); next.instantNanos() < until; next = merge.first()) {
            if (size < bound) {
                append(next);
            } else {
                copy(next, scratch);
                record.dropped(scratch);
            }
            merge.advance();
        }
        closed = now >= issueEnd;
        if (closed) {
            abandonWaiting();
        }
        return closed;
    }

    private void abandonWaiting() {
        while (size > 0) {
            takeWaiting(scratch);
            record.neverStarted(scratch);
        }
    }

    private void takeWaiting(PacedUnit unit) {
        unit.assign(
                waitingUnits[head], waitingCells[head], waitingKeys[head], waitingNumbers[head], waitingInstants[head]);
        head = (head + 1) % waitingUnits.length;
        size--;
    }

    private static void copy(Lane from, PacedUnit unit) {
        unit.assign(from.unit(), from.mixCell(), from.keys(), from.number(), from.instantNanos());
    }

    private void append(Lane next) {
        if (size == waitingUnits.length) {
            grow();
        }
        int tail = (head + size) % waitingUnits.length;
        waitingUnits[tail] = next.unit();
        waitingCells[tail] = next.mixCell();
        waitingKeys[tail] = next.keys();
        waitingNumbers[tail] = next.number();
        waitingInstants[tail] = next.instantNanos();
        size++;
    }

    /** Doubles the capacity; only called when the queue is full, so the ring is unrolled from its head. */
    private void grow() {
        int capacity = (int) Math.min(2L * size, Math.max(bound, size + 1L));
        int[] units = Arrays.copyOf(waitingUnits, capacity);
        int[] cells = Arrays.copyOf(waitingCells, capacity);
        SequenceKeys[] keys = Arrays.copyOf(waitingKeys, capacity);
        long[] numbers = Arrays.copyOf(waitingNumbers, capacity);
        long[] instants = Arrays.copyOf(waitingInstants, capacity);
        for (int i = 0; i < size; i++) {
            int from = (head + i) % size;
            units[i] = waitingUnits[from];
            cells[i] = waitingCells[from];
            keys[i] = waitingKeys[from];
            numbers[i] = waitingNumbers[from];
            instants[i] = waitingInstants[from];
        }
        waitingUnits = units;
        waitingCells = cells;
        waitingKeys = keys;
        waitingNumbers = numbers;
        waitingInstants = instants;
        head = 0;
    }

    /** The arrivals of several lanes in the order of time: a binary heap of lanes. Not thread-safe. */
    private static final class LaneMerge {
        private final Lane[] heap;

        LaneMerge(Lane[] lanes) {
            heap = lanes.clone();
            for (int i = heap.length / 2 - 1; i >= 0; i--) {
                sink(i);
            }
        }

        Lane first() {
            return heap[0];
        }

        void advance() {
            heap[0].advance();
            sink(0);
        }

        private void sink(int from) {
            int parent = from;
            for (int child = 2 * parent + 1; child < heap.length; child = 2 * parent + 1) {
                if (child + 1 < heap.length && heap[child + 1].isBefore(heap[child])) {
                    child++;
                }
                if (!heap[child].isBefore(heap[parent])) {
                    return;
                }
                Lane lane = heap[child];
                heap[child] = heap[parent];
                heap[parent] = lane;
                parent = child;
            }
        }
    }

    /** The units of one user in open load: the arrivals that it takes from the queue. */
    public record OpenUnits(ArrivalQueue queue) implements UnitSource {

        @Override
        public boolean next(PacedUnit unit) {
            return queue.take(unit);
        }

        @Override
        public void started(long actualNanos, boolean freeInTime) {}

        @Override
        public void ended(long firstActualNanos, long lastEndNanos) {}

        /** The queue itself accounts for arrivals that no user took. */
        @Override
        public void abandonRest() {}
    }

    /**
     * One of the independent sequences of arrivals that make up an open load (measurement rules M6 and M14). Arrivals
     * are spaced in expected numbers, regular or exponential, and a curve converts those into instants. Confined to the
     * lock of its queue.
     */
    private static final class Lane {
        private final SequenceKeys keys;
        private final UnitCatalog catalog;
        private final LoadCurve curve;
        private final Load.Open load;
        private long number = -1;
        private double expected;
        private int unit;
        private int mixCell;
        private long instantNanos;

        Lane(DriveSpec spec, Load.Open load, UnitCatalog catalog, LoadCurve curve, int lane) {
            this.keys = SequenceKeys.ofLane(spec, lane);
            this.catalog = catalog;
            this.curve = curve;
            this.load = load;
            advance();
        }

        /**
         * Moves to the next arrival. Regular arrivals of all lanes together are in the middle of equal cells, lane
         * after lane, so that no arrival falls on the edge of a phase by rounding. A Poisson lane has a share of the
         * rate and exponential gaps; all lanes together are a Poisson process of the full rate.
         */
        void advance() {
            number++;
            int previous = unit;
            unit = catalog.choose(keys, number, previous);
            mixCell = catalog.table().mixCell(number, previous, unit);
            expected = switch (load.arrival()) {
                case REGULAR -> (double) number * load.lanes() + keys.sequence() + 0.5;
                case POISSON -> expected - Math.log1p(-keys.uniform(number, Purpose.ARRIVAL, 0)) * load.lanes();
            };
            instantNanos = curve.instantOf(expected);
        }

        long instantNanos() {
            return instantNanos;
        }

        /** Number of the current arrival, from 0. */
        long number() {
            return number;
        }

        int unit() {
            return unit;
        }

        int mixCell() {
            return mixCell;
        }

        SequenceKeys keys() {
            return keys;
        }

        /** Order of arrivals: by time, and by lane at the same time. */
        boolean isBefore(Lane other) {
            return instantNanos != other.instantNanos
                    ? instantNanos < other.instantNanos
                    : keys.sequence() < other.keys.sequence();
        }
    }
}
