// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.recorder.AcknowledgedThings;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.spi.SentTotals;

/**
 * Adds the intervals that agents have kept to a run whose controller ended during the run. Intervals that are stored
 * already are ignored, even if they are given repeatedly. Not thread-safe.
 */
public final class ResumedIntervals {
    private final IntervalLog log;
    private final long intervalNanos;
    private final Map<String, OfAgent> agents = new TreeMap<>();
    private final ErrorTotals errorTotals = new ErrorTotals();
    private final SentByWorkload totals = new SentByWorkload();
    private int added;
    private long endNanos;

    private static final class OfAgent {
        private final Set<Long> arrived = new HashSet<>();
        private final Set<Long> missing = new HashSet<>();
        private final Set<Long> counted = new HashSet<>();
        private final Set<String> acknowledged = new HashSet<>();
        private boolean isWhole;
    }

    public ResumedIntervals(List<String> agents, long intervalNanos, IntervalLog log) {
        agents.forEach(agent -> this.agents.put(agent, new OfAgent()));
        this.intervalNanos = intervalNanos;
        this.log = log;
    }

    public void stored(String agent, long sequence, Delivery delivery, long itsEndNanos, boolean isLast) {
        OfAgent of = agents.get(agent);
        if (of == null) {
            return;
        }
        if (delivery == Delivery.MISSING) {
            of.missing.add(sequence);
        } else {
            arrived(of, sequence, itsEndNanos, isLast);
        }
    }

    private void arrived(OfAgent of, long sequence, long itsEndNanos, boolean isLast) {
        of.arrived.add(sequence);
        of.isWhole |= isLast;
        endNanos = Math.max(endNanos, itsEndNanos);
    }

    public void interval(IntervalSnapshot snapshot) {
        OfAgent of = agents.get(snapshot.agent());
        if (of == null) {
            return;
        }
        // The totals include intervals that are stored already, because the agent has kept all from the start.
        if (of.counted.add(snapshot.sequence())) {
            totals.add(snapshot);
        }
        if (of.arrived.contains(snapshot.sequence())) {
            return;
        }
        arrived(of, snapshot.sequence(), snapshot.endNanos(), snapshot.last());
        added++;
        log.interval(snapshot, Delivery.LATE);
    }

    /** Adds the distinct errors of an agent, whose counts are cumulative. */
    public void errors(String agent, String scope, List<DistinctErrors.Entry> errors) {
        log.errors(errorTotals.update(agent, scope, errors));
    }

    /** Adds the things that the SUT acknowledged to an agent; further calls for the same scope are ignored. */
    public void acknowledged(String agent, String scope, Map<String, AcknowledgedThings.Collected> things) {
        OfAgent of = agents.get(agent);
        if (of != null && of.acknowledged.add(scope)) {
            totals.add(scope, things);
        }
    }

    /** The totals that a workload sent, of the intervals that agents have kept. */
    public SentTotals sent(int tile, String workload) {
        return totals.of(tile, workload);
    }

    /**
     * Whether all intervals of an agent, from the first to the last, were added, so that {@link #sent} is complete for
     * it.
     */
    private static boolean isCounted(OfAgent of) {
        return of.counted.size() == last(of) + 1;
    }

    /** The number of the latest interval, counted from 0; -1 if there is none. */
    private static long last(OfAgent of) {
        return of.arrived.stream().mapToLong(Long::longValue).max().orElse(-1);
    }

    /**
     * Stores as missing all intervals that have not arrived; for an agent whose last interval is unknown, up to the
     * latest interval of the other agents.
     */
    public void finish() {
        agents.forEach((agent, of) -> {
            long last = last(of);
            long end = of.isWhole ? last + 1 : Math.max(last + 1, endNanos / intervalNanos);
            for (long sequence = 0; sequence < end; sequence++) {
                if (!of.arrived.contains(sequence) && !of.missing.contains(sequence)) {
                    log.missing(agent, sequence, sequence * intervalNanos, (sequence + 1) * intervalNanos);
                }
            }
        });
    }

    /** Whether the last interval of an agent has arrived. */
    public boolean isWhole(String agent) {
        OfAgent of = agents.get(agent);
        return of != null && of.isWhole;
    }

    /** Whether all intervals of every agent were added, so that {@link #sent} is complete. */
    public boolean isCounted() {
        return agents.values().stream().allMatch(ResumedIntervals::isCounted);
    }

    /** The number of intervals that were not stored before. */
    public int added() {
        return added;
    }

    /** The end of the latest interval, in nanoseconds on the run's clock. */
    public long endNanos() {
        return endNanos;
    }
}
