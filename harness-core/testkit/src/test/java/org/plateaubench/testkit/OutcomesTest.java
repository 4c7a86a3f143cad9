// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.WorkloadSession;

/** M9: every way an operation can end has an outcome, and nothing hides a wait. */
class OutcomesTest {
    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final RecordingDriver.Log log = new RecordingDriver.Log();
    private final List<Long> connects = Collections.synchronizedList(new ArrayList<>());

    private WorkloadSession session(FakeSut sut, Function<OperationCall, Outcome> outcomes) {
        return Sessions.scripted(sut, log, user -> connects.add(user.nanoTime()), (user, call) -> outcomes.apply(call));
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m9TimedOutOperationIsCensoredErrorAndUserReconnects(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.definition = Scenario.limited(500);
        scenario.phases = phases(0, 10, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        FakeSut sut = new FakeSut(clock, 100, number -> number == 20 ? 1_000 * SECOND : MILLI);

        WorkloadInterval interval = scenario.play(session(sut, call -> Outcome.ok()));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().errors()).isEqualTo(1);
        assertThat(line.counts().censored()).isEqualTo(1);
        assertThat(line.counts().longestCensoredNanos()).isBetween(500 * MILLI, 526 * MILLI);
        assertThat(line.errorsByClass()).containsExactly(Map.entry("timeout", 1L));
        assertThat(line.counts().ok()).isEqualTo(99);
        assertThat(connects).hasSize(2);
        // Five starts fell due meanwhile and waited: the first of them for about 400 ms.
        assertThat(Scenario.response(line).maxNanos()).isBetween(400 * MILLI, 430 * MILLI);
        assertThat(interval.levels().lostUsers()).isZero();
        assertThat(scenario.faults).isEmpty();
    }

    /** M12: a driver with a shorter timeout also stops waiting, so that the time of the operation is unknown. */
    @ParameterizedTest
    @EnumSource(Execution.class)
    void m12TimeoutReportedByDriverIsCensored(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(0, 10, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        FakeSut sut = new FakeSut(clock, 100, number -> number == 20 ? 70 * MILLI : MILLI);

        WorkloadInterval interval = scenario.play(session(
                sut,
                call -> call.unitNumber() == 20
                        ? Outcome.error(Outcome.TIMEOUT, "no answer")
                        : call.unitNumber() == 30 ? Outcome.error("refused", "") : Outcome.ok()));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.errorsByClass()).containsExactly(Map.entry("refused", 1L), Map.entry("timeout", 1L));
        assertThat(line.counts().censored()).isEqualTo(1);
        assertThat(line.counts().longestCensoredNanos()).isPositive();
        assertThat(connects).hasSize(1);
    }

    @Test
    void m9DriverHangingInAbortIsLostAndRunEnds() throws InterruptedException {
        // On the clock of the machine, since a thread that is really stuck cannot take part in a simulation.
        Scenario real = Scenario.onTheRealClock(Execution.PLATFORM);
        real.definition = Scenario.limited(100);
        real.phases = phases(0, 4, 0, 1);
        real.load = new Load.Closed(2, 1);
        real.pacing = Map.of(READ, Pacing.cycle(fixedMillis(50)));
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(2);
        try {
            WorkloadInterval interval = real.play(Sessions.of(user -> new Driver() {
                @Override
                public Outcome execute(OperationCall call) throws Exception {
                    if (user.user() == 1 && call.unitNumber() == 2) {
                        never.await();
                    }
                    return Outcome.ok();
                }

                @Override
                public void close() {
                    closed.countDown();
                }
            }));

            LineInterval line = line(interval, READ, Phase.STEADY);
            assertThat(interval.levels().lostUsers()).isEqualTo(1);
            assertThat(real.failures)
                    .singleElement()
                    .asString()
                    .startsWith("1: did not return")
                    .contains("in execute at ", "$1.execute(OutcomesTest.java:");
            assertThat(line.errorsByClass()).containsEntry("timeout", 1L);
            // Every start of the lost user's schedule is accounted for.
            assertThat(line.counts().ok()
                            + line.counts().errors()
                            + line.counts().abandoned())
                    .isEqualTo(160);
            assertThat(line.counts().abandoned()).isGreaterThan(70);
        } finally {
            never.countDown();
        }
        assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m9DeclinedAndSkippedOperationsAreOutcomes(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.definition = Scenario.definition(
                List.of(
                        OperationDefinition.of("first", "").endingUnitOnError(),
                        OperationDefinition.of("second", ""),
                        OperationDefinition.of("third", "")),
                List.of(new UnitDefinition(
                        "all",
                        List.of(
                                UnitDefinition.Step.once("first"),
                                UnitDefinition.Step.once("second"),
                                UnitDefinition.Step.once("third")))));
        scenario.phases = phases(0, 1, 0, 5);
        scenario.pacing = Map.of("all", Pacing.cycle(fixedMillis(100)));
        FakeSut sut = new FakeSut(clock, 1, number -> MILLI);

        WorkloadInterval interval = scenario.play(session(sut, call -> {
            if (call.unitNumber() == 3 && call.operation() == 0) {
                return Outcome.error("refused", "not you");
            }
            return call.unitNumber() == 5 && call.operation() == 2 ? Outcome.declined("sold-out") : Outcome.ok();
        }));

        LineInterval unit = line(interval, "all", Phase.STEADY);
        assertThat(unit.counts().issued()).isEqualTo(10);
        assertThat(unit.counts().ok()).isEqualTo(8);
        assertThat(unit.counts().declined()).isEqualTo(1);
        assertThat(unit.counts().errors()).isEqualTo(1);
        assertThat(unit.errorsByClass()).containsExactly(Map.entry("refused", 1L));
        assertThat(unit.declinedByReason()).containsExactly(Map.entry("sold-out", 1L));
        LineInterval second = line(interval, "second", Phase.STEADY);
        assertThat(second.errorsByClass()).containsExactly(Map.entry("skipped", 1L));
        assertThat(second.counts().issued()).isEqualTo(10);
        LineInterval third = line(interval, "third", Phase.STEADY);
        assertThat(third.errorsByClass()).containsExactly(Map.entry("skipped", 1L));
        assertThat(third.declinedByReason()).containsExactly(Map.entry("sold-out", 1L));
        assertThat(log.calls()).hasSize(28);
    }
}
