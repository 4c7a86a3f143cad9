// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.plateaubench.measure.clock.NanoClock;

/**
 * What a user of a blocking driver is at, shared between its own thread and the supervisor. One word says it: a state
 * and a number that grows whenever the user moves on, so that the supervisor can only act upon exactly what it saw.
 * Whoever changes the word away from {@link State#DRIVER} owns the outcome of what the driver does; that is how an
 * operation is recorded once and only once.
 */
final class UserCell {
    /** What the user's thread is doing. */
    enum State {
        /** Our own code, never for long. */
        HARNESS(0),
        /** Waits for an instant. */
        WAITING(1),
        /** In a method of the driver. */
        DRIVER(2),
        /** In a method of the driver that has overrun; the supervisor is aborting it. */
        ABORTED(3),
        /** Given up: the supervisor has recorded what there was, the thread records nothing any more. */
        TAKEN(4),
        /** The thread is done. */
        ENDED(5),
        /** Waits for an instant and holds no thread; only the {@link WaitingRoom} lets it go on. */
        AWAY(6);

        private final int code;

        State(int code) {
            this.code = code;
        }
    }

    /** Which method of the driver the user is in. */
    enum Activity {
        CONNECT,
        PREPARE,
        EXECUTE,
        CLOSE
    }

    /** How a method of the driver came back. */
    enum Return {
        ITSELF,
        AFTER_ABORT,
        TOO_LATE
    }

    private static final VarHandle WORD;
    private static final State[] STATES = State.values();
    private static final int STATE_BITS = 3;
    private static final long STATE_MASK = (1 << STATE_BITS) - 1;
    private static final long ABORT_POLL_NANOS = 1_000_000;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(UserCell.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Doze doze = new Doze();
    private volatile long word;
    private volatile long limitNanos;
    private volatile Activity activity = Activity.CONNECT;
    private volatile boolean abortRunning;

    // ---- the user's own thread

    /** The user's thread is done with everything. */
    void end() {
        moveTo(State.ENDED);
    }

    /** Waits until an instant or until the supervisor wakes it, whichever is first. */
    void park(NanoClock clock, long untilNanos) {
        limitNanos = untilNanos;
        moveTo(State.WAITING);
        doze.until(clock, untilNanos, () -> true);
        moveTo(State.HARNESS);
    }

    /** The user waits until an instant, and its thread ends without touching it any more. */
    void away(long untilNanos) {
        limitNanos = untilNanos;
        moveTo(State.AWAY);
    }

    /** The user goes into its driver and should be back by the limit. */
    void enter(Activity what, long untilNanos) {
        activity = what;
        limitNanos = untilNanos;
        moveTo(State.DRIVER);
    }

    /** The user is back from its driver. */
    Return leave() {
        long seen = word;
        if (state(seen) == State.DRIVER && WORD.compareAndSet(this, seen, next(seen, State.HARNESS))) {
            return Return.ITSELF;
        }
        seen = word;
        if (state(seen) == State.ABORTED && WORD.compareAndSet(this, seen, next(seen, State.HARNESS))) {
            return Return.AFTER_ABORT;
        }
        return Return.TOO_LATE;
    }

    /** Waits, not for ever, until an abort that has begun is over, so that it cannot hit what comes after. */
    void awaitAbort(NanoClock clock, long untilNanos) {
        while (abortRunning && clock.nanoTime() < untilNanos) {
            try {
                clock.parkUntil(clock.nanoTime() + ABORT_POLL_NANOS);
            } catch (InterruptedException e) {
                // An abort may interrupt the thread; that is what is waited for.
            }
        }
    }

    private long moveTo(State to) {
        long moved = next(word, to);
        word = moved;
        return moved;
    }

    // ---- the waiting room, which has the user for itself while it is away

    boolean isAway() {
        return state(word) == State.AWAY;
    }

    /** The wait of a user that is away ends at an instant at the latest. */
    void hasten(long untilNanos) {
        limitNanos = Math.min(limitNanos, untilNanos);
    }

    /** The user gets a thread again. */
    void back() {
        moveTo(State.HARNESS);
    }

    // ---- the supervisor

    /** The word as it is now, to act upon later. */
    long seen() {
        return word;
    }

    static State state(long seen) {
        return STATES[(int) (seen & STATE_MASK)];
    }

    Activity activity() {
        return activity;
    }

    /** When the user should be back from its driver or from its wait. */
    long limitNanos() {
        return limitNanos;
    }

    /** Wakes a user that waits; without effect when it has moved on. */
    void wake() {
        doze.wake();
    }

    /** Claims the right to abort what the driver is doing; false when the user has moved on. */
    boolean claimAbort(long seen) {
        abortRunning = true;
        if (WORD.compareAndSet(this, seen, next(seen, State.ABORTED))) {
            return true;
        }
        abortRunning = false;
        return false;
    }

    /** Takes the user over; false when it has moved on. */
    boolean take(long seen) {
        return WORD.compareAndSet(this, seen, next(seen, State.TAKEN));
    }

    /** An abort of a user that was taken over without one begins. */
    void abortBegins() {
        abortRunning = true;
    }

    /** The abort has returned. */
    void abortEnds() {
        abortRunning = false;
    }

    private static long next(long seen, State to) {
        return (((seen >>> STATE_BITS) + 1) << STATE_BITS) | to.code;
    }
}
