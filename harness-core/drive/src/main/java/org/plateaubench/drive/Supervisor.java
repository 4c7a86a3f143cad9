// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.drive.arrival.ArrivalQueue;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.user.Users;

/** Supervises the users of a workload on a single thread: timeouts, the edges of the phases, and the end. */
final class Supervisor implements Runnable {
    private static final long SHORTEST_TICK_NANOS = 1_000_000;
    private static final long LONGEST_TICK_NANOS = 100_000_000;
    private static final int TICKS_PER_TIMEOUT = 20;

    private final RunContext run;
    private final Users users;
    private final @Nullable ArrivalQueue arrivals;
    private final long tickNanos;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean cancelled;

    Supervisor(RunContext run, Users users, @Nullable ArrivalQueue arrivals) {
        this.run = run;
        this.users = users;
        this.arrivals = arrivals;
        long fine = run.catalog().shortestTimeoutNanos() / TICKS_PER_TIMEOUT;
        this.tickNanos = Math.clamp(fine, SHORTEST_TICK_NANOS, LONGEST_TICK_NANOS);
    }

    @Override
    public void run() {
        try {
            while (!tick()) {
                run.clock().parkUntil(nextLook(run.clock().nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            run.listener().fault("the supervisor ended by " + e);
        } finally {
            ended.countDown();
        }
    }

    /** Makes one pass; returns whether everything has ended. */
    private boolean tick() {
        long now = run.clock().nanoTime();
        if (arrivals != null) {
            arrivals.closeWhenIssuingEnds();
        }
        users.sweep(now);
        boolean over = now >= run.timeline().drainEndNanos() + Users.GRACE_NANOS;
        boolean all = users.haveEnded() && now >= run.timeline().issueEndNanos();
        if (over && !all) {
            users.giveUpRest();
        }
        return over || all || cancelled;
    }

    /** The time of the next pass: a regular tick, or the exact edge of a phase. */
    private long nextLook(long now) {
        long next = now + tickNanos;
        long issueEnd = run.timeline().issueEndNanos();
        long drainEnd = run.timeline().drainEndNanos();
        if (now < issueEnd) {
            return Math.min(next, issueEnd);
        }
        return now < drainEnd ? Math.min(next, drainEnd) : next;
    }

    /** Ends the supervision at its next pass. May be called on any thread. */
    void cancel() {
        cancelled = true;
    }

    /** Whether the supervision has ended. May be called on any thread. */
    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for a limited time, in real time, for the supervision to end. */
    boolean awaitEnd(long millis) throws InterruptedException {
        return ended.await(millis, TimeUnit.MILLISECONDS);
    }
}
