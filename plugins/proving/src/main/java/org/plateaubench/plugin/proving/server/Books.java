// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the server counts. Any thread. */
final class Books {
    private final Map<Long, Tally> tallies = new ConcurrentHashMap<>();
    private final Tally all = new Tally();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong latenessSumNanos = new AtomicLong();
    private final AtomicLong latenessMaxNanos = new AtomicLong();

    /** The questions of one workload. */
    static final class Tally {
        private final AtomicLong received = new AtomicLong();
        private final AtomicLong answered = new AtomicLong();
    }

    void connected(int change) {
        connections.addAndGet(change);
    }

    Tally tally(long key) {
        return tallies.computeIfAbsent(key, any -> new Tally());
    }

    void received(Tally tally) {
        tally.received.incrementAndGet();
        all.received.incrementAndGet();
    }

    void answered(Tally tally, long latenessNanos) {
        tally.answered.incrementAndGet();
        all.answered.incrementAndGet();
        latenessSumNanos.addAndGet(latenessNanos);
        latenessMaxNanos.accumulateAndGet(latenessNanos, Math::max);
    }

    /** Questions whose connection is gone are answered as far as the books go, or they would seem in flight for ever. */
    void lost() {
        all.answered.incrementAndGet();
    }

    Totals totals(long key) {
        Tally tally = tally(key);
        long answered = all.answered.get();
        long received = all.received.get();
        return new Totals(
                tally.received.get(),
                tally.answered.get(),
                received,
                received - answered,
                connections.get(),
                latenessSumNanos.get(),
                latenessMaxNanos.getAndSet(0));
    }
}
