// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http1;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread that sees to the deadlines of all open connections, so that an exchange costs no timer and no system call for
 * them. It looks, rests for a part of the shortest deadline, and looks again; what it adds up are its rests, so a deadline
 * is never early, late by a few percent, and a pause of the whole JVM is nobody's fault. It ends when the last connection
 * is closed.
 */
final class Watchman {
    static final Watchman SHARED = new Watchman();

    private static final long LEAST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long MOST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int RESTS_PER_DEADLINE = 25;

    private final Set<ExchangeWatch> watched = ConcurrentHashMap.newKeySet();
    private @Nullable Thread thread;

    private Watchman() {}

    void begin(ExchangeWatch watch) {
        watched.add(watch);
        synchronized (this) {
            if (thread == null) {
                thread = Thread.ofPlatform().daemon().name("http-deadlines").start(this::run);
            }
        }
    }

    void end(ExchangeWatch watch) {
        watched.remove(watch);
    }

    private void run() {
        long restNanos = LEAST_REST_NANOS;
        while (!ended()) {
            long shortest = Long.MAX_VALUE;
            for (ExchangeWatch watch : watched) {
                watch.look(restNanos);
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
            // Nobody has a reason to: what is seen too early counts as one rest more.
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
