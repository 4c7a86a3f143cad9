// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.measure.PhaseWindow;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;

/**
 * Room for one outstanding operation of a user on an event loop, and for the unit that the operation is part of.
 * Confined to the loop.
 */
final class LoopSlot {
    private static final VarHandle SINCE;
    private static final VarHandle STATE;

    static {
        try {
            SINCE = MethodHandles.lookup().findVarHandle(LoopSlot.class, "sinceNanos", long.class);
            STATE = MethodHandles.lookup().findVarHandle(LoopSlot.class, "state", State.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RunContext run;
    private final LoopUser user;
    private final LoopBatch batch;
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
        /** Has no unit. */
        IDLE,
        /** Has a unit whose next operation is not due yet, or waits for the connection. */
        WAITING,
        /** The driver is at work. */
        RUNNING
    }

    LoopSlot(RunContext run, LoopUser user, LoopBatch batch) {
        this.run = run;
        this.user = user;
        this.batch = batch;
        this.unit = new PacedUnit(run.catalog(), user.keys());
        this.call = new ReusedCall(unit);
        this.record = new UnitRecord(run, unit);
        this.nextStep = user.loop().timer(() -> user.handOver().start(this));
    }

    /** Takes the next unit of a source; false when there is none. */
    boolean take(UnitSource source) {
        if (!source.next(unit)) {
            return false;
        }
        isPlain = unit.plan().isPlain();
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

    /** The batch that the slot is paced with has ended: the user is free for the next one, and not before. */
    void batchEndedAt(long lastEndNanos) {
        freeAtNanos = Math.max(freeAtNanos, lastEndNanos);
    }

    /** Since when the slot has been in what it is in. Any thread. */
    long sinceNanos() {
        return (long) SINCE.getAcquire(this);
    }

    /** As far as it has shown: the loop writes the state plainly, and releases other fields after it. Any thread. */
    boolean isSeenRunning() {
        return (State) STATE.getOpaque(this) == State.RUNNING;
    }

    boolean isIdle() {
        return state == State.IDLE;
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    /** When the operation that runs has overrun its timeout. */
    long deadlineNanos() {
        return actualNanos + call.timeoutNanos();
    }

    /** The user is connected, possibly anew, and free from now on. */
    void connectedAt(long nowNanos) {
        freeAtNanos = nowNanos;
        SINCE.setRelease(this, nowNanos);
    }

    /** Goes on with what waited for the connection. */
    void resume() {
        if (state == State.WAITING) {
            user.loop().arm(nextStep, dueNanos);
        }
    }

    // ---- handing over, in the order in which it happens

    /** Makes the operation that is due ready to be handed over; false when there is none. */
    boolean makeReady(long nowNanos) {
        if (state != State.WAITING) {
            return false;
        }
        if (unit.length() == 0) {
            endEmpty(nowNanos);
            return false;
        }
        call.aim(position, dueNanos, run.catalog().timeoutNanos(unit.operation(position)));
        completion = new OneCompletion();
        return true;
    }

    /** The operation runs from the instant given; returns when it has overrun its timeout. */
    long runs(long itsActualNanos) {
        actualNanos = itsActualNanos;
        state = State.RUNNING;
        return deadlineNanos();
    }

    /** In the plugin's code. */
    void handTo(AsyncDriver driver) {
        Completion mine = completion;
        if (mine != null) {
            driver.start(call, mine);
        }
    }

    /** The operation was not handed over after all, and waits. */
    void takeBack() {
        completion = null;
        state = State.WAITING;
    }

    /** Writes down that the operation was handed over; returns for how long the user was free before it. */
    long settle(PhaseWindow itsWindow) {
        if (isPlain) {
            window = itsWindow;
            run.recorder().issued(unit.operation(0), itsWindow);
            record.chosen(unit, itsWindow);
        } else {
            record.issued(dueNanos, itsWindow);
            record.starts(actualNanos, freeAtNanos);
        }
        long idleNanos = run.activeNanos(user.number(), sinceNanos, actualNanos);
        SINCE.setRelease(this, actualNanos);
        if (position == 0) {
            batch.unitStarts(actualNanos, freeAtNanos <= dueNanos);
        }
        return idleNanos;
    }

    /** The driver has thrown; when it has completed the operation before, it has completed it. */
    void startFailed(Throwable failure) {
        if (state == State.RUNNING) {
            long now = user.loop().nanoTime();
            run.schedule().leaves(1);
            end(Failures.outcome(failure), now, now, false);
        }
    }

    private void endEmpty(long nowNanos) {
        batch.unitStarts(nowNanos, freeAtNanos <= dueNanos);
        record.empty(nowNanos);
        state = State.IDLE;
        freeAtNanos = nowNanos;
        batch.unitEnded(nowNanos);
    }

    // ---- ends

    /**
     * The driver says what became of the operation. One per operation, small as it is: only so can a word that comes
     * late or twice not be taken for one on a later operation.
     */
    private final class OneCompletion implements Completion {
        @Override
        public void complete(Outcome outcome, long endNanos) {
            SelectorLoop loop = user.loop();
            if (loop.inLoop()) {
                note(outcome, endNanos, loop.heardNanos(endNanos));
            } else {
                long heard = loop.nanoTime();
                loop.submit(() -> {
                    note(outcome, endNanos, heard);
                    loop.hear();
                });
            }
        }

        private void note(@Nullable Outcome outcome, long endNanos, long heardNanos) {
            if (completion != this) {
                return;
            }
            completion = null;
            if (outcome != null && outcome.connectionLost()) {
                user.noteLoss();
            }
            // An instant of another clock must not pass for an end: none lies ahead.
            long end = endNanos == NOW ? heardNanos : Math.min(endNanos, heardNanos);
            user.loop().note(LoopSlot.this, outcome, end, heardNanos);
        }
    }

    /**
     * For how long the operation that has ended was in flight all the same, by the state of its user, since the harness
     * was busy with the reply. What a driver claims to have ended before the loop looked is not the harness's doing.
     *
     * @param endNanos when it ended, by the word of the driver
     * @param lookedNanos when the loop looked, or heard from another thread
     * @param nowNanos when it is in flight no more
     */
    long handBackNanos(long endNanos, long lookedNanos, long nowNanos) {
        return Math.max(0, nowNanos - Math.max(Math.max(endNanos, lookedNanos), actualNanos));
    }

    /**
     * The harness acts on what the driver has said of the operation.
     *
     * @param said the outcome, as the driver gave it
     * @param endNanos when it ended, by the word of the driver
     * @param heardNanos when the harness heard of it
     */
    void heard(EndTally tally, @Nullable Outcome said, long endNanos, long heardNanos) {
        long end = Math.max(endNanos, actualNanos);
        long lagNanos = end - Math.max(user.loop().replySinceNanos(), actualNanos);
        boolean timedOut = end - actualNanos > call.timeoutNanos();
        Outcome outcome = Failures.checked(said, user.driver());
        if (!isPlain || timedOut || outcome.kind() != OutcomeKind.OK || outcome.connectionLost()) {
            record().completionLag(lagNanos);
            end(outcome, end, heardNanos, timedOut);
            return;
        }
        tally.ok(
                unit.operation(0),
                window,
                dueNanos,
                actualNanos,
                end,
                actualNanos - Math.max(dueNanos, freeAtNanos),
                lagNanos,
                Math.max(0, heardNanos - actualNanos));
        SINCE.setRelease(this, end);
        freeAtNanos = end;
        state = State.IDLE;
        user.operationEnded(false);
        batch.unitEnded(end);
    }

    /** The record of the unit. A plain one is kept in it only when it does not simply succeed. */
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

    /**
     * The operation has ended, by itself or by the harness.
     *
     * @param endNanos when, by the word of the driver
     * @param seenNanos when the harness heard of it
     */
    private void end(Outcome outcome, long endNanos, long seenNanos, boolean timedOut) {
        UnitRecord its = record();
        run.schedule().ends(Math.max(0, seenNanos - actualNanos));
        SINCE.setRelease(this, endNanos);
        completion = null;
        state = State.WAITING;
        freeAtNanos = endNanos;
        user.operationEnded(outcome.connectionLost());
        boolean goesOn = its.ended(timedOut ? Failures.TIMED_OUT : outcome, endNanos, timedOut);
        if (goesOn) {
            position++;
            dueNanos = endNanos + unit.pauseNanos(position);
            user.loop().arm(nextStep, dueNanos);
        } else {
            state = State.IDLE;
            batch.unitEnded(endNanos);
        }
    }

    /** The harness ends the operation; what the driver may still say of it is not heard. */
    void endByHarness(Outcome outcome, long nowNanos, boolean timedOut) {
        run.schedule().leaves(1);
        end(outcome, nowNanos, nowNanos, timedOut);
    }

    /** Past the drain deadline: what runs is abandoned. */
    void abandon(long nowNanos) {
        if (state == State.RUNNING) {
            UnitRecord its = record();
            completion = null;
            state = State.IDLE;
            run.schedule().leaves(1);
            user.operationEnded(false);
            its.abandonedInFlight(nowNanos);
        } else {
            giveUp();
        }
    }

    /** The loop was taken from its thread: as {@link #abandon}, without the loop. */
    void takenOver(long nowNanos) {
        State was = state;
        UnitRecord its = record();
        completion = null;
        state = State.IDLE;
        switch (was) {
            case RUNNING -> its.abandonedInFlight(nowNanos);
            case WAITING -> its.notStarted(dueNanos, nowNanos);
            case IDLE -> {}
        }
    }

    /** Issuing has ended: what waits is not started any more. */
    void giveUp() {
        if (state == State.WAITING) {
            UnitRecord its = record();
            nextStep.cancel();
            state = State.IDLE;
            its.notStarted(dueNanos, user.loop().nanoTime());
        }
    }
}
