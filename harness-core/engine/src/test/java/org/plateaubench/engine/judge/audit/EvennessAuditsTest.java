// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentHosts;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.TestFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.recorder.EvennessCounts;

/** False alarms and detections of the audit of evenness (measurement rules M15 and M25). */
final class EvennessAuditsTest {
    private static final int TIMES = 7;
    private static final double SECONDS = 58;
    private static final long POLLS = 59;

    /** The distribution of the times between units of a user. */
    private enum Cycle {
        FIXED,
        EXPONENTIAL,
        /** One unit in twenty takes fifty times as long. */
        MIXED,
        /** Users work at one speed for some units, and then at another. */
        SWITCHING;

        /** The seconds from one unit to the next; a user has a state of its own. */
        double next(RandomGenerator random, double mean, double[] state) {
            return switch (this) {
                case FIXED -> mean * (0.95 + 0.1 * random.nextDouble());
                case EXPONENTIAL -> random.nextExponential() * mean;
                case MIXED -> mean / 3.45 * (random.nextInt(20) == 0 ? 50 : 1) * random.nextExponential();
                case SWITCHING -> {
                    if (state[0] == 0 || random.nextInt(15) == 0) {
                        state[0] = random.nextBoolean() ? 0.4 : 1.6;
                    }
                    yield state[0] * mean * random.nextExponential();
                }
            };
        }
    }

    /** The users of one agent, some of which take longer than the others. */
    private static Evenness users(
            RandomGenerator random, Cycle cycle, int users, double units, int differing, double slower) {
        List<long[]> edges = new ArrayList<>();
        for (int i = 0; i <= TIMES; i++) {
            edges.add(new long[users]);
        }
        for (int user = 0; user < users; user++) {
            double mean = SECONDS / units * (user < differing ? slower : 1);
            double[] state = new double[1];
            double at = -random.nextDouble() * mean * 3;
            for (int n = 0; at < SECONDS; at += cycle.next(random, mean, state)) {
                n += at > 0 ? 1 : 0;
                for (int edge = Math.max(0, (int) Math.ceil(at / SECONDS * TIMES)); edge <= TIMES; edge++) {
                    edges.get(edge)[user] = n;
                }
            }
        }
        return new EvennessCounts(0, IntStream.range(0, users).toArray(), edges, edges.getLast())
                .evenness(PhaseWindow.STEADY, (long) (SECONDS * 1e9), POLLS, new int[users]);
    }

    private static final WorkloadFigures CLOSED = figures(new Load.Closed(20, 1));

    private static WorkloadFigures figures(Load load) {
        TestFigures fixture = new TestFigures();
        fixture.load = load;
        return fixture.figures();
    }

    private static AuditResult audit(WorkloadFigures of, Map<String, List<Evenness>> seen) {
        ScheduleFigures none = of.schedule();
        ScheduleFigures schedule = new ScheduleFigures(
                true,
                none.steadyChoices(),
                none.runChoices(),
                none.gapNanos(),
                none.freeGaps(),
                none.flow(),
                none.performed(),
                seen);
        WorkloadFigures figures = new WorkloadFigures(
                of.planned(),
                of.extent(),
                of.lines(),
                of.all(),
                of.counters(),
                of.attendance(),
                of.edges(),
                of.worstBacklog(),
                of.dispatchLag(),
                of.completionLag(),
                of.wakeUpLag(),
                schedule);
        return EvennessAudits.of(List.of(figures), new AgentHosts(List.of())).getFirst();
    }

    private static AuditResult audit(Evenness... agents) {
        Map<String, List<Evenness>> seen = new TreeMap<>();
        for (Evenness agent : agents) {
            seen.put("agent" + seen.size(), List.of(agent));
        }
        return audit(CLOSED, seen);
    }

