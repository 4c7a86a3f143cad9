// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.judge.figures.AgentHosts;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.LoadExpected;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * Finds agents that report to the end and did nothing of a workload in the steady state, while others drove it. The
 * part of one of many agents is within the bounds of all sums, so that nothing else need notice it.
 *
 * <p>An agent does nothing by chance when each of its users spends the whole time in one pause, or when none of its
 * lanes has an arrival. However long a user has paused, it goes on to do so for t with at most the probability that a
 * whole gap exceeds t, since all {@link Distribution}s are "new better than used" (Barlow and Proschan, Statistical
 * Theory of Reliability and Life Testing, 1975, chapter 6); users draw independently (measurement rule M14), so that u
 * of them do with at most the power u of that. Lanes that expect E arrivals have none with the probability exp(-E)
 * where arrivals are Poisson, and with less where they are regular. The SUT explains everything else: an operation in
 * flight, and a user that it has not accepted, are not idleness. Stateless; any thread.
 */
final class IdleAgents {
    /** Greatest probability by which chance explains that an agent did nothing, for up to a thousand agents and workloads. */
    private static final double CHANCE = 1e-9;

    private static final int TESTS = 1_000;
    /** How long a user may take to connect for the first time; see {@code AttendanceMeter}. */
    private static final long JOINING_NANOS = 1_000_000_000L;

    private static final int BISECTIONS = 60;

    private IdleAgents() {}

    /** An agent and a workload. */
    private record Part(PlannedWorkload workload, AgentShare share) {
        String agent() {
            return share.agent();
        }

        String scope() {
            return workload.scope();
        }
    }

    /** What an agent has done for a workload in the window, as far as it reported. */
    private static final class Activity {
        private boolean hasDone;
        private boolean isExplained;
        private boolean isAttended;

        void add(WorkloadInterval interval, boolean isInWindow) {
            hasDone |= interval.lines().stream()
                            .filter(line -> line.window().isSteady() && line.kind() != LineInterval.Kind.SERIES)
                            .anyMatch(line -> hasAny(line.counts()))
                    || interval.schedule().draws().stream()
                            .filter(draws -> draws.window().isSteady())
                            .anyMatch(Activity::hasAny);
            WorkloadInterval.Levels levels = interval.levels();
            isExplained |= isInWindow && (levels.inFlight() > 0 || levels.queued() > 0);
            // Lost users have a rule of their own.
            isExplained |= levels.lostUsers() > 0;
            isExplained |= interval.schedule().attendance().stream().anyMatch(seen -> seen.awayNanos() > 0);
            isAttended |= !interval.schedule().attendance().isEmpty();
        }

        /** Ends in the window of what was issued before it are nothing that was done in it. */
        private static boolean hasAny(LineInterval.Counts counts) {
            return counts.issued()
                            + counts.ok()
                            + counts.declined()
                            + counts.errors()
                            + counts.abandoned()
                            + counts.dropped()
                    > 0;
        }

        private static boolean hasAny(ScheduleInterval.Draws draws) {
            return draws.choices().values().stream().anyMatch(count -> count > 0);
        }
    }

    /**
     * The agents, each with its host and the workloads of which it did nothing, in a part of a sentence.
     *
     * @param intervals those of a run that came to its end
     * @param window its steady state
     */
    static Map<String, String> of(RunPlan plan, List<StoredInterval> intervals, Window window, AgentHosts hosts) {
        Map<String, Map<String, Activity>> activities = activities(intervals, window);
        List<Part> parts = plan.workloads().stream()
                .filter(workload -> workload.shares().size() > 1)
                .flatMap(workload -> workload.shares().stream().map(share -> new Part(workload, share)))
                .toList();
        double least = Math.log(CHANCE * TESTS / Math.max(TESTS, parts.size()));
        Map<String, List<String>> idle = new TreeMap<>();
        Set<String> whole = whole(intervals);
        // An operation of before, in flight at no end of an interval within the window, may have lasted two intervals
        // into it.
        long slack = JOINING_NANOS + 2 * plan.interval().toNanos();
        for (Part part : parts) {
            Map<String, Activity> all = activities.getOrDefault(part.scope(), Map.of());
            Activity own = all.getOrDefault(part.agent(), new Activity());
            boolean hasNone = !own.hasDone && !own.isExplained && whole.contains(part.agent());
            if (hasNone
                    && isKnown(part, all)
                    && all.values().stream().anyMatch(each -> each.hasDone)
                    && logChance(part, window, slack) < least) {
                idle.computeIfAbsent(part.agent(), agent -> new ArrayList<>()).add(part.scope());
            }
        }
        Map<String, String> said = new TreeMap<>();
        idle.forEach((agent, scopes) -> said.put(
                agent,
                hosts.on(agent) + " reported until the end and drove none of the load of "
                        + String.join(" and ", scopes) + " in the steady state"));
        return said;
    }

