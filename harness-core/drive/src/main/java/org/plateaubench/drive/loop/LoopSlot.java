// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.drive.run.Failures;
import org.plateaubench.drive.run.FieldHandles;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.run.UnitRecord;
import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.drive.schedule.SequenceKeys;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.drive.user.ReusedCall;
import org.plateaubench.drive.user.TimerHeap;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;

/** One outstanding operation of a user on an event loop; subclasses define the pacing. Confined to the loop. */
abstract class LoopSlot extends LoopOperation {
    private static final VarHandle SINCE = FieldHandles.of(MethodHandles.lookup(), "sinceNanos", long.class);
    private static final VarHandle STATE = FieldHandles.of(MethodHandles.lookup(), "state", State.class);

    private final RunContext run;
    private final LoopConnection connection;
    private final PacedUnit unit;
    private final UnitRecord record;
    private final ReusedCall call;
    private final TimerHeap.Entry nextStep;
    private @Nullable Completion completion;
    private State state = State.IDLE;
    private int position;
    private long dueNanos;
    private long actualNanos;
    private long freeAtNanos;
    private long sinceNanos;
    private boolean isPlain;
    private PhaseWindow window = PhaseWindow.RAMP_UP;

    private enum State {
        /** The slot has no unit. */
        IDLE,
        /** The slot has a unit whose next operation is not due yet, or waits for the connection. */
        WAITING,
        RUNNING
    }

    /** A slot without a unit; the keys come from its connection. */
    LoopSlot(RunContext run, LoopConnection connection, SequenceKeys keys) {
        this.run = run;
        this.connection = connection;
        this.unit = new PacedUnit(run.catalog(), keys);
        this.call = new ReusedCall(unit);
        this.record = new UnitRecord(run, unit);
        this.nextStep = connection.loop().timer(this::startDue);
    }

    abstract void startDue();

    abstract void unitStarted(long startNanos, boolean freeInTime);

    abstract void unitEnded(long endNanos);

    /** Takes the next unit of a source; false when there is none. */
    boolean take(UnitSource source) {
        if (!source.next(unit)) {
            return false;
        }
        isPlain = unit.isPlain();
        if (!isPlain) {
            record.begin();
        }
        position = 0;
        dueNanos = unit.intendedNanos();
        state = State.WAITING;
        return true;
    }

    long dueNanos() {
        return dueNanos;
    }

    /** The batch that the slot is paced with has ended: only now is the user free for the next one. */
    void batchEndedAt(long lastEndNanos) {
        freeAtNanos = Math.max(freeAtNanos, lastEndNanos);
    }

    /** Start of the slot's present state. May be called on any thread. */
    long sinceNanos() {
        return (long) SINCE.getAcquire(this);
    }

