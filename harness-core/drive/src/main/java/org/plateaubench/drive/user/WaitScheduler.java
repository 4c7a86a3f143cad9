// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.plateaubench.drive.run.PluginFaults;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.measure.clock.NanoClock;

/**
 * Lets users on virtual threads wait without a thread: the thread of a user with a long wait ends, and the one thread
 * of the scheduler starts another when the wait is over. A parked virtual thread would keep its stack on the heap,
 * where every collection copies it.
 *
 * <p>Only the scheduler's thread continues a user, so that there is never more than one thread of a user. Users
 * enter through a stack of their own entries, without a lock and without allocation; a user wakes the wait scheduler's
 * thread up only if its wait ends before that thread's next check.
 */
final class WaitScheduler implements Runnable {
    /**
     * The longest wait that keeps its thread. The scheduler needs about 100 us to start a thread. A wait of this length
     * rarely coincides with a collection: at 100,000 waits a second there are only 100 such stacks.
     */
    static final long SHORT_NANOS = 1_000_000;

    private static final long RETRY_NANOS = 100_000_000;

    private final RunContext run;
    private final NanoClock clock;
    private final TimerHeap timers = new TimerHeap();
    private final AtomicReference<@Nullable UserEntry> incoming = new AtomicReference<>();
    private final InterruptibleWait wait = new InterruptibleWait();
    private final Thread.Builder threads = Thread.ofVirtual();
    /** When the scheduler's thread checks next; in the past while it is awake. */
    private volatile long nextCheckNanos = Long.MIN_VALUE;

    private volatile boolean stopping;

    WaitScheduler(RunContext run) {
        this.run = run;
        this.clock = run.clock();
    }

    final class UserEntry {
        private final int number;
        private final UserCell cell;
        private final Runnable user;
        private final TimerHeap.Entry timer = timers.new Entry(this::resume);
        private final String threadName;
        private final AtomicBoolean queued = new AtomicBoolean();
        private @Nullable UserEntry next;

        UserEntry(int number, UserCell cell, Runnable user) {
            this.number = number;
            this.cell = cell;
            this.user = user;
            this.threadName = run.threadName("user-" + number);
        }

        /**
         * Lets the user wait until an instant. The caller must not use it afterwards: another thread may already run
         * it.
         */
        void await(long untilNanos) {
            cell.releaseThread(untilNanos);
            queue(untilNanos);
        }

        /** Shortens the wait because the end of issuing has moved. May be called on any thread. */
        void shorten(long issueEndNanos) {
            queue(issueEndNanos);
        }

        private void queue(long untilNanos) {
            if (queued.compareAndSet(false, true)) {
                UserEntry first;
                do {
                    first = incoming.get();
                    next = first;
                } while (!incoming.compareAndSet(first, this));
            }
            if (untilNanos < nextCheckNanos) {
                wait.wake();
            }
        }

        // ---- the scheduler's thread

        /** The values read here were written before the user was queued, so that the last one is always seen. */
        private void arm() {
            queued.set(false);
            if (cell.isAway()) {
                cell.shorten(run.timeline().issueEndNanos());
                timer.arm(cell.limitNanos());
            }
        }

        private void resume() {
            cell.resume();
            try {
                threads.name(threadName).start(clock.participating(user));
            } catch (RuntimeException | Error e) {
                run.listener().fault("no thread for user " + number + ": " + PluginFaults.message(e));
                cell.releaseThread(clock.nanoTime() + RETRY_NANOS);
                timer.arm(cell.limitNanos());
            }
        }
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                addIncoming();
                startDue();
                nextCheckNanos = timers.nextNanos();
                wait.until(clock, nextCheckNanos, this::mayWait);
                nextCheckNanos = Long.MIN_VALUE;
            }
        } catch (RuntimeException | Error e) {
            run.listener().fault("the wait scheduler ended by " + e);
        }
    }

    private boolean mayWait() {
        return incoming.get() == null && !stopping;
    }

    private void addIncoming() {
        UserEntry ordered = null;
        for (UserEntry entry = incoming.getAndSet(null); entry != null; ) {
            UserEntry earlier = entry.next;
            entry.next = ordered;
            ordered = entry;
            entry = earlier;
        }
        while (ordered != null) {
            UserEntry entry = ordered;
            ordered = entry.next;
            entry.next = null;
            entry.arm();
        }
    }

    private void startDue() {
        long now = clock.nanoTime();
        for (TimerHeap.Entry due = timers.pollDue(now, Long.MAX_VALUE);
                due != null;
                due = timers.pollDue(now, Long.MAX_VALUE)) {
            due.run();
        }
    }

    /** Ends the scheduler; users that are still in it never continue. May be called on any thread. */
    void stop() {
        stopping = true;
        wait.wake();
    }
}
