// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.measure.histogram.Stripes;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.UserContext;

/**
 * Records what happens to one workload of one tile in this agent. Any thread records, without a lock; {@link #issued},
 * {@link #ok}, {@link #counter(int, long)} and the lags allocate nothing once the memory for a range of times is
 * allocated. Everything recorded before {@link #drain} is called is in that interval.
 */
public final class WorkloadRecorder {
    private static final int NONE = -1;

    private final int tile;
    private final String workload;
    private final List<RecordedLine> lines;
    private final List<MeasureDefinition> measures;
    private final DistinctErrors errors;
    private final Gauges gauges;
    private final AcknowledgedItems acknowledged;
    private final RecorderCells cells;
    private final RecorderDrain drain;
    private final int ownStripe;

    public WorkloadRecorder(
            int tile, String workload, List<RecordedLine> lines, List<MeasureDefinition> measures, int steadyParts) {
        this.tile = tile;
        this.workload = workload;
        this.lines = List.copyOf(lines);
        this.measures = List.copyOf(measures);
        errors = new DistinctErrors();
        gauges = new Gauges();
        acknowledged = new AcknowledgedItems();
        ownStripe = NONE;
        cells = new RecorderCells(lines.size(), measures.size(), steadyParts);
        drain = new RecorderDrain(cells, this.lines);
    }

    private WorkloadRecorder(WorkloadRecorder shared, int ownStripe) {
        this.tile = shared.tile;
        this.workload = shared.workload;
        this.lines = shared.lines;
        this.measures = shared.measures;
        this.errors = shared.errors;
        this.gauges = shared.gauges;
        this.acknowledged = shared.acknowledged;
        this.cells = shared.cells;
        this.drain = shared.drain;
        this.ownStripe = ownStripe;
    }

    /**
     * This recorder for one thread at a time, each of which must see the writes of the one before: its records need no
     * atomic addition. They are in the same intervals. Any thread may call it; there are as many such recorders as
     * threads can run at once, and later callers get this recorder itself.
     */
    public WorkloadRecorder forOneThread() {
        int next = cells.owned.getAndIncrement();
        return next < Stripes.OWNED ? new WorkloadRecorder(this, Stripes.COUNT + next) : this;
    }

    private int stripe() {
        return ownStripe == NONE ? Stripes.current() : ownStripe;
    }

    public void issued(int line, PhaseWindow window) {
        add(RecorderCells.issued(cells.cell(line, window)), 1);
    }

    /**
     * Records the harness's own lateness, once per operation (measurement rule M2). A negative lag is recorded as 0.
     */
    public void dispatchLag(PhaseWindow window, long nanos) {
        dispatchLag(window, nanos, 1);
    }

    public void dispatchLag(PhaseWindow window, long nanos, int operations) {
        cells.lags.record(RecorderCells.dispatchLag(window), stripe(), Math.max(0, nanos), operations);
    }

    /** Records how long a reply waited for the harness (measurement rule M2). A negative lag is recorded as 0. */
    public void completionLag(PhaseWindow window, long nanos) {
        completionLag(window, nanos, 1);
    }

    public void completionLag(PhaseWindow window, long nanos, int operations) {
        cells.lags.record(RecorderCells.completionLag(window), stripe(), Math.max(0, nanos), operations);
    }

    /**
     * Records how late an event loop noticed a probe, once per probe (measurement rule M16). A negative lag is recorded
     * as 0.
     */
    public void wakeUpLag(PhaseWindow window, long nanos) {
        cells.lags.record(RecorderCells.wakeUpLag(window), stripe(), Math.max(0, nanos), 1);
    }

    public void ok(
            int line, PhaseWindow window, long intendedNanos, long actualNanos, long endNanos, PhaseWindow endWindow) {
        ok(line, window, intendedNanos, actualNanos, endNanos, endWindow, 1);
    }

    /**
     * Records successes with the same stamps, such as those of one batch that end with one socket read (measurement
     * rule M7).
     */
    public void ok(
            int line,
            PhaseWindow window,
            long intendedNanos,
            long actualNanos,
            long endNanos,
            PhaseWindow endWindow,
            int operations) {
        // 0 or 1 without a branch, for the reason given in WindowTimeline: most runs would take the branch for the
        // first time inside the window.
        int inOtherWindow = Integer.signum(Math.abs(window.index() - endWindow.index()));
        int column = RecorderCells.ENDED_IN_WINDOW
                + inOtherWindow * (RecorderCells.ENDED_IN_OTHER - RecorderCells.ENDED_IN_WINDOW);
        times(cells.cell(line, window), column, intendedNanos, actualNanos, endNanos, operations);
        add(RecorderCells.endsFromOtherWindows(cells.cell(line, endWindow)), (long) inOtherWindow * operations);
    }

    /** Records a refusal; its times count with the successes (measurement rule M12). */
    public void declined(
            int line, PhaseWindow window, String reason, long intendedNanos, long actualNanos, long endNanos) {
        int cell = cells.cell(line, window);
        cells.declinedByReason[cell].add(reason);
        times(cell, RecorderCells.DECLINED, intendedNanos, actualNanos, endNanos, 1);
    }

