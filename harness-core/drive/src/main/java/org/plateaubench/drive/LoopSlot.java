// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.jspecify.annotations.Nullable;
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
    private @Nullable Completion completion;
    private State state = State.IDLE;
    private int position;
    private long dueNanos;
    private long actualNanos;
    private long freeAtNanos;
    private volatile long sinceNanos;

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

    /** The batch that the slot is paced with has ended: the user is free for the next one, and not before. */
    void batchEndedAt(long lastEndNanos) {
        freeAtNanos = Math.max(freeAtNanos, lastEndNanos);
    }

    /** Since when the slot has been in what it is in. Any thread. */
    long sinceNanos() {
        return sinceNanos;
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
        sinceNanos = nowNanos;
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
        run.schedule().starts(run.activeNanos(user.number(), sinceNanos, actualNanos));
        sinceNanos = actualNanos;
        state = State.RUNNING;
        user.operationStarts(deadlineNanos());
        if (position == 0) {
            batch.unitStarts(actualNanos, freeAtNanos <= dueNanos);
        }
        Completion mine = new OneCompletion();
        completion = mine;
        Throwable failure = startDriver(mine);
        // A driver that throws after it has completed the operation has completed it.
        if (failure != null && state == State.RUNNING) {
            long now = user.loop().nanoTime();
            end(Failures.outcome(failure), now, now, false);
        }
    }

    private @Nullable Throwable startDriver(Completion mine) {
        Throwable failure = null;
        user.loop().gate().enterPlugin();
        try {
            user.driver().start(call, mine);
        } catch (Exception | Error e) {
            failure = e;
        }
        user.loop().gate().leavePlugin();
        return failure;
    }

    private void endEmpty() {
        long now = user.loop().nanoTime();
        batch.unitStarts(now, freeAtNanos <= dueNanos);
        record.empty(now);
        state = State.IDLE;
        freeAtNanos = now;
        batch.unitEnded(now);
    }

    /**
     * The driver says what became of the operation. One per operation, small as it is: only so can a word that comes
     * late or twice not be taken for one on a later operation.
     */
    private final class OneCompletion implements Completion {
        @Override
        public void complete(Outcome outcome, long endNanos) {
            SelectorLoop loop = user.loop();
            if (!loop.inLoop()) {
                long seen = loop.nanoTime();
                long stamp = endNanos == NOW ? seen : endNanos;
                loop.submit(() -> heard(outcome, stamp, seen));
                return;
            }
            if (loop.gate().reenter()) {
                try {
                    heard(outcome, endNanos, loop.stampNanos());
                } finally {
                    loop.gate().enterPlugin();
                }
            }
        }

        private void heard(Outcome outcome, long endNanos, long seenNanos) {
            if (completion != this) {
                return;
            }
            long end = Math.max(stampNanos(endNanos), actualNanos);
            record.completionLag(end - Math.max(user.loop().replySinceNanos(), actualNanos));
            end(Failures.checked(outcome), end, seenNanos, end - actualNanos > call.timeoutNanos());
        }

        /** An instant of another clock must not pass for an end: none lies ahead. */
        private long stampNanos(long endNanos) {
            return endNanos == NOW
                    ? user.loop().stampNanos()
                    : Math.min(endNanos, user.loop().nanoTime());
        }
    }

    /**
     * The operation has ended, by itself or by the harness.
     *
     * @param endNanos when, by the word of the driver
     * @param seenNanos when the harness heard of it
     */
    private void end(Outcome outcome, long endNanos, long seenNanos, boolean timedOut) {
        run.schedule().ends(Math.max(0, seenNanos - actualNanos));
        sinceNanos = endNanos;
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
