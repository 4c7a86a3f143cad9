// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpSettings;

/**
 * The state of one connection that the {@link DeadlineWatcher} checks. The connection only increments a counter,
 * without a clock, a lock or a system call; the watcher adds up the time in which the counter does not change.
 */
abstract class WatchedExchange {
    private static final int CONNECTING = 1;
    private static final int EXCHANGING = 2;
    private static final int STATES = 4;
    private static final long DISABLED = Long.MIN_VALUE / 2;
    private final long connectNanos;
    private final long readNanos;
    private final long exchangeNanos;

    // Written by the connection: the number of its activity, times STATES, plus the state.
    private final AtomicLong state = new AtomicLong();
    private final AtomicLong progress = new AtomicLong();

    // Written by the watcher.
    private long seenState;
    private long seenProgress;
    private long sinceStartNanos;
    private long sinceProgressNanos;

    WatchedExchange(HttpSettings settings) {
        connectNanos = nanos(settings.connectTimeout());
        readNanos = nanos(settings.readTimeout());
        exchangeNanos = nanos(settings.exchangeTimeout());
    }

    private static long nanos(Duration duration) {
        return duration.compareTo(Duration.ofDays(1)) > 0 ? Duration.ofDays(1).toNanos() : duration.toNanos();
    }

    private long shortestNanos() {
        return Math.min(connectNanos, Math.min(readNanos, exchangeNanos));
    }

    /** Starts the enforcement of the deadlines. */
    final void watch() {
        DeadlineWatcher.SHARED.begin(this);
    }

    final void unwatch() {
        DeadlineWatcher.SHARED.end(this);
    }

    final void markConnecting() {
        enter(CONNECTING);
    }

    final void markExchanging() {
        enter(EXCHANGING);
    }

    final void markIdle() {
        enter(0);
    }

    private void enter(int activity) {
        state.setOpaque((state.getPlain() & -STATES) + STATES + activity);
    }

    /** Records that bytes were sent or received. */
    final void markProgress() {
        progress.setOpaque(progress.getPlain() + 1);
    }

    /** Checks the deadlines. Called by the watcher after each sleep. */
    private void check(long sleepNanos) {
        long currentState = state.getOpaque();
        long currentProgress = progress.getOpaque();
        if (currentState != seenState) {
            seenState = currentState;
            seenProgress = currentProgress;
            sinceStartNanos = 0;
            sinceProgressNanos = 0;
            return;
        }
        sinceStartNanos += sleepNanos;
        sinceProgressNanos = currentProgress == seenProgress ? sinceProgressNanos + sleepNanos : 0;
        seenProgress = currentProgress;
        int activity = (int) currentState & (STATES - 1);
        if (activity == CONNECTING && sinceStartNanos > connectNanos) {
            expire(HttpFailure.Kind.CONNECT_TIMEOUT);
        } else if (activity == EXCHANGING && sinceProgressNanos > readNanos) {
            expire(HttpFailure.Kind.READ_TIMEOUT);
        } else if (activity == EXCHANGING && sinceStartNanos > exchangeNanos) {
            expire(HttpFailure.Kind.EXCHANGE_TIMEOUT);
        }
    }

    private void expire(HttpFailure.Kind kind) {
        sinceStartNanos = DISABLED;
        sinceProgressNanos = DISABLED;
        end(kind);
    }

    /**
     * Ends the current activity, because a deadline has passed or on behalf of the user. May be called by any thread.
     */
    abstract void end(HttpFailure.Kind reason);

    /** The description of a reason for ending an activity. */
    static String description(HttpFailure.Kind reason) {
        return switch (reason) {
            case CONNECT_TIMEOUT -> "no connection within the time limit";
            case READ_TIMEOUT -> "the server sent nothing within the time limit";
            case EXCHANGE_TIMEOUT -> "the exchange took longer than the time limit";
            default -> "aborted";
        };
    }

    /**
     * One thread that enforces the deadlines of all open connections, so that exchanges need no timer and no system
     * call for them. It checks all connections, sleeps for a part of the shortest deadline, and checks again. Because
     * it adds up its sleeps, a deadline is never enforced early and at most a few percent late, and a pause of the
     * whole JVM does not count. The thread ends when the last connection is closed.
     */
    private static final class DeadlineWatcher {
        private static final DeadlineWatcher SHARED = new DeadlineWatcher();

        private static final long MIN_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
        private static final long MAX_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
        private static final int CHECKS_PER_DEADLINE = 25;

        private final Set<WatchedExchange> watched = ConcurrentHashMap.newKeySet();
        private @Nullable Thread thread;

        private DeadlineWatcher() {}

        void begin(WatchedExchange exchange) {
            watched.add(exchange);
            synchronized (this) {
                if (thread == null) {
                    thread = Thread.ofPlatform().daemon().name("http-deadlines").start(this::run);
                }
            }
        }

        void end(WatchedExchange exchange) {
            watched.remove(exchange);
        }

        private void run() {
            long sleepNanos = MIN_SLEEP_NANOS;
            while (!endIfUnused()) {
                long shortest = Long.MAX_VALUE;
                for (WatchedExchange exchange : watched) {
                    exchange.check(sleepNanos);
                    shortest = Math.min(shortest, exchange.shortestNanos());
                }
                sleepNanos = Math.clamp(shortest / CHECKS_PER_DEADLINE, MIN_SLEEP_NANOS, MAX_SLEEP_NANOS);
                sleep(sleepNanos);
            }
        }

        @SuppressWarnings("InterruptedExceptionSwallowed")
        private static void sleep(long nanos) {
            try {
                TimeUnit.NANOSECONDS.sleep(nanos);
            } catch (InterruptedException e) {
                // No thread interrupts this one; if one did, the interrupted sleep would count as a complete one.
            }
        }

        private synchronized boolean endIfUnused() {
            if (watched.isEmpty()) {
                thread = null;
                return true;
            }
            return false;
        }
    }
}
