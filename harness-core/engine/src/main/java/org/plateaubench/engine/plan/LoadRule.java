// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.LoadSpec;

/** Load, pacing, execution and the share of each agent. */
final class LoadRule {
    /** M6: lanes of an open load. */
    static final int DEFAULT_LANES = 64;

    /** Users per agent up to which blocking drivers run on platform threads; above, virtual ones cost less. */
    static final int MOST_PLATFORM_USERS = 256;

    private static final double QUEUE_SECONDS = 5;

    private LoadRule() {}

    static Load load(LoadSpec spec, WorkloadDefinition definition) {
        Integer givenDepth = spec.depth();
        int depth = givenDepth == null ? 1 : givenDepth;
        return switch (spec) {
            case LoadSpec.Closed closed ->
                new Load.Closed(closed.users(), depth, closed.steps(), backlogPerUser(closed, definition));
            case LoadSpec.Open open -> {
                Load.Arrival arrival = open.arrival();
                Integer lanes = open.lanes();
                Integer queue = open.queue();
                yield new Load.Open(
                        open.ratePerSecond(),
                        arrival == null ? Load.Arrival.POISSON : arrival,
                        open.maxUsers(),
                        depth,
                        lanes == null ? DEFAULT_LANES : lanes,
                        queue == null ? defaultQueueBound(open.ratePerSecond(), open.maxUsers()) : queue,
                        open.steps());
            }
        };
    }

    /** A reachable bound: where the next unit waits for the one before, a user never has more than one due. */
    private static @Nullable Double backlogPerUser(LoadSpec.Closed spec, WorkloadDefinition definition) {
        boolean stands = pacing(definition, spec).values().stream().allMatch(Pacing::stands);
        return stands ? definition.backlogPerUser() : null;
    }

    /** M6: max(2 x maxUsers, 5 s of arrivals at the highest rate). */
    static int defaultQueueBound(double ratePerSecond, int maxUsers) {
        double arrivals = Math.ceil(QUEUE_SECONDS * ratePerSecond);
        return (int) Math.min(Integer.MAX_VALUE, Math.max(2.0 * maxUsers, arrivals));
    }

    /**
     * Pacing by unit: that of the run file for the unit, else that of the run file for all units, which also replaces
     * the units' own gaps, else that of the plugin.
     */
    static Map<String, Pacing> pacing(WorkloadDefinition definition, LoadSpec spec) {
        Map<String, Pacing> result = new TreeMap<>();
        if (spec instanceof LoadSpec.Closed closed) {
            for (UnitDefinition unit : definition.units()) {
                result.put(
                        unit.name(),
                        pacing(
                                definition.pacing(unit),
                                closed,
                                closed.unitGaps().get(unit.name())));
            }
        }
        return result;
    }

    private static Pacing pacing(Pacing defined, LoadSpec.Closed closed, LoadSpec.@Nullable Gap unitGap) {
        LoadSpec.Gap gap = unitGap == null ? closed.gap() : unitGap;
        Pacing.OnLate onLate = closed.onLate();
        return new Pacing(
                gap == null ? defined.kind() : gap.kind(),
                gap == null ? defined.gap() : gap.time(),
                onLate == null ? defined.onLate() : onLate);
    }

    /** Distributes users, lanes and queue evenly; the first agents get one more where they do not divide evenly. */
    static List<AgentShare> shares(Load load, List<String> agents) {
        int lanes = load instanceof Load.Open open ? open.lanes() : 0;
        int queueBound = load instanceof Load.Open open ? open.queueBound() : 0;
        // A lane needs a user and a queue place on the same agent.
        int working = Math.min(agents.size(), load.users());
        working = load instanceof Load.Open ? Math.min(working, Math.min(lanes, queueBound)) : working;
        List<AgentShare> shares = new ArrayList<>();
        for (int i = 0; i < agents.size(); i++) {
            int user = start(load.users(), working, i);
            int lane = start(lanes, working, i);
            shares.add(new AgentShare(
                    agents.get(i),
                    user,
                    start(load.users(), working, i + 1) - user,
                    lane,
                    start(lanes, working, i + 1) - lane,
                    start(queueBound, working, i + 1) - start(queueBound, working, i)));
        }
        return shares;
    }

    private static int start(int total, int parts, int part) {
        int i = Math.min(part, parts);
        return total / parts * i + Math.min(i, total % parts);
    }

    /** The execution of a workload whose run file names none: several commands at once need an event loop. */
    static Execution execution(List<Execution> possible, Load load, List<AgentShare> shares) {
        if (load.depth() > 1 && possible.contains(Execution.EVENT_LOOP)) {
            return Execution.EVENT_LOOP;
        }
        int users = shares.stream().mapToInt(AgentShare::users).max().orElse(0);
        Execution preferred = possible.getFirst();
        if (preferred == Execution.EVENT_LOOP) {
            return preferred;
        }
        Execution blocking = users <= MOST_PLATFORM_USERS ? Execution.PLATFORM : Execution.VIRTUAL;
        return possible.contains(blocking) ? blocking : preferred;
    }
}
