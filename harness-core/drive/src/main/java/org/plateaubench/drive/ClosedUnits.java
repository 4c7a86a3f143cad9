// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Pacing;
import org.plateaubench.drive.run.FieldHandles;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.run.UnitRecord;
import org.plateaubench.drive.schedule.LoadCurve;
import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.drive.schedule.SequenceKeys;
import org.plateaubench.drive.schedule.SequenceKeys.Purpose;
import org.plateaubench.drive.schedule.UnitCatalog;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.WindowTimeline;
import org.plateaubench.measure.recorder.ScheduleRecorder;

/**
 * The units of one user in closed load, on the user's own schedule (measurement rules M3 and M4). The gap after a unit
 * is drawn from that unit's pacing. With a cycle time, the first unit is due at the user's start plus the residual of a
 * gap, as if the user had run for a long time. With think time, it is due at the start plus a uniform share of the mean
 * gap, so that users that start together do not run in lockstep.
 *
 * <p>If the number of users follows a schedule, a user that leaves finishes the units that were due before. Then no
 * unit is due for it, so none is late or omitted. When the user returns, it begins as a new user.
 *
 * <p>A pipelined user takes several units at a time, which share one intended start (M7); the gap after the last one
 * taken leads to the next.
 */
public final class ClosedUnits implements UnitSource {
    private static final VarHandle ENDED_STARTS = FieldHandles.of(MethodHandles.lookup(), "endedStarts", long.class);

    private final RunContext run;
    private final UnitCatalog catalog;
    private final PhaseTimeline timeline;
    private final ScheduleRecorder schedule;
    private final WindowTimeline windows;
    private final SequenceKeys keys;
    private final int depth;
    private long nextNumber;

    private int lastUnit;
    private boolean inService;
    private final LoadCurve curve;
    private final int user;
    private long activeEndNanos;
    private int joins;
    private long intendedNanos;
    private long gapNanos;
    private long gapOriginNanos;
    private boolean isGapKnown;
    private long drawnNanos;
    private long endedStarts;

    public ClosedUnits(RunContext run, int user) {
        DriveSpec spec = run.spec();
        this.run = run;
        this.catalog = run.catalog();
        this.timeline = run.timeline();
        this.schedule = run.schedule();
        this.windows = run.windows();
        this.keys = SequenceKeys.ofUser(spec, user);
        this.depth = spec.load().depth();
        this.curve = run.curve();
        this.user = user;
        join(0);
    }

    /** Joins, or rejoins, the load at the first instant from the given one at which the load requires the user. */
    private void join(long fromNanos) {
        Pacing first = catalog.pacing(choose(lastUnit));
        activeEndNanos = fromNanos;
        do {
            long startNanos = curve.nextActive(user, activeEndNanos);
            if (startNanos == LoadCurve.NEVER) {
                intendedNanos = LoadCurve.NEVER;
                return;
            }
            activeEndNanos = curve.nextInactive(user, startNanos);
            intendedNanos = startNanos + firstGap(first, keys.uniform(nextNumber, Purpose.FIRST_START, joins));
            joins++;
        } while (intendedNanos >= activeEndNanos);
    }

    /** A fixed schedule begins within a gap; a first think time is spread over its mean to avoid lockstep. */
    private static long firstGap(Pacing pacing, double uniform) {
        Distribution gap = pacing.gap();
        return pacing.hasFixedSchedule() ? gap.residualNanos(uniform) : (long) (uniform * gap.meanNanos());
    }

    /** Sets the instant at which the next unit is due, unless the user has left by then. */
    private void setNextDue(long dueNanos, long freeNanos) {
        if (dueNanos < activeEndNanos) {
            intendedNanos = dueNanos;
        } else {
            isGapKnown = false;
            join(Math.max(activeEndNanos, freeNanos));
        }
    }

    /** Refuses a schedule that never advances, because it would have infinitely many due units. */
    public static void check(UnitCatalog catalog, DriveSpec spec) {
        for (int unit = 0; unit < spec.definition().units().size(); unit++) {
            Pacing pacing = catalog.pacing(unit);
            if (spec.countsBacklog() && !pacing.hasFixedSchedule()) {
                throw new IllegalArgumentException("a backlog is bounded only on a fixed schedule");
            }
            if (pacing.hasFixedSchedule() && !(pacing.gap().meanNanos() > 0)) {
                throw new IllegalArgumentException("a cycle time on a fixed schedule must be above zero");
            }
        }
    }

