// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.concurrent.atomic.LongAdder;

/** Counts the events of all users' connections for notifications of new mail. Any thread. */
public final class WatchCounts {
    private final LongAdder sessions = new LongAdder();
    private final LongAdder drops = new LongAdder();
    private final LongAdder renewals = new LongAdder();
    private final LongAdder pushes = new LongAdder();
    private final LongAdder waiting = new LongAdder();

    void session() {
        sessions.increment();
    }

    void drop() {
        drops.increment();
    }

    void renewal() {
        renewals.increment();
    }

    void push() {
        pushes.increment();
    }

    void waiting(int change) {
        waiting.add(change);
    }

    /** Returns how often a connection signed in. */
    public long sessions() {
        return sessions.sum();
    }

    /** Returns how often a connection ended by itself or could not be opened. */
    public long drops() {
        return drops.sum();
    }

    /** Returns how often a connection renewed its wait after a long time. */
    public long renewals() {
        return renewals.sum();
    }

    /** Returns how often a connection was notified of new mail. */
    public long pushes() {
        return pushes.sum();
    }

    /** Returns the number of connections that wait now, by {@code IDLE} or by polling. */
    public long waiting() {
        return waiting.sum();
    }
}
