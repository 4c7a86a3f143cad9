// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.drive.run.FieldHandles;
import org.plateaubench.drive.run.PluginFaults;
import org.plateaubench.measure.clock.NanoClock;

/**
 * The state of a user of a blocking driver, shared between its own thread and the supervisor. It is one word of a state
 * and a number that grows with each transition, so that the supervisor can act only if the user is still in the state
 * that it read.
 * The thread that changes the word from {@link State#DRIVER} owns the outcome of the operation; so an operation is
 * recorded exactly once.
 */
final class UserCell {
    enum State {
        HARNESS(0),
        WAITING(1),
        DRIVER(2),
        /** The user is in a method of the driver that has exceeded its limit; the supervisor is aborting it. */
        ABORTED(3),
        /** The user is abandoned: the supervisor has recorded its operation, and its thread records nothing more. */
        TAKEN(4),
        ENDED(5),
        /** The user waits for an instant without a thread; only the {@link WaitScheduler} continues it. */
        AWAY(6);

        private final int code;

        State(int code) {
            this.code = code;
        }
    }

    enum Activity {
        CONNECT,
        PREPARE,
        EXECUTE,
        CLOSE
    }

    enum Return {
        NOT_ABORTED,
        AFTER_ABORT,
        TOO_LATE
    }

    private static final VarHandle WORD = FieldHandles.of(MethodHandles.lookup(), "word", long.class);
    private static final State[] STATES = State.values();
    private static final int STATE_BITS = 3;
    private static final long STATE_MASK = (1 << STATE_BITS) - 1;
    private static final long ABORT_POLL_NANOS = 1_000_000;

    private final InterruptibleWait wait = new InterruptibleWait();
    private volatile long word;
    private volatile long limitNanos;
    private volatile Activity activity = Activity.CONNECT;
    private volatile boolean abortRunning;
    /** The thread that is in the driver, or was last; null while the user has none. Written before the word. */
    private @Nullable Thread thread;

    /** The units that the user has begun; {@link Users#DONE} when its driver declines further units. */
    private long startedUnits;

    static final class TakenOver extends Exception {
        private static final long serialVersionUID = 1L;

        TakenOver() {
            super(null, null, false, false);
        }
    }

    // ---- the user's own thread; its next transition makes the changes visible

    void countUnit() {
        startedUnits++;
    }

    void declineFurtherUnits() {
        startedUnits = Users.DONE;
    }

    void end() {
        thread = null;
        moveTo(State.ENDED);
    }

    /** Waits until an instant or until the supervisor wakes it, whichever is first. */
    void park(NanoClock clock, long untilNanos) {
        limitNanos = untilNanos;
        moveTo(State.WAITING);
        wait.until(clock, untilNanos, () -> true);
        moveTo(State.HARNESS);
    }

    /** The user waits until an instant; its thread ends and must not use the user any more. */
    void releaseThread(long untilNanos) {
        limitNanos = untilNanos;
        thread = null;
        moveTo(State.AWAY);
    }

    /** The user enters its driver and should return by the limit. */
    void enter(Activity what, long untilNanos) {
        activity = what;
        limitNanos = untilNanos;
        thread = Thread.currentThread();
        moveTo(State.DRIVER);
    }

    Return leave() {
        long seen = word;
        if (state(seen) == State.DRIVER && WORD.compareAndSet(this, seen, next(seen, State.HARNESS))) {
            return Return.NOT_ABORTED;
        }
        seen = word;
        if (state(seen) == State.ABORTED && WORD.compareAndSet(this, seen, next(seen, State.HARNESS))) {
            return Return.AFTER_ABORT;
        }
        return Return.TOO_LATE;
    }

    /** Waits for a limited time until an abort that has begun is over, so that it cannot hit later code. */
    void awaitAbort(NanoClock clock, long untilNanos) {
        while (abortRunning && clock.nanoTime() < untilNanos) {
            try {
                clock.parkUntil(clock.nanoTime() + ABORT_POLL_NANOS);
            } catch (InterruptedException e) {
                // An abort may interrupt the thread, which is the reason for this wait.
            }
        }
    }

    private long moveTo(State to) {
        long moved = next(word, to);
        word = moved;
        return moved;
    }

    // ---- the wait scheduler, which owns the user while it is away

    boolean isAway() {
        return state(word) == State.AWAY;
    }

    void shorten(long untilNanos) {
        limitNanos = Math.min(limitNanos, untilNanos);
    }

    /** The user gets a thread again. */
    void resume() {
        moveTo(State.HARNESS);
    }

    // ---- the supervisor

    /** The units that the user has begun, see {@link Users#startedUnits}. May be called on any thread. */
    long startedUnits() {
        // This read makes visible what the user's thread wrote before.
        seen();
        return startedUnits;
    }

    long seen() {
        return word;
    }

    static State state(long seen) {
        return STATES[(int) (seen & STATE_MASK)];
    }

    Activity activity() {
        return activity;
    }

    /** When the user should return from its driver or from its wait. */
    long limitNanos() {
        return limitNanos;
    }

    /** Wakes a waiting user; without effect after a transition. */
    void wake() {
        wait.wake();
    }

    /** Claims the right to abort the driver's method; false after a transition of the user. */
    boolean claimAbort(long seen) {
        abortRunning = true;
        if (WORD.compareAndSet(this, seen, next(seen, State.ABORTED))) {
            return true;
        }
        abortRunning = false;
        return false;
    }

    /** Takes the user over; false after a transition of the user. */
    boolean take(long seen) {
        return WORD.compareAndSet(this, seen, next(seen, State.TAKEN));
    }

    void abortBegins() {
        abortRunning = true;
    }

    void abortEnds() {
        abortRunning = false;
    }

    /** Describes the state of a user that has not ended, and the place of its thread. */
    String place() {
        State state = state(word);
        String doing = switch (state) {
            case DRIVER, ABORTED, TAKEN -> activity.name();
            case HARNESS, WAITING, AWAY, ENDED -> "the harness's own code, " + state;
        };
        Thread running = thread;
        String place = running == null ? "" : PluginFaults.place(running.getStackTrace());
        return "; it is in " + doing.toLowerCase(Locale.ROOT) + place;
    }

    private static long next(long seen, State to) {
        return (((seen >>> STATE_BITS) + 1) << STATE_BITS) | to.code;
    }
}
