// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.CompletenessAudits;
import org.plateaubench.engine.judge.audit.IdleAgents;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.HandMade;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** Agents that report to the end and do nothing, among many that drive the load (M15, M17). */
final class IdleAgentsTest {
    private static final long SECOND = MadeRun.SECOND;
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final int AGENTS = 100;
    private static final int STEADY_SECONDS = 10;
    private static final int USERS_OF_ONE = 2;
    private static final WorkloadInterval.Levels AT_REST = new WorkloadInterval.Levels(USERS_OF_ONE, 0, 0, 0);

    private final MadePlan made = new MadePlan();

    /** What one agent tells in all intervals of the steady state. */
    private record Told(long issued, WorkloadInterval.Levels levels, long awayNanos, boolean hasEarlier) {
        private static final Told NOTHING = new Told(0, AT_REST, 0);
        private static final Told SOMETHING = new Told(1, AT_REST, 0);
        /** An operation of before the steady state ends in its first second. */
        private static final Told UNTIL_THEN = new Told(0, AT_REST, 0, true);

        private Told(long issued, WorkloadInterval.Levels levels, long awayNanos) {
            this(issued, levels, awayNanos, false);
        }

        private Told at(long nanos, long steadyStart) {
            return hasEarlier && nanos < steadyStart
                    ? new Told(0, new WorkloadInterval.Levels(USERS_OF_ONE, 1, 0, 0), 0)
                    : this;
        }

        private long okEnds(long nanos, long steadyStart) {
            return hasEarlier && nanos == steadyStart ? 1 : issued;
        }
    }

    private RunPlan closed(double meanPauseSeconds) {
        made.pause = Duration.ofNanos((long) (meanPauseSeconds * SECOND));
        return plan(new Load.Closed(AGENTS * USERS_OF_ONE, 1));
    }

    private RunPlan plan(Load load) {
        made.steady = Duration.ofSeconds(STEADY_SECONDS);
        List<AgentShare> shares = new ArrayList<>();
        for (int agent = 0; agent < AGENTS; agent++) {
            int lanes = load instanceof Load.Open open ? open.lanes() / AGENTS : 0;
            shares.add(new AgentShare(
                    "load" + agent, agent * USERS_OF_ONE, USERS_OF_ONE, agent * lanes, lanes, lanes == 0 ? 0 : 10));
        }
        made.shares = shares;
        return made.simple(1, load).build();
    }

    private static Audit judged(RunPlan plan, Map<Integer, Told> others) {
        List<StoredInterval> intervals = new ArrayList<>();
        int seconds = (int) (plan.phases().issueEndNanos() / SECOND);
        for (int agent = 0; agent < AGENTS; agent++) {
            for (int second = 0; second < seconds; second++) {
                intervals.add(new StoredInterval(
                        "load" + agent,
                        second,
                        second * SECOND,
                        (second + 1) * SECOND,
                        Delivery.ON_TIME,
                        second == seconds - 1,
                        List.of(interval(
                                others.getOrDefault(agent, Told.SOMETHING),
                                second * SECOND,
                                plan.phases().steadyStartNanos())),
                        MadeRun.AT_EASE));
            }
        }
        List<RunEvent> events = new ArrayList<>(List.of(
                event(0, EventType.PHASE, "", Map.of("name", "ramp-up")),
                event((int) (plan.phases().steadyStartNanos() / SECOND), EventType.PHASE, "", Map.of("name", "steady")),
                event(
                        (int) (plan.phases().steadyEndNanos() / SECOND),
                        EventType.PHASE,
                        "",
                        Map.of("name", "ramp-down")),
                event(seconds, EventType.RUN_ENDED, "", Map.of("status", "completed"))));
        for (int agent = 0; agent < AGENTS; agent++) {
            events.add(event(
                    0, EventType.AGENT_PROCESS, "agent/load" + agent, Map.of("processId", 1, "host", "lab" + agent)));
        }
        StoredRun run = HandMade.run(Path.of("run"), intervals, events);
        Timeline timeline = Timeline.of(run, plan.phases());
        IdleAgents idle = new IdleAgents(plan, timeline.window());
        intervals.forEach(
                interval -> idle.add("1/cache", interval, interval.workloads().getFirst()));
        return new CompletenessAudits(plan, run, timeline, idle)
                .audits().stream()
                        .filter(audit -> audit.rule() == Rule.LOST_AGENTS)
                        .findFirst()
                        .orElseThrow();
    }

    private static WorkloadInterval interval(Told always, long nanos, long steadyStart) {
        Told told = always.at(nanos, steadyStart);
        long okEnds = always.okEnds(nanos, steadyStart);
        LineInterval line = new LineInterval(
                "read",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                new LineInterval.Counts(told.issued, told.issued, 0, 0, 0, 0, okEnds, 0, 0),
                Map.of(),
                Map.of(),
                null,
                null,
                null);
        ScheduleInterval schedule = new ScheduleInterval(
                List.of(),
                null,
                List.of(new Attendance(PhaseWindow.STEADY, SECOND, SECOND, SECOND, 0, told.awayNanos)));
        return new WorkloadInterval(
                1,
                "cache",
                okEnds == 0 ? List.of() : List.of(line),
                List.of(),
                told.levels,
                schedule,
                Map.of(),
                Map.of());
    }

    private static RunEvent event(int second, EventType type, String scope, Map<String, Object> details) {
        return new RunEvent(START.plusSeconds(second), second * SECOND, type.label(), scope, "Something.", details);
    }

