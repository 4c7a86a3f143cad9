// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.run;

import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.drive.schedule.UnitCatalog;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WindowTimeline;
import org.plateaubench.measure.recorder.ScheduleRecorder;
import org.plateaubench.measure.recorder.WorkloadRecorder;

/**
 * Reports a unit and its operations to the recorder. Only here stamps become records (measurement rules M1, M2, M5, M9,
 * M10). One unit at a time; confined to the user that runs it, or to the supervisor once it has taken the unit over.
 */
public final class UnitRecord {
    /** Class of the error of an operation that its unit did not reach. */
    static final String SKIPPED = "skipped";

    public static final String TIMEOUT = Outcome.TIMEOUT;

    private final UnitCatalog catalog;
    private final WorkloadRecorder recorder;
    private final ScheduleRecorder schedule;
    private final WindowTimeline windows;
    private final PacedUnit unit;
    private int position;
    private PhaseWindow unitWindow = PhaseWindow.RAMP_UP;
    private PhaseWindow window = PhaseWindow.RAMP_UP;
    private long intendedNanos;
    private long actualNanos;
    private long freeAtNanos;
    private long unitActualNanos;
    private OutcomeKind worst = OutcomeKind.OK;
    private String reason = "";
    private boolean censored;

    public UnitRecord(RunContext run, PacedUnit unit) {
        this.catalog = run.catalog();
        this.recorder = run.recorder();
        this.schedule = run.schedule();
        this.windows = run.windows();
        this.unit = unit;
    }

    /** Begins a unit that was handed to its user; no operation of it has started. */
    public void begin() {
        position = 0;
        worst = OutcomeKind.OK;
        reason = "";
        censored = false;
    }

    /** The next operation has gone to the driver, due at the given instant. */
    public void issued(long dueNanos, PhaseWindow window) {
        intendedNanos = dueNanos;
        this.window = window;
        recorder.issued(unit.operation(position), window);
        if (position == 0) {
            unitIssued();
        }
    }

    /** Continues a unit of one operation that was issued without this record. */
    public void resume(long dueNanos, PhaseWindow window, long actualNanos, long freeAtNanos) {
        begin();
        intendedNanos = dueNanos;
        this.window = window;
        unitWindow = window;
        started(actualNanos, freeAtNanos);
    }

    /** Stores the start of the operation and does no more, since time after this point counts for the SUT. */
    public void started(long actualNanos, long freeAtNanos) {
        this.actualNanos = actualNanos;
        this.freeAtNanos = freeAtNanos;
        if (position == 0) {
            unitActualNanos = actualNanos;
        }
    }

    /** Records how long the reply to the running operation waited for the harness (measurement rule M2). */
    public void completionLag(long nanos) {
        recorder.completionLag(window, nanos);
    }

    private void dispatchLag() {
        recorder.dispatchLag(window, actualNanos - Math.max(intendedNanos, freeAtNanos));
    }

    private void unitIssued() {
        unitWindow = windows.windowAt(unit.intendedNanos());
        chosen(unit, unitWindow);
        if (unit.hasLine()) {
            recorder.issued(unit.line(), unitWindow);
        }
    }

    /** Counts the draws of a unit in any case, because a mix consists of choices and not of completions. */
    public void chosen(PacedUnit paced, PhaseWindow window) {
        for (int i = 0; i < paced.choices(); i++) {
            schedule.chosen(window, paced.choice(i));
        }
        if (paced.gapNanos() != PacedUnit.NO_GAP) {
            schedule.drawn(window, paced.index(), paced.gapNanos());
        }
    }

    /** Records a unit without operations, which ends when it is due. */
    public void emptyUnit(long nowNanos) {
        unitActualNanos = nowNanos;
        unitIssued();
        unitEnded(nowNanos);
    }

    /**
     * The operation that was issued has ended; returns whether a further one may follow. A driver that stopped waiting
     * before the timeout reports that itself, and its operation is censored as well (measurement rule M12).
     */
    public boolean ended(Outcome outcome, long endNanos, boolean timedOut) {
        dispatchLag();
        int operation = unit.operation(position);
        boolean isCensored = timedOut
                || (outcome.kind() == OutcomeKind.ERROR && outcome.reason().equals(TIMEOUT));
        switch (outcome.kind()) {
            case OK -> recorder.ok(operation, window, intendedNanos, actualNanos, endNanos, windows.windowAt(endNanos));
            case DECLINED ->
                recorder.declined(operation, window, outcome.reason(), intendedNanos, actualNanos, endNanos);
            case ERROR, ABANDONED, DROPPED -> {
                recorder.error(
                        operation, window, outcome.reason(), outcome.message(), intendedNanos, endNanos, isCensored);
                schedule.error(endNanos - actualNanos);
            }
        }
        addToUnit(outcome, isCensored);
        position++;
        if (outcome.kind() == OutcomeKind.ERROR && catalog.endsUnitOnError(operation)) {
            skipRest(endNanos);
        }
        return position < unit.length();
    }