    /** Runs of earlier versions do not record how many of the users in closed load the SUT has not accepted. */
    private static boolean isKnown(Part part, Map<String, Activity> all) {
        return part.workload().load() instanceof Load.Open
                || all.values().stream().anyMatch(each -> each.isAttended);
    }

    private static Map<String, Map<String, Activity>> activities(List<StoredInterval> intervals, Window window) {
        Map<String, Map<String, Activity>> activities = new TreeMap<>();
        for (StoredInterval interval : intervals) {
            for (WorkloadInterval workload : interval.workloads()) {
                activities
                        .computeIfAbsent(
                                Scope.workload(workload.tile(), workload.workload())
                                        .toString(),
                                scope -> new TreeMap<>())
                        .computeIfAbsent(interval.agent(), agent -> new Activity())
                        .add(workload, isWithin(interval, window));
            }
        }
        return activities;
    }

    /** The interval at the edge ends a little after it: an operation in flight there says nothing of the time after. */
    private static boolean isWithin(StoredInterval interval, Window window) {
        return interval.startNanos() >= window.startNanos() && interval.startNanos() < window.endNanos();
    }

    /** Agents without a missing interval, in which they may have done anything; others have a rule of their own. */
    private static Set<String> whole(List<StoredInterval> intervals) {
        Map<String, Set<Long>> arrived = new TreeMap<>();
        Map<String, Long> last = new TreeMap<>();
        for (StoredInterval interval : intervals) {
            last.merge(interval.agent(), interval.sequence(), Math::max);
            if (interval.state() != Delivery.MISSING) {
                arrived.computeIfAbsent(interval.agent(), agent -> new HashSet<>())
                        .add(interval.sequence());
            }
        }
        Set<String> whole = new HashSet<>();
        arrived.forEach((agent, numbers) -> {
            if (numbers.size() > last.getOrDefault(agent, -1L)) {
                whole.add(agent);
            }
        });
        return whole;
    }

    /** The logarithm of an upper bound of the probability that a part has nothing to do in the window. */
    private static double logChance(Part part, Window window, long slack) {
        long nanos = window.endNanos() - window.startNanos();
        List<LoadStep> steps = part.workload().load().steps();
        return switch (part.workload().load()) {
            case Load.Open open ->
                -LoadExpected.arrivals(open, Figures.seconds(nanos))
                        * part.share().lanes()
                        / open.lanes();
            case Load.Closed closed ->
                steps.isEmpty()
                        ? logPauses(part.workload(), part.share().users(), nanos - slack)
                        : steps.stream()
                                .mapToDouble(step -> logPauses(
                                        part.workload(),
                                        users(part.share(), step),
                                        step.length().toNanos() - slack))
                                .min()
                                .orElse(0);
        };
    }

    /** Users of a share that are active in all of a step: user u is while the level is above u. */
    private static int users(AgentShare share, LoadStep step) {
        double lowest = step instanceof LoadStep.Constant constant
                ? constant.level()
                : step instanceof LoadStep.Ramp ramp ? Math.min(ramp.from(), ramp.to()) : 0;
        return (int) Math.clamp(Math.floor(lowest) - share.firstUser(), 0, share.users());
    }

    /** The logarithm of the probability that users which pause all do so for the whole time, by the longest of their laws. */
    private static double logPauses(PlannedWorkload workload, int users, long nanos) {
        Stream<Distribution> gaps = workload.pacing().values().stream().map(Pacing::gap);
        Stream<Distribution> pauses = workload.units().stream()
                .map(UnitDefinition::steps)
                .flatMap(List::stream)
                .map(UnitDefinition.Step::pause);
        double longest = Stream.concat(gaps, pauses)
                .mapToDouble(gap -> beyond(gap, nanos))
                .max()
                .orElse(1);
        return users == 0 ? 0 : users * Math.log(longest);
    }

    /** The probability that a gap exceeds a time, by bisection of the inverse that draws it. */
    static double beyond(Distribution gap, long nanos) {
        if (nanos <= 0) {
            return 1;
        }
        double within = 0;
        double beyond = 1;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (within + beyond) / 2;
            if (gap.sampleNanos(middle) > nanos) {
                beyond = middle;
            } else {
                within = middle;
            }
        }
        return 1 - beyond;
    }
}