    SequenceKeys keys() {
        return keys;
    }

    @Override
    public boolean next(PacedUnit unit) {
        if (intendedNanos >= timeline.issueEndNanos()) {
            return false;
        }
        draw(unit);
        inService = true;
        return true;
    }

    private void draw(PacedUnit unit) {
        int previous = lastUnit;
        lastUnit = choose(previous);
        int cell = catalog.table().mixCell(nextNumber, previous, lastUnit);
        unit.assign(lastUnit, cell, keys, nextNumber, intendedNanos);
        gapNanos = catalog.gapNanos(lastUnit, keys, nextNumber);
        unit.setGap(gapNanos);
        nextNumber++;
    }

    private int choose(int previous) {
        return catalog.choose(keys, nextNumber, previous);
    }

    @Override
    public void started(long actualNanos, boolean freeInTime) {
        if (isGapKnown && freeInTime) {
            schedule.freeGap(windows.windowAt(intendedNanos), drawnNanos, actualNanos - gapOriginNanos);
        }
        isGapKnown = false;
    }

    @Override
    public void ended(long firstActualNanos, long lastEndNanos) {
        Pacing pacing = catalog.pacing(lastUnit);
        gapOriginNanos = gapOrigin(pacing, firstActualNanos, lastEndNanos);
        drawnNanos = gapNanos;
        long due = gapOriginNanos + gapNanos;
        // A rebased start waits for the end: the user is free at that start, but was not when the drawn gap was over.
        isGapKnown = due >= lastEndNanos;
        boolean isRebased = pacing.kind() == Pacing.Kind.CYCLE && pacing.onLate() == Pacing.OnLate.REBASE;
        long free = pacing.hasFixedSchedule() ? Long.MIN_VALUE : lastEndNanos;
        setNextDue(isRebased ? Math.max(due, lastEndNanos) : due, free);
        inService = false;
        ENDED_STARTS.setRelease(this, endedStarts + 1);
    }

    /** Units that were taken and have ended; those of a batch end together. May be called on any thread. */
    long endedUnits() {
        return depth * (long) ENDED_STARTS.getAcquire(this);
    }

    /** Skips the units of a fixed schedule that are due up to an instant; returns their number. No unit is taken. */
    long skipDue(long untilNanos) {
        long units = 0;
        while (intendedNanos <= untilNanos) {
            for (int i = 0; i < depth; i++) {
                lastUnit = choose(lastUnit);
                gapNanos = catalog.gapNanos(lastUnit, keys, nextNumber);
                nextNumber++;
            }
            units += depth;
            advanceFixedSchedule();
        }
        return units;
    }

    private long gapOrigin(Pacing pacing, long firstActualNanos, long lastEndNanos) {
        return switch (pacing.kind()) {
            case THINK -> lastEndNanos;
            case CYCLE ->
                switch (pacing.onLate()) {
                    case KEEP -> intendedNanos;
                    case REBASE -> firstActualNanos;
                };
        };
    }

    @Override
    public void end() {
        intendedNanos = LoadCurve.NEVER;
    }

    /**
     * Counts the units that will never start. On a fixed schedule all later starts are known, and at each of them a
     * batch is counted. On a schedule that depends on the ends of units, the next start is known only between two
     * units.
     */
    @Override
    public void abandonRest() {
        if (inService && !advanceFixedSchedule()) {
            return;
        }
        // Created here and not in the constructor, because there may be 100,000 users, and few need this object.
        PacedUnit rest = new PacedUnit(catalog, keys);
        UnitRecord record = new UnitRecord(run, rest);
        while (intendedNanos < timeline.issueEndNanos()) {
            for (int i = 0; i < depth; i++) {
                draw(rest);
                record.neverStarted(rest);
            }
            if (!advanceFixedSchedule()) {
                return;
            }
        }
    }

    private boolean advanceFixedSchedule() {
        if (!catalog.pacing(lastUnit).hasFixedSchedule()) {
            return false;
        }
        setNextDue(intendedNanos + gapNanos, Long.MIN_VALUE);
        return true;
    }
}