    public int position() {
        return position;
    }

    public boolean isNextConditional() {
        return position < unit.length() && unit.isConditional(position);
    }

    /** The driver has decided that the next operation does not apply. */
    public void skipOperation() {
        position++;
    }

    /** Returns whether the unit continues with the next operation; otherwise records its end. */
    public boolean continueOrEnd(long endNanos) {
        if (position < unit.length()) {
            return true;
        }
        unitEnded(endNanos);
        return false;
    }

    /** Error outranks declined, which outranks ok; the first of several of a kind gives the reason. */
    private void addToUnit(Outcome outcome, boolean isCensored) {
        censored |= isCensored;
        if (outcome.kind().compareTo(worst) > 0) {
            worst = outcome.kind();
            reason = outcome.reason();
        }
    }

    /**
     * Operations that the unit does not reach count as issued and as errors without a time: intended, begun and ended
     * at the end of the failed operation. Operations of conditional steps are left out, since they might not have
     * applied.
     */
    private void skipRest(long endNanos) {
        PhaseWindow skippedWindow = windows.windowAt(endNanos);
        for (; position < unit.length(); position++) {
            if (unit.isConditional(position)) {
                continue;
            }
            int operation = unit.operation(position);
            recorder.issued(operation, skippedWindow);
            recorder.error(operation, skippedWindow, SKIPPED, "", endNanos, endNanos, false);
        }
    }

    private void unitEnded(long endNanos) {
        if (!unit.hasLine()) {
            return;
        }
        int line = unit.line();
        long intended = unit.intendedNanos();
        switch (worst) {
            case OK -> recorder.ok(line, unitWindow, intended, unitActualNanos, endNanos, windows.windowAt(endNanos));
            case DECLINED -> recorder.declined(line, unitWindow, reason, intended, unitActualNanos, endNanos);
            case ERROR, ABANDONED, DROPPED ->
                recorder.error(line, unitWindow, reason, "", intended, endNanos, censored);
        }
    }

    public void abandonedInFlight(long nowNanos) {
        dispatchLag();
        recorder.abandoned(unit.operation(position), window, nowNanos - intendedNanos);
        unitAbandoned(nowNanos);
    }

    /** The next operation of the unit is not started any more. */
    public void notStarted(long dueNanos, long nowNanos) {
        if (position == 0) {
            neverStarted(unit);
            return;
        }
        long issueEnd = windows.issueEndNanos();
        if (dueNanos < issueEnd) {
            recorder.abandoned(unit.operation(position), windows.windowAt(dueNanos), issueEnd - dueNanos);
        }
        unitAbandoned(nowNanos);
    }

    private void unitAbandoned(long nowNanos) {
        if (unit.hasLine()) {
            recorder.abandoned(unit.line(), unitWindow, nowNanos - unit.intendedNanos());
        }
    }

    /**
     * Records a unit that was due before issuing ended and was never started: its first operation, which is the only
     * one whose intended start is known, and its own line. The age is the time until issuing ended: the SUT is not
     * responsible for later time, nor for a unit that was not due yet.
     */
    public void neverStarted(PacedUnit paced) {
        long issueEnd = windows.issueEndNanos();
        long due = paced.intendedNanos();
        if (due >= issueEnd) {
            return;
        }
        PhaseWindow dueWindow = windows.windowAt(due);
        chosen(paced, dueWindow);
        if (paced.length() > 0) {
            recorder.abandoned(paced.operation(0), dueWindow, issueEnd - due);
        }
        if (paced.hasLine()) {
            recorder.abandoned(paced.line(), dueWindow, issueEnd - due);
        }
    }

    /** Records an arrival that found the queue full (measurement rule M6); its waiting time is 0. */
    public void dropped(PacedUnit paced) {
        PhaseWindow dueWindow = windows.windowAt(paced.intendedNanos());
        chosen(paced, dueWindow);
        if (paced.length() > 0) {
            recorder.dropped(paced.operation(0), dueWindow, 0);
        }
        if (paced.hasLine()) {
            recorder.dropped(paced.line(), dueWindow, 0);
        }
    }
}
