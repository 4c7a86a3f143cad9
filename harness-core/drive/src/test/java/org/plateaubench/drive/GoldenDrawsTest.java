// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.drive.user.ReusedCall;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.recorder.WorkloadRecorder;

/**
 * The draws of a seed do not change between versions (measurement rule M14). The checksums are those of the first
 * version; skipping a draw with only one possible value must not change any other draw.
 */
class GoldenDrawsTest {
    private static final int UNITS = 5_000;
    private static final int USER = 3;

    private static final PhaseTimes PHASES =
            new PhaseTimes(Duration.ZERO, Duration.ofDays(1_000), Duration.ZERO, Duration.ofSeconds(1));

    private static RunContext run(List<UnitDefinition> units, Mix mix, Map<String, Pacing> pacing) {
        WorkloadDefinition definition = WorkloadDefinition.builder()
                .operations(
                        OperationDefinition.of("get", ""),
                        OperationDefinition.of("set", ""),
                        OperationDefinition.of("scan", ""))
                .units(units)
                .mix(mix)
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ofMillis(7))))
                .metric(new MetricDefinition("rate", "1/s", "get", 1))
                .executions(Execution.EVENT_LOOP)
                .build();
        Load load = new Load.Closed(10, 1);
        DriveSpec spec = new DriveSpec(
                2,
                "golden",
                definition,
                load,
                pacing,
                Execution.EVENT_LOOP,
                PHASES,
                List.of(),
                42,
                Load.Share.whole(load),
                Load.Ramp.all(PHASES));
        WorkloadRecorder recorder =
                new WorkloadRecorder(2, "golden", WorkloadRun.recordedSeries(definition), definition.measures(), 1);
        return RunContext.of(spec, recorder, SystemClock.instance(), new PhaseTimeline(PHASES), new RunListener() {
            @Override
            public void userFailed(int user, String what) {
                throw new AssertionError(what);
            }

            @Override
            public void fault(String what) {
                throw new AssertionError(what);
            }
        });
    }

    /** A checksum over everything that a driver or an audit can see of the first units of a user. */
    private static long sum(RunContext run) {
        ClosedUnits source = new ClosedUnits(run, USER);
        PacedUnit unit = new PacedUnit(run.catalog(), source.keys());
        ReusedCall call = new ReusedCall(unit);
        AtomicLong sum = new AtomicLong();
        for (int i = 0; i < UNITS; i++) {
            assertThat(source.next(unit)).isTrue();
            add(sum, unit.intendedNanos());
            add(sum, unit.gapNanos());
            for (int choice = 0; choice < unit.choices(); choice++) {
                add(sum, unit.choice(choice));
            }
            for (int position = 0; position < unit.length(); position++) {
                call.pointTo(position, unit.intendedNanos(), 1);
                add(sum, call.operation());
                add(sum, unit.pauseNanos(position));
                add(sum, call.draws().key());
                add(sum, call.unitDraws().key());
                add(sum, call.draws().between(5, 6, 0, 1_000));
            }
            source.started(unit.intendedNanos(), true);
            source.ended(unit.intendedNanos(), unit.intendedNanos() + 1_000);
        }
        return sum.get();
    }

    private static void add(AtomicLong sum, long value) {
        sum.set(KeyedRandom.key(sum.get(), value));
    }

    private static List<UnitDefinition> single() {
        return List.of(UnitDefinition.of("get"), UnitDefinition.of("set"));
    }

    @Test
    void m14UnitChainMatchesGoldenDraws() {
        Distribution pause = Distribution.Exponential.ofMean(Duration.ofMillis(2));
        UnitDefinition session = new UnitDefinition(
                "session",
                List.of(
                        new UnitDefinition.Step(Map.of("get", 1.0), 1, 1, pause, false),
                        new UnitDefinition.Step(Map.of("get", 3.0, "set", 1.0), 0, 4, pause, false),
                        UnitDefinition.Step.repeated(Map.of("scan", 1.0, "set", 2.0), 2, 2)));
        Mix mix = new Mix.Matrix(List.of("session", "get"), List.of(List.of(0.2, 0.8), List.of(0.6, 0.4)));
        assertThat(sum(run(List.of(session, UnitDefinition.of("get")), mix, Map.of())))
                .isEqualTo(-7_096_244_924_574_421_413L);
    }

    @Test
    void m14UnitSequenceMatchesGoldenDraws() {
        assertThat(sum(run(single(), new Mix.Sequence(List.of("set", "get", "get")), Map.of())))
                .isEqualTo(246_241_224_137_430_216L);
    }
}
