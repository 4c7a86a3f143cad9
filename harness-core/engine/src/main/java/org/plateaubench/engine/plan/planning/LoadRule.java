// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.TilesSpec;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.plan.AgentShare;

public final class LoadRule {
    private LoadRule() {}

    static Load load(LoadSpec spec, WorkloadDefinition definition, BurstOffset offset) {
        List<LoadStep> steps = offset.shift(spec.steps());
        MappingValues values = spec.values();
        int depth = values.orDefault(LoadKeys.DEPTH);
        if (spec.isClosed()) {
            return new Load.Closed((int) spec.level(), depth, steps, backlogPerUser(spec, definition));
        }
        int users = Objects.requireNonNull(values.get(LoadKeys.MAX_IN_SERVICE), "an open load has maxUsers");
        return new Load.Open(
                spec.level(),
                values.orDefault(LoadKeys.ARRIVAL),
                users,
                depth,
                values.orDefault(LoadKeys.LANES),
                values.or(LoadKeys.QUEUE, defaultQueueBound(spec.level(), users)),
                steps);
    }

    /** The bound on the backlog per user; null if units wait for the one before, so that at most one is due. */
    private static @Nullable Double backlogPerUser(LoadSpec spec, WorkloadDefinition definition) {
        boolean hasFixedSchedule = pacing(definition, spec).values().stream().allMatch(Pacing::hasFixedSchedule);
        return hasFixedSchedule ? definition.backlogPerUser() : null;
    }

    /** M6: the greater of some places per user and the arrivals of some seconds at the highest rate. */
    static int defaultQueueBound(double ratePerSecond, int maxUsers) {
        double arrivals = Math.ceil(LoadKeys.QUEUED_SECONDS * ratePerSecond);
        return (int) Math.min(Integer.MAX_VALUE, Math.max((double) LoadKeys.QUEUED_PER_USER * maxUsers, arrivals));
    }

    /**
     * The pacing by unit: from the run file for the unit, else from the run file for all units, which also replaces the
     * units' own gaps, else from the plugin.
     */
    public static Map<String, Pacing> pacing(WorkloadDefinition definition, LoadSpec spec) {
        Map<String, Pacing> result = new TreeMap<>();
        if (spec.isClosed()) {
            Map<String, LoadSpec.Gap> unitGaps = spec.values().or(LoadKeys.UNITS, Map.of());
            for (UnitDefinition unit : definition.units()) {
                LoadSpec.Gap gap = unitGaps.getOrDefault(unit.name(), spec.gap());
                Pacing defined = definition.pacing(unit);
                result.put(
                        unit.name(),
                        new Pacing(
                                gap == null ? defined.kind() : gap.kind(),
                                gap == null ? defined.gap() : gap.time(),
                                spec.values().or(LoadKeys.ON_LATE, defined.onLate())));
            }
        }
        return result;
    }

    static List<AgentShare> shares(Load load, List<String> agents, List<String> drivers) {
        int lanes = load instanceof Load.Open open ? open.lanes() : 0;
        int queueBound = load instanceof Load.Open open ? open.queueBound() : 0;
        // A lane needs a user and a queue place on the same agent.
        int shareCount = Math.min(drivers.size(), load.users());
        shareCount = load instanceof Load.Open ? Math.min(shareCount, Math.min(lanes, queueBound)) : shareCount;
        List<AgentShare> shares = new ArrayList<>();
        int i = 0;
        for (String agent : agents) {
            int next = drivers.contains(agent) ? i + 1 : i;
            int user = start(load.users(), shareCount, i);
            int lane = start(lanes, shareCount, i);
            shares.add(new AgentShare(
                    agent,
                    user,
                    start(load.users(), shareCount, next) - user,
                    lane,
                    start(lanes, shareCount, next) - lane,
                    start(queueBound, shareCount, next) - start(queueBound, shareCount, i)));
            i = next;
        }
        return shares;
    }

    private static int start(int total, int parts, int part) {
        int i = Math.min(part, parts);
        return total / parts * i + Math.min(i, total % parts);
    }

    /** The default execution of a workload; several commands in flight per user need an event loop. */
    static Execution execution(List<Execution> possible, Load load, List<AgentShare> shares) {
        if (load.depth() > 1 && possible.contains(Execution.EVENT_LOOP)) {
            return Execution.EVENT_LOOP;
        }
        int users = shares.stream().mapToInt(AgentShare::users).max().orElse(0);
        Execution preferred = possible.getFirst();
        if (preferred == Execution.EVENT_LOOP) {
            return preferred;
        }
        Execution blocking = users <= RunFileKeys.MAX_PLATFORM_USERS ? Execution.PLATFORM : Execution.VIRTUAL;
        return possible.contains(blocking) ? blocking : preferred;
    }

    /**
     * The delay of the bursts of a tile relative to the first tile.
     *
     * @param tile number of the tile, from 1
     * @param tiles number of tiles, at least {@code tile}
     */
    record BurstOffset(int tile, int tiles) {
        /** The maximum number of bursts of a step that can be offset, which bounds the size of the plan. */
        static final long MAX_BURSTS = 5_000;

        static BurstOffset of(TilesSpec spec, int tile) {
            return spec.bursts() == TilesSpec.Bursts.OFFSET
                    ? new BurstOffset(tile, spec.count())
                    : new BurstOffset(1, 1);
        }

        boolean isBeyondBounds(LoadStep step) {
            return tile > 1
                    && step instanceof LoadStep.Bursts bursts
                    && bursts.length().dividedBy(bursts.every()) > MAX_BURSTS;
        }

        List<LoadStep> shift(List<LoadStep> steps) {
            return tile == 1 ? steps : steps.stream().map(this::shifted).toList();
        }

        private LoadStep shifted(LoadStep step) {
            if (!(step instanceof LoadStep.Bursts bursts)) {
                return step;
            }
            long every = bursts.every().toNanos();
            long burst = bursts.burst().toNanos();
            long shift = every / tiles * (tile - 1);
            List<LoadStep.Point> points = new ArrayList<>();
            // The burst before the first one may extend into the step.
            boolean beginsInBurst = shift + burst > every;
            points.add(new LoadStep.Point(Duration.ZERO, beginsInBurst ? bursts.peak() : bursts.base()));
            if (beginsInBurst) {
                points.add(new LoadStep.Point(Duration.ofNanos(shift + burst - every), bursts.base()));
            }
            for (long start = shift; start < bursts.length().toNanos(); start += every) {
                points.add(new LoadStep.Point(Duration.ofNanos(start), bursts.peak()));
                points.add(new LoadStep.Point(Duration.ofNanos(start + burst), bursts.base()));
            }
            return new LoadStep.Replay(bursts.length(), points, "");
        }
    }
}