    public void error(
            int line,
            PhaseWindow window,
            String errorClass,
            String message,
            long intendedNanos,
            long endNanos,
            boolean censored) {
        int cell = cells.cell(line, window);
        long responseNanos = elapsed(intendedNanos, endNanos);
        errors.record(lines.get(line).name(), errorClass, message, endNanos);
        cells.errorsByClass[cell].add(errorClass);
        cells.errorTimes.record(cell, stripe(), responseNanos);
        if (censored) {
            censored(cell, responseNanos);
        }
    }

    /**
     * Records an operation that is still running at the drain deadline, or was due and never started; the age is since
     * the intended start.
     */
    public void abandoned(int line, PhaseWindow window, long ageNanos) {
        int cell = cells.cell(line, window);
        add(RecorderCells.abandoned(cell), 1);
        censored(cell, ageNanos);
    }

    /** Records an arrival at a full queue; the age is the known part of its wait. */
    public void dropped(int line, PhaseWindow window, long ageNanos) {
        int cell = cells.cell(line, window);
        add(RecorderCells.dropped(cell), 1);
        censored(cell, ageNanos);
    }

    /**
     * Records a failed attempt of a user to connect. It is not an operation and appears among the distinct errors only.
     */
    public void connectFailed(String message, long atNanos) {
        errors.record(DistinctErrors.CONNECT, DistinctErrors.CONNECT, message, atNanos);
    }

    /**
     * Records a failure of the plugin outside of an operation, in which it would be an error of class {@link
     * DistinctErrors#PLUGIN_FAULT}. It appears among the distinct errors only.
     */
    public void pluginFault(String where, String message, long atNanos) {
        errors.record(where, DistinctErrors.PLUGIN_FAULT, message, atNanos);
    }

    public void counter(int measureIndex, long amount) {
        add(cells.measure(measureIndex), amount);
    }

    public UserContext.Counter counter(String name) {
        int index = index(name, MeasureDefinition.Kind.COUNTER);
        return amount -> counter(index, amount);
    }

    /**
     * Adds a level to a declared gauge, read once per interval until the returned task is run. When it throws, the
     * gauge is missing from that interval.
     */
    public Runnable gauge(String name, LongSupplier level) {
        index(name, MeasureDefinition.Kind.GAUGE);
        return gauges.register(name, level);
    }

    /**
     * Allocates memory in a window for values as in another one, so that recording its first values costs no more than
     * later ones.
     */
    public void allocateLike(PhaseWindow window, PhaseWindow other) {
        cells.allocateLike(window, other);
    }

    /**
     * The differences since the last call: over all calls each value is counted exactly once. The parts of a record
     * made during the call may be in two intervals. Must be called by one thread only.
     */
    public WorkloadInterval drain(WorkloadInterval.Levels levels) {
        return new WorkloadInterval(
                tile,
                workload,
                drain.lines(),
                drain.lags(),
                levels,
                ScheduleInterval.UNKNOWN,
                counters(),
                gauges.sums());
    }

    /** The first cause of each gauge that is missing from intervals, by name. May be called on any thread. */
    public Map<String, String> gaugeFailures() {
        return gauges.failures();
    }

    /** The items that the SUT acknowledged since the start. */
    public AcknowledgedItems acknowledged() {
        return acknowledged;
    }

    /** The distinct errors since the start. */
    public DistinctErrors errors() {
        return errors;
    }

    private void times(int cell, int column, long intendedNanos, long actualNanos, long endNanos, int operations) {
        int stripe = stripe();
        // The reader reads in the opposite order, so that no response is without its service time.
        cells.times.record(RecorderCells.service(cell, column), stripe, elapsed(actualNanos, endNanos), operations);
        cells.times.record(RecorderCells.response(cell, column), stripe, elapsed(intendedNanos, endNanos), operations);
    }

    /** Stamps of one monotonic clock; a caller that mixes clocks is found by tests and ends no run. */
    private static long elapsed(long startNanos, long endNanos) {
        assert endNanos >= startNanos : "end " + endNanos + " before start " + startNanos;
        return Math.max(0, endNanos - startNanos);
    }

    private void censored(int cell, long ageNanos) {
        cells.longestCensored.accumulateAndGet(cell, ageNanos, Math::max);
        add(RecorderCells.censored(cell), 1);
    }

    private void add(int counter, long amount) {
        cells.counters.add(counter, stripe(), amount);
    }

    private Map<String, Long> counters() {
        Map<String, Long> amounts = new HashMap<>();
        for (int i = 0; i < measures.size(); i++) {
            if (measures.get(i).kind() == MeasureDefinition.Kind.COUNTER) {
                amounts.put(measures.get(i).name(), cells.counters.drain(cells.measure(i)));
            }
        }
        return amounts;
    }

    private int index(String name, MeasureDefinition.Kind kind) {
        for (int i = 0; i < measures.size(); i++) {
            if (measures.get(i).name().equals(name) && measures.get(i).kind() == kind) {
                return i;
            }
        }
        throw new IllegalArgumentException("workload " + workload + " declares no " + kind + " '" + name + "'");
    }
}
