// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.phases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;

/** M14: the same plan issues the same sequences, regardless of the SUT, the threads and the number of agents. */
class SequencesTest {
    private static final int QUEUE = 10_000;

    private static final Pacing CYCLE = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(50)));

    private static WorkloadDefinition definition() {
        UnitDefinition order = new UnitDefinition(
                "order",
                List.of(
                        UnitDefinition.Step.once("login"),
                        UnitDefinition.Step.repeated(Map.of("search", 3.0, "browse", 1.0), 0, 4),
                        UnitDefinition.Step.once("buy")));
        return Scenario.definition(
                List.of(
                        OperationDefinition.of("login", ""),
                        OperationDefinition.of("search", ""),
                        OperationDefinition.of("browse", ""),
                        OperationDefinition.of("buy", "")),
                List.of(order, UnitDefinition.of("browse")),
                new Mix.Matrix(List.of("order", "browse"), List.of(List.of(0.2, 0.8), List.of(0.6, 0.4))),
                List.of());
    }

    private static List<ReceivedCall> play(
            Load load, Execution execution, Load.Share share, long seed, FakeSut.ServiceTime service)
            throws InterruptedException {
        ManualClock clock = new ManualClock(-SECOND);
        Scenario scenario = new Scenario(clock);
        scenario.definition = definition();
        scenario.phases = phases(2, 10, 0, 60);
        scenario.load = load;
        scenario.pacing = Map.of("order", CYCLE, "browse", CYCLE);
        scenario.execution = execution;
        scenario.share = share;
        scenario.seed = seed;
        FakeSut sut = new FakeSut(clock, 1_000, service);
        RecordingDriver.Log log = new RecordingDriver.Log();
        scenario.play(sut, log);
        assertThat(scenario.faults).isEmpty();
        return log.received();
    }

    private static List<ReceivedCall> playUndivided(Load load, Execution execution, long seed)
            throws InterruptedException {
        return play(load, execution, Load.Share.whole(load), seed, number -> MILLI);
    }

    private static Load closed() {
        return new Load.Closed(6, 1);
    }

    private static Load open(Load.Arrival arrival) {
        return new Load.Open(200, arrival, 12, 1, 6, QUEUE);
    }

    @Test
    void m14SequencePerUserDependsOnSeed() throws InterruptedException {
        List<ReceivedCall> first = playUndivided(closed(), Execution.PLATFORM, 42);

        assertThat(first).hasSizeGreaterThan(1_000).isEqualTo(playUndivided(closed(), Execution.PLATFORM, 42));
        assertThat(first).isNotEqualTo(playUndivided(closed(), Execution.PLATFORM, 43));
        assertThat(first).extracting(ReceivedCall::drawKey).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m14SequencesDoNotDependOnExecution(Execution execution) throws InterruptedException {
        assertThat(playUndivided(closed(), execution, 42)).isEqualTo(playUndivided(closed(), Execution.VIRTUAL, 42));
    }

    @Test
    void m14SlowReplyDoesNotShiftDraws() throws InterruptedException {
        Load load = closed();
        Load.Share all = Load.Share.whole(load);
        List<ReceivedCall> quick = play(load, Execution.PLATFORM, all, 42, number -> MILLI);
        List<ReceivedCall> slow =
                play(load, Execution.PLATFORM, all, 42, number -> number % 7 == 0 ? 30 * MILLI : MILLI);

        assertThat(slow).isSubsetOf(quick);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void m14ClosedSequencesDoNotDependOnAgents(int agents) throws InterruptedException {
        List<ReceivedCall> ofAllAgents = new ArrayList<>();
        for (int agent = 0; agent < agents; agent++) {
            Load.Share share = new Load.Share(agent * 6 / agents, 6 / agents, 0, 0, 0);
            ofAllAgents.addAll(play(closed(), Execution.PLATFORM, share, 42, number -> MILLI));
        }

        assertThat(ofAllAgents).containsExactlyInAnyOrderElementsOf(playUndivided(closed(), Execution.PLATFORM, 42));
    }

    @ParameterizedTest
    @EnumSource(Load.Arrival.class)
    void m14ArrivalsDoNotDependOnNumberOfAgents(Load.Arrival arrival) throws InterruptedException {
        List<ReceivedCall> undivided = playUndivided(open(arrival), Execution.PLATFORM, 42);
        for (int agents : new int[] {2, 3}) {
            List<ReceivedCall> ofAllAgents = new ArrayList<>();
            for (int agent = 0; agent < agents; agent++) {
                Load.Share share = new Load.Share(
                        agent * 12 / agents, 12 / agents, agent * 6 / agents, 6 / agents, QUEUE / agents);
                ofAllAgents.addAll(play(open(arrival), Execution.PLATFORM, share, 42, number -> MILLI));
            }
            assertThat(ofAllAgents).containsExactlyInAnyOrderElementsOf(undivided);
        }
        assertThat(undivided).extracting(ReceivedCall::sequence).containsOnly(0, 1, 2, 3, 4, 5);
    }
}
