// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
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
    private static final long NEVER_AGAIN = Long.MIN_VALUE / 2;
    private static final VarHandle STATE;
    private static final VarHandle PROGRESS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(WatchedExchange.class, "state", long.class);
            PROGRESS = lookup.findVarHandle(WatchedExchange.class, "progress", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long connectNanos;
    private final long readNanos;
    private final long exchangeNanos;

    // Written by the connection: the number of its activity, times STATES, plus the state.
    private long state;
    private long progress;

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

    /** The shortest of its deadlines. */
    final long shortestNanos() {
        return Math.min(connectNanos, Math.min(readNanos, exchangeNanos));
    }

    final void connecting() {
        become(CONNECTING);
    }

    final void exchanging() {
        become(EXCHANGING);
    }

    final void idle() {
        become(0);
    }

    private void become(int what) {
        STATE.setOpaque(this, (state & -STATES) + STATES + what);
    }

    /** Records that bytes were sent or received. */
    final void progressed() {
        PROGRESS.setOpaque(this, progress + 1);
    }

    /** Checks the deadlines. Called by the watcher after each sleep. */
    final void check(long restNanos) {
        long now = (long) STATE.getOpaque(this);
        long moved = (long) PROGRESS.getOpaque(this);
        if (now != seenState) {
            seenState = now;
            seenProgress = moved;
            sinceStartNanos = 0;
            sinceProgressNanos = 0;
            return;
        }
        sinceStartNanos += restNanos;
        sinceProgressNanos = moved == seenProgress ? sinceProgressNanos + restNanos : 0;
        seenProgress = moved;
        int what = (int) now & (STATES - 1);
        if (what == CONNECTING && sinceStartNanos > connectNanos) {
            expire(HttpFailure.Kind.CONNECT_TIMEOUT);
        } else if (what == EXCHANGING && sinceProgressNanos > readNanos) {
            expire(HttpFailure.Kind.READ_TIMEOUT);
        } else if (what == EXCHANGING && sinceStartNanos > exchangeNanos) {
            expire(HttpFailure.Kind.EXCHANGE_TIMEOUT);
        }
    }

    private void expire(HttpFailure.Kind kind) {
        sinceStartNanos = NEVER_AGAIN;
        sinceProgressNanos = NEVER_AGAIN;
        expired(kind);
    }

    /** Called by the watcher after a deadline has passed. */
    abstract void expired(HttpFailure.Kind kind);
}
