// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.phases;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.OperationCall;

/** M9, M10, M11: after the drain every intended start has one outcome, whatever happened; shown by many seeded runs. */
class ConservationTest {
    private static final int RUNS = 120;
    private static final List<String> OPERATIONS = List.of("first", "second", "third");
    private static final List<Execution> EXECUTIONS = List.of(Execution.values());
    private static final int USERS = 3;
    private static final long CYCLE_MILLIS = 100;
    private static final long ISSUE_SECONDS = 4;

    /** A run whose settings and SUT are drawn at random. */
    private static final class RandomRun {
        private final Random random;
        private final ManualClock clock = new ManualClock(-SECOND);
        private final Scenario scenario = new Scenario(clock);
        private final RecordingDriver.Log log = new RecordingDriver.Log();
        private final FakeSut sut;

        RandomRun(long seed) {
            random = new Random(seed);
            scenario.seed = seed;
            scenario.execution = EXECUTIONS.get(random.nextInt(EXECUTIONS.size()));
            scenario.phases = phases(1, ISSUE_SECONDS - 2, 1, 1 + random.nextInt(3));
            scenario.definition = Scenario.definition(
                    OPERATIONS.stream().map(name -> operation(name, random)).toList(),
                    List.of(new UnitDefinition(
                            "all",
                            OPERATIONS.stream().map(UnitDefinition.Step::once).toList())));
            int depth = scenario.execution == Execution.EVENT_LOOP ? 1 + random.nextInt(4) : 1;
            scenario.load = random.nextBoolean()
                    ? new Load.Closed(USERS, depth)
                    : new Load.Open(30, Load.Arrival.REGULAR, USERS, depth, 3, 1 + random.nextInt(20));
            scenario.pacing = Map.of("all", Pacing.cycle(fixedMillis(CYCLE_MILLIS)));
            long stall = random.nextLong(5 * SECOND);
            sut = new FakeSut(
                    clock,
                    1 + random.nextInt(8),
                    number -> MILLI + number * 7_919 % (20 * MILLI),
                    new FakeSut.Stall(stall, stall + random.nextLong(3 * SECOND)));
        }

        private static OperationDefinition operation(String name, Random random) {
            OperationDefinition operation =
                    OperationDefinition.of(name, "").withTimeout(Duration.ofMillis(50 + random.nextInt(1_000)));
            return random.nextBoolean() ? operation.endingUnitOnError() : operation;
        }

        /** One outcome in ten is not ok. */
        private static Outcome outcome(OperationCall call) {
            int drawn = (int) Math.floorMod(call.draws().key(), 40L);
            return switch (drawn) {
                case 0 -> Outcome.error("refused", "");
                case 1 -> Outcome.connectionLost("reset", "");
                case 2 -> Outcome.declined("sold-out");
                case 3 -> throw new IllegalStateException("thrown");
                default -> Outcome.ok();
            };
        }

        WorkloadInterval play() throws InterruptedException {
            return scenario.play(Sessions.scripted(sut, log, user -> {}, (user, call) -> outcome(call)));
        }

        /** Number of units that fall due before issuing ends, from arithmetic alone; -1 for closed load. */
        long due() {
            if (scenario.load instanceof Load.Open open) {
                // Half of the rate over the second of ramp-up, arrivals in the middle of their cells.
                return Math.round(open.ratePerSecond() * (ISSUE_SECONDS - 0.5));
            }
            return -1;
        }
    }

    private static long sum(WorkloadInterval interval, String line, ToLongFunction<LineInterval.Counts> count) {
        return interval.lines().stream()
                .filter(each -> each.line().equals(line))
                .mapToLong(each -> count.applyAsLong(each.counts()))
                .sum();
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long outcomes(LineInterval.Counts counts) {
        return counts.ok() + counts.declined() + counts.errors() + counts.abandoned() + counts.dropped();
    }

    private static long count(org.plateaubench.measure.histogram.@org.jspecify.annotations.Nullable Times times) {
        return times == null ? 0 : times.count();
    }

    @Test
    void m9m10m11EveryIntendedStartHasOneRecordedOutcome() throws InterruptedException {
        for (int seed = 0; seed < RUNS; seed++) {
            RandomRun drawn = new RandomRun(seed);
            WorkloadInterval interval = drawn.play();
            String run = "seed " + seed + ", " + drawn.scenario.execution + ", " + drawn.scenario.load;

            for (LineInterval line : interval.lines()) {
                LineInterval.Counts counts = line.counts();
                long started = counts.ok() + counts.declined() + counts.errors();
                assertThat(counts.issued()).as(run).isBetween(started, started + counts.abandoned());
                assertThat(count(line.response())).as(run).isEqualTo(counts.ok() + counts.declined());
                assertThat(count(line.service())).as(run).isEqualTo(counts.ok() + counts.declined());
                assertThat(count(line.error())).as(run).isEqualTo(counts.errors());
                long timeouts = line.errorsByClass().getOrDefault("timeout", 0L);
                assertThat(counts.censored())
                        .as(run)
                        .isBetween(counts.abandoned() + counts.dropped(), outcomes(counts))
                        .isGreaterThanOrEqualTo(counts.abandoned() + counts.dropped() + timeouts);
                assertThat(sum(line.errorsByClass())).as(run).isEqualTo(counts.errors());
                assertThat(sum(line.declinedByReason())).as(run).isEqualTo(counts.declined());
            }
            for (LineInterval.Kind kind : List.of(LineInterval.Kind.OPERATION, LineInterval.Kind.UNIT)) {
                long ok = 0;
                long okEnds = 0;
                for (LineInterval line : interval.lines()) {
                    ok += line.kind() == kind ? line.counts().ok() : 0;
                    okEnds += line.kind() == kind ? line.counts().okEnds() : 0;
                }
                assertThat(okEnds).as(run).isEqualTo(ok);
            }
            assertUnits(drawn, interval, run);
            assertThat(drawn.scenario.faults).as(run).isEmpty();
            assertThat(interval.levels().inFlight()).as(run).isZero();
            assertThat(interval.levels().lostUsers()).as(run).isZero();
        }
    }

    /** A unit and its first operation have the same starts; a unit is as good as its worst operation. */
    private static void assertUnits(RandomRun drawn, WorkloadInterval interval, String run) {
        long units = sum(interval, "all", ConservationTest::outcomes);
        assertThat(sum(interval, "first", ConservationTest::outcomes)).as(run).isEqualTo(units);
        assertThat(sum(interval, "first", LineInterval.Counts::issued))
                .as(run)
                .isEqualTo(sum(interval, "all", LineInterval.Counts::issued));
        assertThat(sum(interval, "all", LineInterval.Counts::dropped))
                .as(run)
                .isEqualTo(sum(interval, "first", LineInterval.Counts::dropped));
        assertThat(sum(interval, "third", LineInterval.Counts::ok))
                .as(run)
                .isGreaterThanOrEqualTo(sum(interval, "all", LineInterval.Counts::ok));
        if (drawn.due() >= 0) {
            assertThat(units).as(run).isEqualTo(drawn.due());
        } else {
            long perUser = units / drawn.scenario.load.depth();
            assertThat(units % drawn.scenario.load.depth()).as(run).isZero();
            // User u starts at u thirds of a second and is first due within a cycle of that.
            assertThat(perUser).as(run).isBetween(40L + 36 + 33 - 3, 40L + 37 + 34);
        }
    }
}
