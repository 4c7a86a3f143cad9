// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread that enforces the deadlines of all open connections, so that exchanges need no timer and no system call
 * for them. It checks all connections, sleeps for a part of the shortest deadline, and checks again. Because it adds up
 * its sleeps, a deadline is never enforced early and at most a few percent late, and a pause of the whole JVM does not
 * count. The thread ends when the last connection is closed.
 */
final class DeadlineWatcher {
    static final DeadlineWatcher SHARED = new DeadlineWatcher();

    private static final long LEAST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long MOST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int RESTS_PER_DEADLINE = 25;

    private final Set<WatchedExchange> watched = ConcurrentHashMap.newKeySet();
    private @Nullable Thread thread;

    private DeadlineWatcher() {}

    void begin(WatchedExchange watch) {
        watched.add(watch);
        synchronized (this) {
            if (thread == null) {
                thread = Thread.ofPlatform().daemon().name("http-deadlines").start(this::run);
            }
        }
    }

    void end(WatchedExchange watch) {
        watched.remove(watch);
    }

    private void run() {
        long restNanos = LEAST_REST_NANOS;
        while (!ended()) {
            long shortest = Long.MAX_VALUE;
            for (WatchedExchange watch : watched) {
                watch.check(restNanos);
                shortest = Math.min(shortest, watch.shortestNanos());
            }
            restNanos = Math.clamp(shortest / RESTS_PER_DEADLINE, LEAST_REST_NANOS, MOST_REST_NANOS);
            rest(restNanos);
        }
    }

    @SuppressWarnings("InterruptedExceptionSwallowed")
    private static void rest(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            // No thread interrupts this one; if one did, the interrupted sleep would count as a whole one.
        }
    }

    private synchronized boolean ended() {
        if (watched.isEmpty()) {
            thread = null;
            return true;
        }
        return false;
    }
}
