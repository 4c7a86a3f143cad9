// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Completion;

/**
 * Room for one outstanding operation of a user on an event loop, and for the unit that the operation is part of.
 * Confined to the loop.
 */
final class LoopSlot {
    private final RunContext run;
    private final LoopUser user;
    private final LoopBatch batch;
    private final PacedUnit unit;
    private final UnitRecord record;
    private final ReusedCall call = new ReusedCall();
    private final TimerHeap.Entry nextStep;
    private Completion completion = new OneCompletion();
    private State state = State.IDLE;
    private int position;
    private long dueNanos;
    private long actualNanos;
    private long freeAtNanos;

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
        this.unit = new PacedUnit(run.catalog(), SequenceKeys.ofUser(run.spec(), user.number()));
        this.record = new UnitRecord(run.catalog(), run.recorder(), run.timeline(), unit);
        this.nextStep = user.loop().timer(this::startOperation);
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
    }

    /** Goes on with what waited for the connection. */
    void resume() {
        if (state == State.WAITING) {
            user.loop().arm(nextStep, dueNanos);
        }
    }

    /** Starts the operation that is due; without effect when there is none, or no connection for it. */
    void startOperation() {
        if (state != State.WAITING || !user.isConnected()) {
            return;
        }
        if (user.loop().nanoTime() >= run.timeline().issueEndNanos()) {
            giveUp();
            return;
        }
        if (unit.length() == 0) {
            endEmpty();
            return;
        }
        call.aim(unit, position, dueNanos, run.catalog().timeoutNanos(unit.operation(position)));
        record.issued(dueNanos);
        actualNanos = user.loop().nanoTime();
        record.starts(actualNanos, freeAtNanos);
        state = State.RUNNING;
        user.operationStarts(deadlineNanos());
        if (position == 0) {
            batch.unitStarts(actualNanos, freeAtNanos <= dueNanos);
        }
        try {
            user.driver().start(call, completion);
        } catch (RuntimeException | Error e) {
            end(Failures.outcome(e), user.loop().nanoTime(), false);
        }
    }

    private void endEmpty() {
        long now = user.loop().nanoTime();
        batch.unitStarts(now, freeAtNanos <= dueNanos);
        record.empty(now);
        state = State.IDLE;
        freeAtNanos = now;
        batch.unitEnded(now);
    }

    /** The driver says what became of the operation. Late and repeated words are dead. */
    private final class OneCompletion implements Completion {
        @Override
        public void complete(Outcome outcome, long endNanos) {
            if (completion != this || state != State.RUNNING) {
                return;
            }
            long stamp = endNanos == NOW ? user.loop().stampNanos() : endNanos;
            long end = Math.max(stamp, actualNanos);
            record.completionLag(end - Math.max(user.loop().replySinceNanos(), actualNanos));
            end(Failures.checked(outcome), end, end - actualNanos > call.timeoutNanos());
        }
    }

    /** The operation has ended, by itself or by the harness. */
    void end(Outcome outcome, long endNanos, boolean timedOut) {
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
        completion = new OneCompletion();
        end(outcome, nowNanos, timedOut);
    }

    /** Past the drain deadline: what runs is abandoned. */
    void abandon(long nowNanos) {
        if (state == State.RUNNING) {
            completion = new OneCompletion();
            state = State.IDLE;
            user.operationEnded(false);
            record.abandonedInFlight(nowNanos);
        } else {
            giveUp();
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
