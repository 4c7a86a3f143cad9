// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.measure.histogram.StripedCounters;
import org.plateaubench.measure.histogram.Stripes;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;

/**
 * Counts the draws of the schedule of one workload and how its users spend their time, independently of the recorder of
 * operations, so that the two can be compared (measurement rules M18 to M20). Any thread adds, without a lock and
 * without allocation; one thread drains.
 */
public final class ScheduleRecorder {
    private static final int NONE = -1;
    private static final int FREE_GAPS = 3;
    private static final int ENDED = 0;
    private static final int BUSY = 1;
    private static final int IDLE = 2;
    private static final int ERROR_SERVICE = 3;
    private static final int IN_FLIGHT = 4;
    private static final int HAND_BACK = 5;
    private static final int SAMPLES = 6;
    private static final int SAMPLED = 7;
    private static final int SQUARES = 8;
    private static final int FLOWS = 9;

    private final List<PhaseWindow> windows;
    private final int choices;
    private final int units;
    private final int perWindow;
    private final StripedCounters draws;
    private final StripedCounters flow;
    private final AtomicLong maxSampled;
    private long endedBefore;
    private long inFlightBefore;
    private final AtomicInteger owned;
    private final int ownStripe;

    public ScheduleRecorder(int choices, int units, int steadyParts) {
        this.windows = PhaseWindow.all(steadyParts);
        this.choices = choices;
        this.units = units;
        this.perWindow = choices + units + FREE_GAPS;
        this.draws = new StripedCounters(PhaseWindow.indexCount(steadyParts) * perWindow);
        this.flow = new StripedCounters(FLOWS);
        this.maxSampled = new AtomicLong();
        this.owned = new AtomicInteger();
        this.ownStripe = NONE;
    }

    private ScheduleRecorder(ScheduleRecorder shared, int ownStripe) {
        this.windows = shared.windows;
        this.choices = shared.choices;
        this.units = shared.units;
        this.perWindow = shared.perWindow;
        this.draws = shared.draws;
        this.flow = shared.flow;
        this.maxSampled = shared.maxSampled;
        this.owned = shared.owned;
        this.ownStripe = ownStripe;
    }

    /** This recorder for one thread at a time, like {@link WorkloadRecorder#forOneThread}. */
    public ScheduleRecorder forOneThread() {
        int next = owned.getAndIncrement();
        return next < Stripes.OWNED ? new ScheduleRecorder(this, Stripes.COUNT + next) : this;
    }

    private int stripe() {
        return ownStripe == NONE ? Stripes.current() : ownStripe;
    }

    public void chosen(PhaseWindow window, int cell) {
        draws.add(window.index() * perWindow + cell, stripe(), 1);
    }

    /** Counts the gap drawn to follow a unit, in the window of the intended start of that unit. */
    public void drawn(PhaseWindow window, int unit, long gapNanos) {
        draws.add(window.index() * perWindow + choices + unit, stripe(), gapNanos);
    }

    /** Counts a gap over which the user was free in time (measurement rule M19). */
    public void freeGap(PhaseWindow window, long drawnNanos, long actualNanos) {
        int stripe = stripe();
        int cell = window.index() * perWindow + choices + units;
        draws.add(cell, stripe, 1);
        draws.add(cell + 1, stripe, drawnNanos);
        draws.add(cell + 2, stripe, actualNanos);
    }

    public void started(long idleNanos) {
        flow.add(IDLE, stripe(), idleNanos);
    }

    /** Counts the end, or cancellation, of an operation after this time. */
    public void ended(long busyNanos) {
        ended(busyNanos, 1);
    }

    /** Counts the ends of several operations after this total time. */
    public void ended(long busyNanos, int operations) {
        int stripe = stripe();
        flow.add(BUSY, stripe, busyNanos);
        flow.add(ENDED, stripe, operations);
    }

    /** Counts that a user enters its driver with a number of operations, which are in flight from now on. */
    public void entered(int operations) {
        flow.add(IN_FLIGHT, stripe(), operations);
    }

    /**
     * Counts that a user returns from its driver with a number of operations, or that they were taken from it, so that
     * they are no longer in flight.
     */
    public void left(int operations) {
        flow.add(IN_FLIGHT, stripe(), -operations);
    }

    /**
     * Counts the time, summed, for which operations were still in flight after they had ended, since the harness was
     * handling the reply.
     */
    public void recordHandBack(long nanos) {
        flow.add(HAND_BACK, stripe(), nanos);
    }

    /** Takes a sample of the operations in flight. Must be called by one thread only. */
    public void sample() {
        long inFlight = flow.total(IN_FLIGHT);
        int stripe = stripe();
        flow.add(SAMPLED, stripe, inFlight);
        flow.add(SQUARES, stripe, inFlight * inFlight);
        flow.add(SAMPLES, stripe, 1);
        maxSampled.accumulateAndGet(inFlight, Math::max);
    }

    public void error(long serviceNanos) {
        flow.add(ERROR_SERVICE, stripe(), serviceNanos);
    }

    /**
     * Begins the reading of this object and of the recorder; changes from here to the end of {@link #drain} are counted
     * as moved.
     */
    public void beginReading() {
        endedBefore = flow.total(ENDED);
        inFlightBefore = flow.total(IN_FLIGHT);
    }

    private long moved() {
        long endings = flow.total(ENDED) - endedBefore;
        long starts = endings + flow.total(IN_FLIGHT) - inFlightBefore;
        return endings + Math.max(0, starts);
    }

    /** The differences since the last call. Must be called by one thread only. */
    public ScheduleInterval drain(long pendingNanos, long ageNanos) {
        List<ScheduleInterval.Draws> intervals = new ArrayList<>();
        for (PhaseWindow window : windows) {
            int first = window.index() * perWindow;
            Map<Integer, Long> chosen = changed(first, choices);
            Map<Integer, Long> gaps = changed(first + choices, units);
            int free = first + choices + units;
            ScheduleInterval.Gaps freeGaps =
                    new ScheduleInterval.Gaps(draws.drain(free), draws.drain(free + 1), draws.drain(free + 2));
            if (!chosen.isEmpty() || !gaps.isEmpty() || freeGaps.count() != 0) {
                intervals.add(new ScheduleInterval.Draws(window, chosen, gaps, freeGaps));
            }
        }
        return new ScheduleInterval(
                intervals,
                new ScheduleInterval.Flow(
                        flow.drain(ENDED),
                        flow.drain(BUSY),
                        flow.drain(IDLE),
                        flow.drain(ERROR_SERVICE),
                        pendingNanos,
                        inFlight(ageNanos)));
    }

    private ScheduleInterval.InFlight inFlight(long ageNanos) {
        return new ScheduleInterval.InFlight(
                flow.drain(SAMPLES),
                flow.drain(SAMPLED),
                flow.drain(SQUARES),
                maxSampled.getAndSet(0),
                flow.drain(HAND_BACK),
                ageNanos,
                moved());
    }

    private Map<Integer, Long> changed(int first, int count) {
        Map<Integer, Long> changed = new HashMap<>();
        for (int i = 0; i < count; i++) {
            long difference = draws.drain(first + i);
            if (difference != 0) {
                changed.put(i, difference);
            }
        }
        return changed;
    }
}
