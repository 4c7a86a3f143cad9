// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;

/**
 * Room for one outstanding operation of a user on an event loop, and for the unit that the operation is part of.
 * Confined to the loop.
 */
final class LoopSlot {
    private static final VarHandle SINCE;

    static {
        try {
            SINCE = MethodHandles.lookup().findVarHandle(LoopSlot.class, "sinceNanos", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RunContext run;
    private final LoopUser user;
    private final LoopBatch batch;
    private final PacedUnit unit;
    private final UnitRecord record;
    private final ReusedCall call = new ReusedCall();
    private final TimerHeap.Entry nextStep;
    private @Nullable Completion completion;
    private State state = State.IDLE;
    private int position;
    private long dueNanos;
    private long actualNanos;
    private long freeAtNanos;
    private long sinceNanos;
    private @Nullable Outcome notedOutcome;
    private long notedEndNanos;
    private long notedHeardNanos;

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
        this.record = new UnitRecord(run, unit);
        this.nextStep = user.loop().timer(() -> user.handOver().start(this));
    }

    /** Takes the next unit of a source; false when there is none. */
    boolean take(UnitSource source) {
        if (!source.next(unit)) {
            return false;
        }
        record.begin();
        position = 0;
        dueNanos = unit.intendedNanos();
        state = State.WAITING;
        return true;
    }

    long dueNanos() {
        return dueNanos;
    }

    long freeAtNanos() {
        return freeAtNanos;
    }

    /** The batch that the slot is paced with has ended: the user is free for the next one, and not before. */
    void batchEndedAt(long lastEndNanos) {
        freeAtNanos = Math.max(freeAtNanos, lastEndNanos);
    }

    /** Since when the slot has been in what it is in. Any thread. */
    long sinceNanos() {
        return (long) SINCE.getAcquire(this);
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
        call.aim(unit, position, dueNanos, run.catalog().timeoutNanos(unit.operation(position)));
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
    long settle() {
        record.issued(dueNanos);
        record.starts(actualNanos, freeAtNanos);
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
                if (note(outcome, endNanos, loop.heardNanos(endNanos))) {
                    loop.note(LoopSlot.this);
                }
            } else {
                long heard = loop.nanoTime();
                loop.submit(() -> {
                    if (note(outcome, endNanos, heard)) {
                        heard();
                    }
                });
            }
        }

        /** False when the operation has ended before. */
        private boolean note(@Nullable Outcome outcome, long endNanos, long heardNanos) {
            if (completion != this) {
                return false;
            }
            completion = null;
            notedOutcome = outcome;
            // An instant of another clock must not pass for an end: none lies ahead.
            notedEndNanos = endNanos == NOW ? heardNanos : Math.min(endNanos, heardNanos);
            notedHeardNanos = heardNanos;
            if (outcome != null && outcome.connectionLost()) {
                user.noteLoss();
            }
            return true;
        }
    }

    /** The harness acts on what the driver has said of the operation. */
    void heard() {
        long end = Math.max(notedEndNanos, actualNanos);
        record.completionLag(end - Math.max(user.loop().replySinceNanos(), actualNanos));
        end(Failures.checked(notedOutcome), end, notedHeardNanos, end - actualNanos > call.timeoutNanos());
    }

    /**
     * The operation has ended, by itself or by the harness.
     *
     * @param endNanos when, by the word of the driver
     * @param seenNanos when the harness heard of it
     */
    private void end(Outcome outcome, long endNanos, long seenNanos, boolean timedOut) {
        run.schedule().ends(Math.max(0, seenNanos - actualNanos));
        SINCE.setRelease(this, endNanos);
        completion = null;
        state = State.WAITING;
        freeAtNanos = endNanos;
        user.operationEnded(outcome.connectionLost());
        boolean goesOn = record.ended(timedOut ? Failures.TIMED_OUT : outcome, endNanos, timedOut);
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
        end(outcome, nowNanos, nowNanos, timedOut);
    }

    /** Past the drain deadline: what runs is abandoned. */
    void abandon(long nowNanos) {
        if (state == State.RUNNING) {
            completion = null;
            state = State.IDLE;
            user.operationEnded(false);
            record.abandonedInFlight(nowNanos);
        } else {
            giveUp();
        }
    }

    /** The loop was taken from its thread: as {@link #abandon}, without the loop. */
    void takenOver(long nowNanos) {
        State was = state;
        completion = null;
        state = State.IDLE;
        switch (was) {
            case RUNNING -> record.abandonedInFlight(nowNanos);
            case WAITING -> record.notStarted(dueNanos, nowNanos);
            case IDLE -> {}
        }
    }

    /** Issuing has ended: what waits is not started any more. */
    void giveUp() {
        if (state == State.WAITING) {
            nextStep.cancel();
            state = State.IDLE;
            record.notStarted(dueNanos, user.loop().nanoTime());
        }
    }
}
