// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.concurrent.atomic.LongAdder;

/** What happened to the connections of all users that wait to be told of new mail. Any thread. */
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

    /** Times that one was signed in. */
    public long sessions() {
        return sessions.sum();
    }

    /** Times that one ended which we did not end, or could not be made. */
    public long drops() {
        return drops.sum();
    }

    /** Times that one that had waited long began to wait anew. */
    public long renewals() {
        return renewals.sum();
    }

    /** Times that one was told of new mail. */
    public long pushes() {
        return pushes.sum();
    }

    /** Connections that are there and wait, by {@code IDLE} or by asking, now. */
    public long waiting() {
        return waiting.sum();
    }
}