    @Test
    void m17AnAgentOfAHundredThatDidNothingIsNamedWithItsHost() {
        Audit audit = judged(closed(0.2), Map.of(57, Told.NOTHING));

        assertThat(audit.voidsRun()).isTrue();
        assertThat(audit.value()).isEqualTo(1);
        assertThat(audit.message())
                .startsWith("Agent load57 on host lab57 reported until the end and drove none of the load of 1/cache in"
                        + " the steady state,")
                .doesNotContain("load56");
    }

    @Test
    void m17TheSameInOpenLoadWhoseArrivalsDoNotDependOnTheSystem() {
        Load load = new Load.Open(250, Load.Arrival.POISSON, AGENTS * USERS_OF_ONE, 1, AGENTS, 1_000);

        assertThat(judged(plan(load), Map.of(3, Told.NOTHING)).message())
                .startsWith("Agent load3 on host lab3 reported until the end and drove none of the load of 1/cache ");
        assertThat(judged(plan(load), Map.of()).state()).isEqualTo(Audit.State.OK);
    }

    /** Who waits for the SUT, or was not accepted by it, is not idle. */
    @Test
    void m17WhatTheSystemExplainsIsNoIdleness() {
        RunPlan plan = closed(0.2);
        Told waiting = new Told(0, new WorkloadInterval.Levels(USERS_OF_ONE, 1, 0, 0), 0);
        Told away = new Told(0, AT_REST, SECOND);

        assertThat(judged(plan, Map.of(1, waiting, 2, away)).state()).isEqualTo(Audit.State.OK);
    }

    /** As when the agent stops where the steady state begins. */
    @Test
    void m17WhatWasBegunBeforeTheSteadyStateIsNothingThatWasDoneInIt() {
        assertThat(judged(closed(0.2), Map.of(57, Told.UNTIL_THEN)).state()).isEqualTo(Audit.State.VIOLATED);
    }

    /** How many users may be lost is a rule of its own. */
    @Test
    void m17AnAgentThatLostItsUsersIsNotIdle() {
        Told lost = new Told(0, new WorkloadInterval.Levels(0, 0, 0, USERS_OF_ONE), 0);

        assertThat(judged(closed(0.2), Map.of(57, lost)).state()).isEqualTo(Audit.State.OK);
    }

    /** Users with high numbers are active in high steps alone. */
    @Test
    void m17OnlyStepsThatAskForAllItsUsersCount() {
        List<LoadStep> low = List.of(
                new LoadStep.Constant(Duration.ofSeconds(5), 20), new LoadStep.Constant(Duration.ofSeconds(5), 40));
        List<LoadStep> high = List.of(low.getFirst(), new LoadStep.Constant(Duration.ofSeconds(5), 200));
        Map<Integer, Told> last = Map.of(AGENTS - 1, Told.NOTHING);
        made.pause = Duration.ofMillis(50);

        assertThat(judged(plan(new Load.Closed(200, 1, low, null)), last).state())
                .isEqualTo(Audit.State.OK);
        assertThat(judged(new IdleAgentsTest().quick(new Load.Closed(200, 1, high, null)), last)
                        .state())
                .isEqualTo(Audit.State.VIOLATED);
    }

    private RunPlan quick(Load load) {
        made.pause = Duration.ofMillis(50);
        return plan(load);
    }

    /** Where nobody did anything, other rules say what is wrong. */
    @Test
    void m17NobodyIsIdleWhereNobodyDidAnything() {
        Map<Integer, Told> all = new HashMap<>();
        for (int agent = 0; agent < AGENTS; agent++) {
            all.put(agent, Told.NOTHING);
        }
        assertThat(judged(closed(0.2), all).state()).isEqualTo(Audit.State.OK);
    }

    /**
     * Honest users with pauses so long that in many runs an agent has nothing to do by chance: such an agent is never taken
     * for idle, whatever the length of the pauses.
     */
    @Test
    @Tag("simulation")
    void m17NoFalseAlarmWhereAgentsHaveNothingToDoByChance() {
        Random random = new Random(170);
        int byChance = 0;
        for (double meanSeconds : new double[] {0.8, 1.2, 2, 3, 5, 10}) {
            RunPlan plan = new IdleAgentsTest().closed(meanSeconds);
            for (int run = 0; run < 60; run++) {
                Map<Integer, Told> told = new HashMap<>();
                for (int agent = 0; agent < AGENTS; agent++) {
                    boolean hasNothing = true;
                    for (int user = 0; user < USERS_OF_ONE; user++) {
                        hasNothing &= -meanSeconds * Math.log(1 - random.nextDouble()) > STEADY_SECONDS;
                    }
                    if (hasNothing) {
                        byChance++;
                        told.put(agent, Told.NOTHING);
                    }
                }
                assertThat(judged(plan, told).state()).isEqualTo(Audit.State.OK);
            }
        }
        assertThat(byChance).isGreaterThan(500);
    }

    /**
     * Just beyond what chance explains: two users with 7 s for a pause of 0.66 s on average, e to the power of -21.2.
     */
    @Test
    void m17TheBoundIsOneInAThousandMillion() {
        assertThat(judged(new IdleAgentsTest().closed(0.66), Map.of(0, Told.NOTHING))
                        .state())
                .isEqualTo(Audit.State.VIOLATED);
        assertThat(judged(new IdleAgentsTest().closed(0.69), Map.of(0, Told.NOTHING))
                        .state())
                .isEqualTo(Audit.State.OK);
    }
}
