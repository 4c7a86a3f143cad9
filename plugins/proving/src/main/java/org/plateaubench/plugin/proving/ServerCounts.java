// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.api.KeyedRandom;

/** The counts of the server. Thread-safe. */
final class ServerCounts {
    private final Map<Long, WorkloadCounts> countsByWorkload = new ConcurrentHashMap<>();
    private final long seed;
    private final WorkloadCounts all;
    private final AtomicInteger workloads = new AtomicInteger();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong latenessSumNanos = new AtomicLong();
    private final AtomicLong latenessMaxNanos = new AtomicLong();

    /** The counts of one workload, with separate draws, so that other workloads do not change its distribution. */
    static final class WorkloadCounts {
        private final AtomicLong received = new AtomicLong();
        private final AtomicLong answered = new AtomicLong();
        private final StratifiedDraws stratifiedDraws;

        WorkloadCounts(StratifiedDraws stratifiedDraws) {
            this.stratifiedDraws = stratifiedDraws;
        }

        /** Returns the next draw. Called by the reader only. */
        double draw() {
            return stratifiedDraws.next();
        }
    }

    /**
     * The totals of the server's work.
     *
     * @param received questions of one workload
     * @param answered answers to them
     * @param allReceived questions of all workloads
     * @param inFlight questions of all workloads without an answer yet
     * @param connections open connections, including that of the caller
     * @param latenessSumNanos total lateness of the answers to all workloads
     * @param latenessMaxNanos largest lateness since the last request for totals
     */
    public record Totals(
            long received,
            long answered,
            long allReceived,
            long inFlight,
            long connections,
            long latenessSumNanos,
            long latenessMaxNanos) {
        /** Number of longs on a connection. */
        public static final int FIELDS = 7;

        public static Totals read(ByteBuffer from) {
            return new Totals(
                    from.getLong(),
                    from.getLong(),
                    from.getLong(),
                    from.getLong(),
                    from.getLong(),
                    from.getLong(),
                    from.getLong());
        }

        void write(ByteBuffer to) {
            to.putLong(received).putLong(answered).putLong(allReceived);
            to.putLong(inFlight).putLong(connections).putLong(latenessSumNanos).putLong(latenessMaxNanos);
        }
    }

    ServerCounts(long seed) {
        this.seed = seed;
        all = new WorkloadCounts(new StratifiedDraws(seed));
    }

    void connected(int change) {
        connections.addAndGet(change);
    }

    WorkloadCounts workloadCounts(long key) {
        return countsByWorkload.computeIfAbsent(
                key, any -> new WorkloadCounts(new StratifiedDraws(KeyedRandom.key(seed, key))));
    }

    void received(WorkloadCounts workloadCounts) {
        if (workloadCounts.received.getAndIncrement() == 0) {
            workloads.incrementAndGet();
        }
        all.received.incrementAndGet();
    }

    int workloads() {
        return workloads.get();
    }

    void answered(WorkloadCounts workloadCounts, long latenessNanos) {
        workloadCounts.answered.incrementAndGet();
        all.answered.incrementAndGet();
        latenessSumNanos.addAndGet(latenessNanos);
        latenessMaxNanos.accumulateAndGet(latenessNanos, Math::max);
    }

    /** Counts a question without a connection as answered, since it would otherwise stay in flight forever. */
    void lost() {
        all.answered.incrementAndGet();
    }

    Totals totals(long key) {
        WorkloadCounts workloadCounts = workloadCounts(key);
        long answered = all.answered.get();
        long received = all.received.get();
        return new Totals(
                workloadCounts.received.get(),
                workloadCounts.answered.get(),
                received,
                received - answered,
                connections.get(),
                latenessSumNanos.get(),
                latenessMaxNanos.getAndSet(0));
    }

    /**
     * Stratified draws from (0, 1): each block of 1,000 has one draw in every thousandth, in pseudo-random order, and the
     * position within the thousandth moves from block to block by the golden ratio, so that many blocks fill the gaps
     * between the draws of one. Any tens of thousands of consecutive draws therefore have the right distribution, up to
     * the 99.9th percentile and within a draw or two. Not thread-safe.
     */
    static final class StratifiedDraws {
        private static final int BLOCK = 1_000;
        private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

        private final long key;
        private final int[] order = new int[BLOCK];
        private long block;
        private int next = BLOCK;
        private double offset;

        public StratifiedDraws(long seed) {
            this.key = KeyedRandom.key(seed, "strata");
        }

        public double next() {
            if (next == BLOCK) {
                shuffle();
            }
            return (order[next++] + offset) / BLOCK;
        }

        private void shuffle() {
            long blockKey = KeyedRandom.key(key, block);
            for (int i = 0; i < BLOCK; i++) {
                int other = (int) (KeyedRandom.toUnit(KeyedRandom.bits(blockKey, 0, i)) * (i + 1));
                order[i] = order[other];
                order[other] = i;
            }
            offset = 0.5 + block * GOLDEN_RATIO;
            offset -= Math.floor(offset);
            // The ends of (0, 1) have no quantile.
            offset = Math.clamp(offset, 1e-3, 1 - 1e-3);
            block++;
            next = 0;
        }
    }
}
