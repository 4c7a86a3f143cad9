// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

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
 * The intervals of a run whose controller ended amid it, as agents have kept them: those that are stored already are left
 * out, whatever is given again. One thread.
 */
public final class ResumedIntervals {
    private final IntervalLog log;
    private final long intervalNanos;
    private final Map<String, OfAgent> agents = new TreeMap<>();
    private final ErrorTotals errorTotals = new ErrorTotals();
    private final Totals totals = new Totals();
    private int added;
    private long endNanos;

    private static final class OfAgent {
        private final Set<Long> arrived = new HashSet<>();
        private final Set<Long> missing = new HashSet<>();
        private final Set<Long> counted = new HashSet<>();
        private final Set<String> acknowledged = new HashSet<>();
        private boolean isWhole;
    }

    /**
     * No intervals.
     *
     * @param agents names of the agents of the run
     * @param intervalNanos length of an interval
     * @param log takes what is not stored yet
     */
    public ResumedIntervals(List<String> agents, long intervalNanos, IntervalLog log) {
        agents.forEach(agent -> this.agents.put(agent, new OfAgent()));
        this.intervalNanos = intervalNanos;
        this.log = log;
    }

    /** An interval that is stored. */
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

    /** An interval that the agent has kept. */
    public void kept(IntervalSnapshot snapshot) {
        OfAgent of = agents.get(snapshot.agent());
        if (of == null) {
            return;
        }
        // Also what is stored already was sent; the agent has kept it from the start.
        if (of.counted.add(snapshot.sequence())) {
            totals.add(snapshot);
        }
        if (of.arrived.contains(snapshot.sequence())) {
            return;
        }
        arrived(of, snapshot.sequence(), snapshot.endNanos(), snapshot.last());
        added++;
        log.interval(AgentInterval.arrived(snapshot, Delivery.LATE));
    }

    /** The distinct errors of an agent, cumulative. */
    public void errors(String agent, String scope, List<DistinctErrors.Entry> errors) {
        log.errors(errorTotals.update(agent, scope, errors));
    }

    /** What the SUT acknowledged to an agent; once for each scope, whatever is given again. */
    public void acknowledged(String agent, String scope, Map<String, AcknowledgedThings.Collected> told) {
        OfAgent of = agents.get(agent);
        if (of != null && of.acknowledged.add(scope)) {
            totals.add(scope, told);
        }
    }

    /** What a workload sent, as far as agents have kept it. */
    public SentTotals sent(int tile, String workload) {
        return totals.of(tile, workload);
    }

    /** Whether the agent has given each interval from the first to its last, so that {@link #sent} has all that it sent. */
    private static boolean isCounted(OfAgent of) {
        return of.counted.size() == last(of) + 1;
    }

    /** Number of the latest interval, which are counted from 0; -1 before the first. */
    private static long last(OfAgent of) {
        return of.arrived.stream().mapToLong(Long::longValue).max().orElse(-1);
    }

    /** Marks what has never arrived, of agents without a last interval up to the end of what the others have. */
    public void finish() {
        agents.forEach((agent, of) -> {
            long last = last(of);
            long end = of.isWhole ? last + 1 : Math.max(last + 1, endNanos / intervalNanos);
            for (long sequence = 0; sequence < end; sequence++) {
                if (!of.arrived.contains(sequence) && !of.missing.contains(sequence)) {
                    log.interval(AgentInterval.missing(
                            agent, sequence, sequence * intervalNanos, (sequence + 1) * intervalNanos));
                }
            }
        });
    }

    /** Whether the last interval of an agent is there. */
    public boolean isWhole(String agent) {
        OfAgent of = agents.get(agent);
        return of != null && of.isWhole;
    }

    /** Whether every agent has given each interval that is stored, so that {@link #sent} has all that was sent. */
    public boolean isCounted() {
        return agents.values().stream().allMatch(ResumedIntervals::isCounted);
    }

    /** Number of intervals that were not stored before. */
    public int added() {
        return added;
    }

    /** End of the latest interval, on the run's clock. */
    public long endNanos() {
        return endNanos;
    }
}
