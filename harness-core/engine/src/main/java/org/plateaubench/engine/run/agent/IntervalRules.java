// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import static org.plateaubench.engine.run.agent.PlannedFigures.require;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.RefusedMessageException;

/**
 * Checks the intervals of an agent: each must come once, they must follow each other without gaps, they must be within
 * the time that a run of this length can take, and each must have each figure only once. Otherwise data could be
 * counted twice, or be lost without being noticed. Not thread-safe.
 */
final class IntervalRules {
    /** The number of intervals after the planned end of the drain, for agents that are late. */
    private static final long LATE_INTERVALS = 600;
    /**
     * How late the end of an interval may be; the last interval of an agent that was stopped for long may be this late.
     */
    private static final long LATE_NANOS = Duration.ofDays(1).toNanos();

    private final String agent;
    private final Map<String, PlannedFigures> figures;
    private final long mostIntervals;
    private final long mostNanos;
    private long sequence = -1;
    private long endNanos;
    private boolean isOver;

    /**
     * Creates the rules for an agent.
     *
     * @param figures figures of the workloads that it drives, by their scopes, {@code tile/workload}
     */
    IntervalRules(String agent, RunPlan plan, Map<String, PlannedFigures> figures) {
        this.agent = agent;
        this.figures = Map.copyOf(figures);
        long plannedNanos = plan.phases().drainEndNanos();
        mostIntervals = plannedNanos / plan.interval().toNanos() + LATE_INTERVALS;
        mostNanos = plannedNanos + LATE_INTERVALS * plan.interval().toNanos() + LATE_NANOS;
    }

    /**
     * Checks the next interval.
     *
     * @throws RefusedMessageException with a description of the message, in words that follow "since it sent"
     */
    void check(IntervalSnapshot interval) throws RefusedMessageException {
        require(interval.agent().equals(agent), "an interval of agent " + interval.agent());
        require(
                interval.sequence() >= 0 && interval.sequence() <= mostIntervals,
                "interval " + interval.sequence() + " of a run that has at most " + mostIntervals);
        place(interval);
        Set<String> seen = new HashSet<>();
        for (WorkloadInterval workload : interval.workloads()) {
            String scope = workload.tile() + "/" + workload.workload();
            PlannedFigures its = figures.get(scope);
            if (its == null) {
                throw new RefusedMessageException("figures of " + ShownText.of(scope) + ", which it does not drive");
            }
            if (!seen.add(scope)) {
                throw new RefusedMessageException("figures of " + scope + " twice in one interval");
            }
            its.check(workload);
        }
    }

    private void place(IntervalSnapshot interval) throws RefusedMessageException {
        String number = "interval " + interval.sequence();
        require(!isOver, number + " after its last");
        require(interval.sequence() > sequence, number + " after interval " + sequence);
        require(
                interval.endNanos() >= interval.startNanos() && interval.endNanos() <= mostNanos,
                "an interval that ends before it begins, or long after the run");
        boolean isNext = interval.sequence() == sequence + 1;
        require(
                isNext ? interval.startNanos() == endNanos : interval.startNanos() > endNanos,
                number + " that does not begin where the one before ended");
        sequence = interval.sequence();
        endNanos = interval.endNanos();
        isOver = interval.last();
    }
}