    private static int violated(Cycle cycle, int users, double units, int differing, double slower, int runs) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(users + 31L * (long) units);
        int violated = 0;
        for (int i = 0; i < runs; i++) {
            violated +=
                    audit(users(random, cycle, users, units, differing, slower)).state() == AuditResult.State.VIOLATED
                            ? 1
                            : 0;
        }
        return violated;
    }

    @ParameterizedTest
    @CsvSource({
        "FIXED, 20, 25, 200",
        "EXPONENTIAL, 2, 60, 1000",
        "EXPONENTIAL, 20, 40, 1000",
        "MIXED, 10, 200, 500",
        "MIXED, 100, 100, 100",
        "SWITCHING, 10, 150, 500"
    })
    @Tag("simulation")
    void m25EvenUsersRaiseNoAlarm(Cycle cycle, int users, double units, int runs) {
        assertThat(violated(cycle, users, units, 0, 1, runs)).isZero();
    }

    /** At most one alarm in 48,000 runs shows, with 95% confidence, a rate below one in 10,000. */
    @ParameterizedTest
    @CsvSource({
        "EXPONENTIAL, 2, 60, 48000",
        "EXPONENTIAL, 20, 40, 48000",
        "EXPONENTIAL, 200, 25, 10000",
        "MIXED, 2, 200, 48000",
        "MIXED, 10, 200, 48000",
        "MIXED, 20, 100, 48000",
        "SWITCHING, 10, 150, 48000",
        "SWITCHING, 50, 100, 20000"
    })
    @Tag("simulation")
    @Tag("slow")
    void m25EvenUsersRaiseAtMostOneAlarm(Cycle cycle, int users, double units, int runs) {
        assertThat(violated(cycle, users, units, 0, 1, runs)).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "EXPONENTIAL, 20, 100, 1, 0.2, 100",
        "EXPONENTIAL, 20, 100, 2, 6, 100",
        "EXPONENTIAL, 20, 100, 10, 20, 100",
        "EXPONENTIAL, 2, 400, 1, 20, 95",
        "MIXED, 20, 800, 2, 10, 90",
        "FIXED, 100, 40, 10, 5, 100"
    })
    void m25UnevenUsersAreDetected(Cycle cycle, int users, double units, int differing, double slower, int percent) {
        assertThat(violated(cycle, users, units, differing, slower, 100)).isGreaterThanOrEqualTo(percent);
    }

    @Test
    void hundredThousandUsersFormFewGroups() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        Evenness seen = users(random, Cycle.EXPONENTIAL, 100_000, 30, 0, 1);
        assertThat(seen.groups()).hasSizeLessThan(100);
        assertThat(audit(seen).state()).isEqualTo(AuditResult.State.OK);
    }

    private static Evenness counted(double clumping, long waits, int users, long... units) {
        List<Evenness.Group> groups = new ArrayList<>();
        for (long each : units) {
            groups.add(new Evenness.Group(groups.size() * users, users, each * users, waits * users));
        }
        return new Evenness(PhaseWindow.STEADY, (long) (SECONDS * 1e9), POLLS, clumping, groups);
    }

    @Test
    void m25CauseOfTheWaitDecidesTheVerdict() {
        AuditResult ofSut = audit(counted(1, 50, 2, 5, 900, 1_000, 1_000));
        assertThat(ofSut.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(ofSut.fails()).as(ofSut.message()).isTrue();
        assertThat(ofSut.message()).contains("2 of 8 users", "less than a third");
        AuditResult ofHarness = audit(counted(1, 5, 2, 5, 900, 1_000, 1_000));
        assertThat(ofHarness.voidsRun()).as(ofHarness.message()).isTrue();
    }

    @Test
    void m25FewUnitsAreNotTested() {
        assertThat(audit(counted(1, 0, 5, 0, 10, 10)).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(audit(counted(30, 0, 5, 0, 100, 100)).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(audit(counted(1, 0, 1, 100)).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(audit().state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    /** All users of a closed load have equal shares; in an open load, the users of an agent share those of its lanes. */
    @Test
    void m25ExpectedSharesDependOnTheLoadModel() {
        Map<String, List<Evenness>> seen =
                Map.of("a", List.of(counted(1, 50, 2, 1_000, 1_010)), "b", List.of(counted(1, 50, 2, 200, 205)));
        assertThat(audit(CLOSED, seen).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit(figures(new Load.Open(60, Load.Arrival.POISSON, 8, 1, 64, 300)), seen)
                        .state())
                .isEqualTo(AuditResult.State.OK);
    }

    /** A hundred agents with two users each, one of which starts no unit. */
    private static AuditResult idle(Load load, long units, long waits) {
        Map<String, List<Evenness>> seen = new TreeMap<>();
        List<AgentShare> shares = new ArrayList<>();
        for (int agent = 0; agent < 100; agent++) {
            boolean isIdle = agent == 57;
            seen.put("load" + agent, List.of(counted(1, isIdle ? waits : 20, 2, isIdle ? 0 : units)));
            shares.add(new AgentShare("load" + agent, 2 * agent, 2, agent, load instanceof Load.Open ? 1 : 0, 10));
        }
        TestFigures fixture = new TestFigures();
        fixture.load = load;
        fixture.plan.shares = shares;
        return audit(fixture.figures(), seen);
    }

    @Test
    void m25IdleAgentIsNamed() {
        Load open = new Load.Open(250, Load.Arrival.POISSON, 200, 1, 100, 1_000);
        for (Load load : List.of(new Load.Closed(200, 1), open)) {
            AuditResult audit = idle(load, 10, 0);
            assertThat(audit.voidsRun()).as(audit.message()).isTrue();
            assertThat(audit.message()).contains("agent load57", "none of the 20 units");
            // Explained by chance, or by waits for the SUT.
            assertThat(idle(load, 5, 0).state()).isNotEqualTo(AuditResult.State.VIOLATED);
            assertThat(idle(load, 10, 59).state()).isNotEqualTo(AuditResult.State.VIOLATED);
        }
    }
}