    /** Whether the slot is running; may be outdated, since the state is a plain field. May be called on any thread. */
    boolean appearsRunning() {
        return (State) STATE.getOpaque(this) == State.RUNNING;
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    long deadlineNanos() {
        return actualNanos + call.timeoutNanos();
    }

    /** The user is connected, possibly again, and free from now on. */
    void connectedAt(long nowNanos) {
        freeAtNanos = nowNanos;
        SINCE.setRelease(this, nowNanos);
    }

    void resume() {
        if (state == State.WAITING) {
            connection.loop().arm(nextStep, dueNanos);
        }
    }

    /** Prepares the due operation for the hand-over; false when there is none. */
    boolean makeReady(long nowNanos) {
        if (state != State.WAITING) {
            return false;
        }
        if (unit.length() == 0) {
            endEmpty(nowNanos);
            return false;
        }
        call.pointTo(position, dueNanos, run.catalog().timeoutNanos(unit.operation(position)));
        completion = new SlotCompletion();
        return true;
    }

    /** Marks the operation as running from the given instant; returns the instant at which it exceeds its timeout. */
    long markRunning(long actualNanos) {
        this.actualNanos = actualNanos;
        state = State.RUNNING;
        return deadlineNanos();
    }

    void handTo(AsyncDriver driver) {
        Completion current = completion;
        if (current != null) {
            driver.start(call, current);
        }
    }

    /** The operation was not handed over and waits again. */
    void takeBack() {
        completion = null;
        state = State.WAITING;
    }

    /** Records that the operation was handed over; returns how long the user was free before it. */
    long recordHandOver(PhaseWindow window) {
        if (isPlain) {
            this.window = window;
            run.recorder().issued(unit.operation(0), window);
            record.chosen(unit, window);
        } else {
            record.issued(dueNanos, window);
            record.started(actualNanos, freeAtNanos);
        }
        long idleNanos = run.activeNanos(connection.user(), sinceNanos, actualNanos);
        SINCE.setRelease(this, actualNanos);
        if (position == 0) {
            unitStarted(actualNanos, freeAtNanos <= dueNanos);
        }
        return idleNanos;
    }

    /** The driver has thrown; if it completed the operation before, that completion counts. */
    void startFailed(Throwable failure) {
        if (state == State.RUNNING) {
            long now = connection.loop().nanoTime();
            run.schedule().left(1);
            end(Failures.outcome(failure, run.listener()), now, now, false);
        }
    }

    private void endEmpty(long nowNanos) {
        unitStarted(nowNanos, freeAtNanos <= dueNanos);
        record.emptyUnit(nowNanos);
        state = State.IDLE;
        freeAtNanos = nowNanos;
        unitEnded(nowNanos);
    }

    /**
     * Takes the driver's outcome of the operation. There is one object per operation, so that a late or repeated call
     * is not mistaken for the completion of a later operation.
     */
    private final class SlotCompletion implements Completion {
        @Override
        public void complete(Outcome outcome, long endNanos) {
            SelectorLoop loop = connection.loop();
            if (loop.inLoop()) {
                accept(outcome, endNanos, loop.noticedNanos(endNanos));
            } else {
                long noticed = loop.nanoTime();
                loop.submit(() -> {
                    accept(outcome, endNanos, noticed);
                    loop.processCompletions();
                });
            }
        }

        private void accept(@Nullable Outcome outcome, long endNanos, long noticedNanos) {
            if (completion != this) {
                return;
            }
            completion = null;
            if (outcome != null && outcome.connectionLost()) {
                connection.reportLoss();
            }
            // No end is in the future; this also detects instants of another clock.
            long end = endNanos == NOW ? noticedNanos : Math.min(endNanos, noticedNanos);
            connection.loop().addCompletion(LoopSlot.this, outcome, end, noticedNanos);
        }
    }

    @Override
    final long handBackNanos(long endNanos, long polledNanos, long nowNanos) {
        return Math.max(0, nowNanos - Math.max(Math.max(endNanos, polledNanos), actualNanos));
    }

    @Override
    final void completed(SuccessBatch successes, @Nullable Outcome given, long endNanos, long noticedNanos) {
        long end = Math.max(endNanos, actualNanos);
        long lagNanos = end - Math.max(connection.loop().replySinceNanos(), actualNanos);
        boolean timedOut = end - actualNanos > call.timeoutNanos();
        Outcome outcome = Failures.checked(given, connection.driver());
        if (!isPlain || timedOut || outcome.kind() != OutcomeKind.OK || outcome.connectionLost()) {
            record().completionLag(lagNanos);
            end(outcome, end, noticedNanos, timedOut);
            return;
        }
        successes.ok(
                unit.operation(0),
                window,
                dueNanos,
                actualNanos,
                end,
                actualNanos - Math.max(dueNanos, freeAtNanos),
                lagNanos,
                Math.max(0, noticedNanos - actualNanos));
        SINCE.setRelease(this, end);
        freeAtNanos = end;
        state = State.IDLE;
        connection.operationEnded(false);
        unitEnded(end);
    }

    /** The record of the unit. A plain unit uses it only if its operation does not succeed. */
    private UnitRecord record() {
        if (isPlain) {
            isPlain = false;
            if (state == State.RUNNING) {
                record.resume(dueNanos, window, actualNanos, freeAtNanos);
            } else {
                record.begin();
            }
        }
        return record;
    }

    /** The operation has ended, by itself or by the harness. */
    private void end(Outcome outcome, long endNanos, long seenNanos, boolean timedOut) {
        UnitRecord unitRecord = record();
        run.schedule().ended(Math.max(0, seenNanos - actualNanos));
        SINCE.setRelease(this, endNanos);
        completion = null;
        state = State.WAITING;
        freeAtNanos = endNanos;
        connection.operationEnded(outcome.connectionLost());
        unitRecord.ended(timedOut ? Failures.TIMED_OUT : outcome, endNanos, timedOut);
        while (unitRecord.isNextConditional() && !applies(unitRecord.position())) {
            unitRecord.skipOperation();
        }
        if (unitRecord.continueOrEnd(endNanos)) {
            position = unitRecord.position();
            dueNanos = endNanos + unit.pauseNanos(position);
            connection.loop().arm(nextStep, dueNanos);
        } else {
            state = State.IDLE;
            unitEnded(endNanos);
        }
    }

    private boolean applies(int next) {
        call.pointTo(next, freeAtNanos, run.catalog().timeoutNanos(unit.operation(next)));
        return connection.applies(call);
    }

    /** The harness ends the operation; later reports of the driver are ignored. */
    void endByHarness(Outcome outcome, long nowNanos, boolean timedOut) {
        run.schedule().left(1);
        end(outcome, nowNanos, nowNanos, timedOut);
    }

    void abandon(long nowNanos) {
        if (state == State.RUNNING) {
            UnitRecord unitRecord = record();
            completion = null;
            state = State.IDLE;
            run.schedule().left(1);
            connection.operationEnded(false);
            unitRecord.abandonedInFlight(nowNanos);
        } else {
            cancelWaiting();
        }
    }

    /** The loop was taken over from its thread: like {@link #abandon}, without the loop. */
    void takenOver(long nowNanos) {
        State previous = state;
        UnitRecord unitRecord = record();
        completion = null;
        state = State.IDLE;
        switch (previous) {
            case RUNNING -> unitRecord.abandonedInFlight(nowNanos);
            case WAITING -> unitRecord.notStarted(dueNanos, nowNanos);
            case IDLE -> {}
        }
    }

    /** Issuing has ended: a waiting operation is not started any more. */
    void cancelWaiting() {
        if (state == State.WAITING) {
            UnitRecord unitRecord = record();
            nextStep.cancel();
            state = State.IDLE;
            unitRecord.notStarted(dueNanos, connection.loop().nanoTime());
        }
    }
}
