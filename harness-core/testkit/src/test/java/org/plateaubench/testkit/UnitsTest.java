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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** M1, M2, M5: the stamps of an operation, the harness's own lag, and units. */
class UnitsTest {
    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final RecordingDriver.Log log = new RecordingDriver.Log();

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m5UnitRunsFromIntendedStartToLastEnd(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.definition = Scenario.definition(
                List.of(OperationDefinition.of("first", ""), OperationDefinition.of("second", "")),
                List.of(new UnitDefinition(
                        "both",
                        List.of(
                                UnitDefinition.Step.once("first"),
                                new UnitDefinition.Step(Map.of("second", 1.0), 2, 2, fixedMillis(30), false)))));
        scenario.phases = phases(0, 10, 0, 5);
        scenario.pacing = Map.of("both", Pacing.cycle(fixedMillis(1_000)));
        FakeSut sut = new FakeSut(clock, 1, number -> 5 * MILLI);

        WorkloadInterval interval = scenario.play(sut, log);

        LineInterval unit = line(interval, "both", Phase.STEADY);
        assertThat(unit.counts().ok()).isEqualTo(10);
        assertThat(Scenario.response(unit).minNanos()).isEqualTo(75 * MILLI);
        assertThat(Scenario.response(unit).maxNanos()).isEqualTo(75 * MILLI);
        LineInterval second = line(interval, "second", Phase.STEADY);
        assertThat(second.counts().ok()).isEqualTo(20);
        assertThat(Scenario.response(second).sumNanos()).isEqualTo(100 * MILLI);
        assertThat(log.calls()).allMatch(call -> call.beginNanos() == call.intendedNanos());
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void conditionalStepIsIssuedOnlyIfDriverApplies(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.definition = Scenario.definition(
                List.of(
                        OperationDefinition.of("first", ""),
                        OperationDefinition.of("second", ""),
                        OperationDefinition.of("third", "")),
                List.of(new UnitDefinition(
                        "all",
                        List.of(
                                UnitDefinition.Step.once("first"),
                                conditional("second", 300),
                                conditional("third", 20),
                                conditional("second", 300)))));
        scenario.phases = phases(0, 10, 0, 5);
        scenario.pacing = Map.of("all", Pacing.cycle(fixedMillis(1_000)));
        FakeSut sut = new FakeSut(clock, 1, number -> 5 * MILLI);

        WorkloadInterval interval = scenario.play(sut, log);

        assertThat(line(interval, "first", Phase.STEADY).counts().ok()).isEqualTo(10);
        assertThat(interval.lines()).extracting(LineInterval::line).doesNotContain("second");
        assertThat(line(interval, "third", Phase.STEADY).counts().ok()).isEqualTo(5);
        LineInterval unit = line(interval, "all", Phase.STEADY);
        assertThat(unit.counts().ok()).isEqualTo(10);
        assertThat(Scenario.response(unit).minNanos()).isEqualTo(5 * MILLI);
        assertThat(Scenario.response(unit).maxNanos()).isEqualTo(30 * MILLI);
        assertThat(log.received()).extracting(ReceivedCall::position).containsOnly(0, 2);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m4GapBelongsToPrecedingUnit(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        WorkloadDefinition all = Scenario.definition(
                List.of(OperationDefinition.of("look", ""), OperationDefinition.of("post", "")),
                List.of(UnitDefinition.of("look"), UnitDefinition.of("post").withGap(fixedMillis(3_000))),
                new Mix.Sequence(List.of("look", "post")),
                List.of());
        scenario.definition = new WorkloadDefinition(
                all.operations(),
                all.units(),
                all.mix(),
                Pacing.cycle(fixedMillis(1_000)),
                all.metric(),
                all.measures(),
                all.executions(),
                List.of(),
                null);
        scenario.phases = phases(0, 12, 0, 5);
        FakeSut sut = new FakeSut(clock, 1, number -> 5 * MILLI);

        scenario.play(sut, log);

        List<Long> starts = log.calls().stream()
                .map(RecordingDriver.Call::intendedNanos)
                .sorted()
                .toList();
        assertThat(starts).hasSize(6);
        for (int i = 1; i < starts.size(); i++) {
            assertThat(starts.get(i) - starts.get(i - 1)).isEqualTo((i % 2 == 1 ? 1_000 : 3_000) * MILLI);
        }
    }

    /** A driver whose preparation takes time. */
    private final class SlowToPrepare implements Driver {
        private final UserContext user;
        private final FakeSut sut;
        private final long prepareNanos;

        SlowToPrepare(UserContext user, FakeSut sut, long prepareNanos) {
            this.user = user;
            this.sut = sut;
            this.prepareNanos = prepareNanos;
        }

        @Override
        public void prepareOperation(OperationCall call) throws Exception {
            clock.parkUntil(user.nanoTime() + prepareNanos);
        }

        @Override
        public Outcome execute(OperationCall call) throws Exception {
            sut.serve();
            return Outcome.ok();
        }
    }

    private LagInterval steadyLag(WorkloadInterval interval) {
        return interval.lags().stream()
                .filter(lag -> lag.window().isSteady())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void m1PreparationBeforeIntendedStartIsNotMeasured() throws InterruptedException {
        scenario.phases = phases(0, 5, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        FakeSut sut = new FakeSut(clock, 1, number -> 5 * MILLI);

        WorkloadInterval interval = scenario.play(Sessions.of(user -> new SlowToPrepare(user, sut, 20 * MILLI)));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok()).isEqualTo(50);
        assertThat(Scenario.service(line).sumNanos()).isEqualTo(50 * 5 * MILLI);
        // All but perhaps the first, which may be due sooner after the user's start than preparing takes.
        assertThat(Scenario.response(line).sumNanos()).isBetween(50 * 5 * MILLI, 50 * 5 * MILLI + 20 * MILLI);
    }

    @Test
    void m2PreparationDelayingStartIsHarnessLag() throws InterruptedException {
        scenario.phases = phases(0, 5, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.think(fixedMillis(10)));
        FakeSut sut = new FakeSut(clock, 1, number -> 5 * MILLI);

        WorkloadInterval interval = scenario.play(Sessions.of(user -> new SlowToPrepare(user, sut, 25 * MILLI)));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(Objects.requireNonNull(steadyLag(interval).dispatch()).maxNanos())
                .isBetween(15 * MILLI, 25 * MILLI);
        assertThat(Scenario.response(line).sumNanos() - Scenario.service(line).sumNanos())
                .isEqualTo(
                        Objects.requireNonNull(steadyLag(interval).dispatch()).sumNanos());
    }

    @Test
    void m2LateWakeUpIsHarnessLagAndResponseTime() throws InterruptedException {
        // A clock on which every wait of the harness lasts 3 ms too long; the SUT waits on the exact one.
        Scenario late = new Scenario(new LateClock(clock, 3 * MILLI));
        late.phases = phases(0, 5, 0, 5);
        late.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        FakeSut sut = new FakeSut(clock, 1, number -> 5 * MILLI);
        late.start(Sessions.of(user -> new RecordingDriver(sut, user, log)));
        clock.proceed();
        assertThat(late.run().awaitEnd(20 * SECOND)).isTrue();

        WorkloadInterval interval = late.interval();
        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(Objects.requireNonNull(steadyLag(interval).dispatch()).minNanos())
                .isEqualTo(3 * MILLI);
        assertThat(Objects.requireNonNull(steadyLag(interval).dispatch()).maxNanos())
                .isEqualTo(3 * MILLI);
        assertThat(Objects.requireNonNull(steadyLag(interval).completion()).maxNanos())
                .isEqualTo(3 * MILLI);
        assertThat(Scenario.response(line).maxNanos()).isEqualTo(8 * MILLI);
        assertThat(Scenario.service(line).maxNanos()).isEqualTo(5 * MILLI);
        // The schedule does not shift, so lateness does not add up.
        assertThat(line.counts().ok()).isEqualTo(50);
    }

    @Test
    void countersGaugesObservationsAndBackgroundWorkAreRecorded() throws InterruptedException {
        scenario.definition = Scenario.definition(
                List.of(OperationDefinition.of(READ, "")),
                List.of(UnitDefinition.of(READ)),
                Mix.Flat.only(READ),
                List.of(
                        MeasureDefinition.counter("rows", "rows", ""),
                        MeasureDefinition.gauge("open", "sessions", ""),
                        MeasureDefinition.series("delivery", "")));
        scenario.phases = phases(0, 5, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        List<Long> beats = new ArrayList<>();
        List<Boolean> interrupted = new ArrayList<>();

        WorkloadInterval interval = scenario.play(Sessions.of(user -> {
            UserContext.Counter rows = user.counter("rows");
            user.gauge("open", () -> 7);
            return new Driver() {
                @Override
                public void connect() {
                    user.background("push", () -> {
                        try {
                            while (true) {
                                clock.parkUntil(clock.nanoTime() + SECOND);
                                beats.add(clock.nanoTime());
                            }
                        } finally {
                            interrupted.add(true);
                        }
                    });
                }

                @Override
                public Outcome execute(OperationCall call) {
                    rows.add(3);
                    user.observed("delivery", user.nanoTime() - 4 * MILLI, user.nanoTime(), Outcome.ok());
                    return Outcome.ok();
                }
            };
        }));

        assertThat(interval.counters()).containsEntry("rows", 150L);
        assertThat(Scenario.response(line(interval, "delivery", Phase.STEADY)).sumNanos())
                .isGreaterThanOrEqualTo(49 * 4 * MILLI);
        assertThat(beats).hasSizeGreaterThanOrEqualTo(4);
        assertThat(interrupted).containsExactly(true);
        // The gauge ended with its user.
        assertThat(interval.gauges()).doesNotContainKey("open");
        assertThat(scenario.faults).isEmpty();
    }

    @Test
    void m12AbandonedObservationIsCensoredButFailedIsNot() throws InterruptedException {
        scenario.definition = Scenario.definition(
                List.of(OperationDefinition.of(READ, "")),
                List.of(UnitDefinition.of(READ)),
                Mix.Flat.only(READ),
                List.of(MeasureDefinition.series("delivery", "")));
        scenario.phases = phases(0, 5, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(2_000)));

        WorkloadInterval interval = scenario.play(Sessions.of(user -> call -> {
            if (call.unitNumber() == 1) {
                long now = user.nanoTime();
                user.observed("delivery", now - SECOND, now, Outcome.error(Outcome.TIMEOUT, "never came"));
                user.observed("delivery", now - 2 * SECOND, now, Outcome.error("bounced", ""));
            }
            return Outcome.ok();
        }));

        LineInterval.Counts delivered = line(interval, "delivery", Phase.STEADY).counts();
        assertThat(delivered.errors()).isEqualTo(2);
        assertThat(delivered.censored()).isEqualTo(1);
        assertThat(delivered.longestCensoredNanos()).isEqualTo(SECOND);
    }

    private static UnitDefinition.Step conditional(String operation, int pauseMillis) {
        return new UnitDefinition.Step(Map.of(operation, 1.0), 1, 1, fixedMillis(pauseMillis), true);
    }
}
