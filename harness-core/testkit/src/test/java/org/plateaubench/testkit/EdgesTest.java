// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.OperationCall;

/** M10: operations at the end of a phase. */
class EdgesTest {
    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final RecordingDriver.Log log = new RecordingDriver.Log();

    private WorkloadInterval play(FakeSut sut) throws InterruptedException {
        return scenario.play(sut, log);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m10OnlyInFlightOperationsCompleteAfterIssuingEnds(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(0, 5, 5, 30);
        scenario.load = new Load.Closed(4, 1);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        FakeSut sut = new FakeSut(clock, 4, number -> MILLI, new FakeSut.Stall(9_950 * MILLI, 12 * SECOND));

        WorkloadInterval interval = play(sut);

        LineInterval rampDown = line(interval, READ, Phase.RAMP_DOWN);
        assertThat(log.calls()).allMatch(call -> call.beginNanos() < 10 * SECOND);
        assertThat(line(interval, READ, Phase.STEADY).counts().ok()).isEqualTo(4 * 50);
        assertThat(rampDown.counts().ok()).isEqualTo(rampDown.counts().issued());
        assertThat(rampDown.counts().ok() + rampDown.counts().abandoned()).isEqualTo(4 * 50);
        assertThat(line(interval, READ, Phase.DRAIN).counts().okEnds()).isBetween(1L, 4L);
        assertThat(interval.levels().inFlight()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m10EveryIntendedStartIsAccountedForDuringStall(Execution execution) throws InterruptedException {
        // One user, due every 10 ms over 5 s, meets a SUT that stalls from 1 s until long after the drain deadline.
        scenario.execution = execution;
        scenario.phases = phases(0, 5, 0, 3);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(10)));
        FakeSut sut = new FakeSut(clock, 1, number -> MILLI, new FakeSut.Stall(SECOND, 1_000 * SECOND));

        WorkloadInterval interval = play(sut);

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok() + line.counts().abandoned()).isEqualTo(500);
        assertThat(line.counts().issued()).isEqualTo(line.counts().ok() + 1);
        // The oldest is the one in flight: from about 1 s to the drain deadline at 8 s.
        assertThat(line.counts().longestCensoredNanos()).isBetween(6_985 * MILLI, 7 * SECOND);
        assertThat(line.counts().censored()).isEqualTo(line.counts().abandoned());
        assertThat(clock.nanoTime()).isLessThan(11 * SECOND);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m10ThinkTimeLoadAbandonsOnlyInFlightOperations(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(0, 5, 0, 3);
        scenario.load = new Load.Closed(3, 1);
        scenario.pacing = Map.of(READ, Pacing.think(fixedMillis(10)));
        FakeSut sut = new FakeSut(clock, 3, number -> MILLI, new FakeSut.Stall(SECOND, 1_000 * SECOND));

        LineInterval line = line(play(sut), READ, Phase.STEADY);

        assertThat(line.counts().abandoned()).isEqualTo(3);
        assertThat(line.counts().issued()).isEqualTo(line.counts().ok() + 3);
    }

    @ParameterizedTest
    @CsvSource({
        "PLATFORM, 0",
        "PLATFORM, 1",
        "VIRTUAL, 0",
        "VIRTUAL, 1",
        "EVENT_LOOP, 0",
        "EVENT_LOOP, 1",
    })
    void m10UnitCutShortByEndOfIssuingIsAbandoned(Execution execution, int step) throws InterruptedException {
        // A unit takes 2 ms and the next is due 10 ms later. The 401st, at about 4.8 s, spends 6 s in one of its steps.
        scenario.execution = execution;
        scenario.definition = Scenario.definition(
                List.of(OperationDefinition.of("first", ""), OperationDefinition.of("second", "")),
                List.of(new UnitDefinition(
                        "both", List.of(UnitDefinition.Step.once("first"), UnitDefinition.Step.once("second")))));
        scenario.phases = phases(0, 5, 0, 10);
        scenario.pacing = Map.of("both", Pacing.think(fixedMillis(10)));
        long slow = 2L * 400 + step;
        FakeSut sut = new FakeSut(clock, 1, number -> number == slow ? 6 * SECOND : MILLI);

        WorkloadInterval interval = play(sut);

        LineInterval.Counts unit = line(interval, "both", Phase.STEADY).counts();
        LineInterval.Counts first = line(interval, "first", Phase.STEADY).counts();
        LineInterval.Counts second = line(interval, "second", Phase.STEADY).counts();
        // The unit ends only when it was in its last step; the steps that it did not reach were due after issuing had
        // ended.
        assertThat(unit.issued()).isEqualTo(401);
        assertThat(unit.ok()).isEqualTo(400 + step);
        assertThat(unit.abandoned()).isEqualTo(1 - step);
        assertThat(unit.longestCensoredNanos()).isEqualTo(step == 0 ? 6 * SECOND : 0);
        assertThat(first.issued()).isEqualTo(first.ok()).isEqualTo(401);
        assertThat(second.issued()).isEqualTo(second.ok()).isEqualTo(400 + step);
        assertThat(first.abandoned() + second.abandoned()).isZero();
        assertThat(line(interval, step == 0 ? "first" : "second", Phase.DRAIN)
                        .counts()
                        .okEnds())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"THINK, PLATFORM", "THINK, VIRTUAL", "CYCLE, PLATFORM", "CYCLE, VIRTUAL"})
    void finishedUserHasNoOperationDue(Pacing.Kind kind, Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(0, 5, 0, 3);
        scenario.load = new Load.Closed(2, 1);
        scenario.pacing = Map.of(
                READ, kind == Pacing.Kind.THINK ? Pacing.think(fixedMillis(100)) : Pacing.cycle(fixedMillis(100)));
        FakeSut sut = new FakeSut(clock, 2, number -> MILLI);
        WorkloadInterval interval = scenario.play(Sessions.of(user -> new RecordingDriver(sut, user, log) {
            private long executed;

            @Override
            public Outcome execute(OperationCall call) throws Exception {
                executed++;
                return super.execute(call);
            }

            @Override
            public boolean isDone() {
                return executed == 7;
            }
        }));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().issued()).isEqualTo(14);
        assertThat(line.counts().ok()).isEqualTo(14);
        assertThat(line.counts().abandoned()).isZero();
        assertThat(interval.levels().inFlight()).isZero();
        assertThat(scenario.faults).isEmpty();
    }
}
