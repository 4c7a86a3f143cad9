// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.AgentHosts;
import org.plateaubench.engine.judge.figures.LoadExpected;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * Finds agents that reported to the end of the run but drove nothing of a workload in the steady state, while other
 * agents did. The part of one of many agents is within the bounds of all sums, so no other audit need notice it.
 *
 * <p>An agent is idle by chance if each of its users spends the whole time in one pause, or if none of its lanes has an
 * arrival. A user that has already paused for any time continues to pause for t with at most the probability that a
 * whole gap exceeds t, since all {@link Distribution}s are "new better than used" (Barlow and Proschan, Statistical
 * Theory of Reliability and Life Testing, 1975, chapter 6). Users draw independently (measurement rule M14), so u users
 * do so with at most the u-th power of that probability. Lanes that expect E arrivals have none with probability
 * exp(-E) if arrivals are Poisson, and with a lower probability if they are regular. An agent is not idle if the SUT
 * keeps it waiting: with an operation in flight, or with a user that the SUT has not accepted.
 */
public final class IdleAgents {
    /**
     * The greatest probability with which chance still explains an idle agent, for up to a thousand agents and
     * workloads.
     */
    private static final double CHANCE = 1e-9;

    private static final int TESTS = 1_000;
    /** How long a user may take to connect for the first time, in nanoseconds; see {@code AttendanceMeter}. */
    private static final long JOINING_NANOS = 1_000_000_000L;

    private static final int BISECTIONS = 60;

    private final RunPlan plan;
    private final @Nullable Window window;
    /** Activities of scopes and agents; a workload is added by one thread at a time. */
    private final Map<String, Map<String, Activity>> activities = new HashMap<>();

    public IdleAgents(RunPlan plan, @Nullable Window window) {
        this.plan = plan;
        this.window = window;
        plan.workloads().stream()
                .filter(workload -> workload.shares().size() > 1)
                .forEach(workload -> activities.put(workload.scope(), new TreeMap<>()));
    }

    /** Adds what an agent did of a workload in an interval. */
    public void add(String scope, StoredInterval interval, WorkloadInterval workload) {
        Map<String, Activity> agents = activities.get(scope);
        if (agents != null && window != null) {
            agents.computeIfAbsent(interval.agent(), agent -> new Activity()).add(workload, isWithin(interval, window));
        }
    }

    private record Part(PlannedWorkload workload, AgentShare share) {
        String agent() {
            return share.agent();
        }

        String scope() {
            return workload.scope();
        }
    }

    private static final class Activity {
        private boolean hasDone;
        private boolean isExplained;

        void add(WorkloadInterval interval, boolean isInWindow) {
            hasDone |= interval.lines().stream()
                            .filter(line -> line.window().isSteady() && line.kind() != LineInterval.Kind.SERIES)
                            .anyMatch(line -> hasAny(line.counts()))
                    || interval.schedule().draws().stream()
                            .filter(draws -> draws.window().isSteady())
                            .anyMatch(Activity::hasAny);
            WorkloadInterval.Levels levels = interval.levels();
            isExplained |= isInWindow && (levels.inFlight() > 0 || levels.queued() > 0);
            // There is a separate rule for lost users.
            isExplained |= levels.lostUsers() > 0;
            isExplained |= interval.schedule().attendance().stream().anyMatch(seen -> seen.awayNanos() > 0);
        }

        /** Whether anything was issued in the window. Operations that only ended in it do not count. */
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
     * The idle agents of a run that reached its end, each with a part of a sentence that gives its host and the workloads
     * that it did not drive.
     *
     * @param intervals all intervals, of which the workloads were added
     */
    Map<String, String> sentences(List<StoredInterval> intervals, Window steady, AgentHosts hosts) {
        List<Part> parts = plan.workloads().stream()
                .filter(workload -> workload.shares().size() > 1)
                .flatMap(workload -> workload.shares().stream().map(share -> new Part(workload, share)))
                .toList();
        double least = Math.log(CHANCE * TESTS / Math.max(TESTS, parts.size()));
        Map<String, List<String>> idle = new TreeMap<>();
        Set<String> whole = whole(intervals);
        // An earlier operation that is in flight at no end of an interval within the window may still have lasted for
        // two intervals of it.
        long slack = JOINING_NANOS + 2 * plan.interval().toNanos();
        for (Part part : parts) {
            Map<String, Activity> all = activities.getOrDefault(part.scope(), Map.of());
            Activity own = all.getOrDefault(part.agent(), new Activity());
            boolean hasNone = !own.hasDone && !own.isExplained && whole.contains(part.agent());
            if (hasNone
                    && all.values().stream().anyMatch(each -> each.hasDone)
                    && logChance(part, steady, slack) < least) {
                idle.computeIfAbsent(part.agent(), agent -> new ArrayList<>()).add(part.scope());
            }
        }
        Map<String, String> sentences = new TreeMap<>();
        idle.forEach((agent, scopes) -> sentences.put(
                agent,
                hosts.on(agent) + " reported until the end and drove none of the load of "
                        + String.join(" and ", scopes) + " in the steady state"));
        return sentences;
    }

    /**
     * Whether an interval ends in the window. The last one may end slightly after it; an operation in flight then shows
     * nothing about later times.
     */
    private static boolean isWithin(StoredInterval interval, Window window) {
        return interval.startNanos() >= window.startNanos() && interval.startNanos() < window.endNanos();
    }

    /**
     * The agents without missing intervals. In a missing interval an agent may have been active, and there is a
     * separate rule for these.
     */
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

    /** The logarithm of an upper bound on the probability that a part has nothing to do in the window. */
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

    /**
     * The number of users of a share that are active during a whole step; user u is active while the level exceeds u.
     */
    private static int users(AgentShare share, LoadStep step) {
        double lowest = step instanceof LoadStep.Constant constant
                ? constant.level()
                : step instanceof LoadStep.Ramp ramp ? Math.min(ramp.from(), ramp.to()) : 0;
        return (int) Math.clamp(Math.floor(lowest) - share.firstUser(), 0, share.users());
    }

    /**
     * The logarithm of the probability that all users pause for the whole time, by the distribution with the longest
     * pauses.
     */
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

    /** The probability that a gap exceeds a time, by bisection of the inverse function that draws it. */
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
