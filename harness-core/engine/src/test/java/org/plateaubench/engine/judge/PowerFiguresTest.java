// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextSummary;

/** Power and energy of a run, which are void where readings are missing. */
final class PowerFiguresTest {
    private static final double NO_READING = Double.NaN;

    @TempDir
    Path folder;

    private static PlannedMeter meter(String name, String at) {
        return new PlannedMeter(
                name, name, true, "power", List.of(name + ".lab"), at, 1, 0, 10, 500, Duration.ofSeconds(1));
    }

    /** A run of 2 + 20 + 2 s, one operation per second; the meter reads what the function has at each second. */
    private Judgement judged(String run, LongToDoubleFunction rack, @Nullable LongToDoubleFunction second) {
        TestPlan plan = new TestPlan();
        plan.rampUp = Duration.ofSeconds(2);
        plan.steady = Duration.ofSeconds(20);
        plan.rampDown = Duration.ofSeconds(2);
        plan.periods = 2;
        plan.meters = second == null
                ? List.of(meter("rack", "wall"))
                : List.of(meter("rack", "wall"), meter("shelf", "wall"), meter("cpu", "component"));
        try (TestRun testRun = new TestRun(folder.resolve(run), plan.simple().build())) {
            testRun.drive(start -> {
                testRun.ok("1/cache", "read", start, MILLI, 0);
                long at = start / SECOND;
                if (!Double.isNaN(rack.applyAsDouble(at))) {
                    testRun.telemetry("sut/rack", "power", rack.applyAsDouble(at), "W", false);
                    testRun.telemetry("sut/rack", "time-error", at == 5 ? 40 : 10, "ms", false);
                }
                if (second != null) {
                    testRun.telemetry("sut/shelf", "power", second.applyAsDouble(at), "W", false);
                    testRun.telemetry("sut/cpu", "power", 30, "W", false);
                }
            });
            return testRun.judged();
        }
    }

    private static PowerResult power(Judgement judged) {
        return Objects.requireNonNull(judged.power());
    }

    private static PowerResult.Efficiency figures(Judgement judged, int place, int part) {
        return Objects.requireNonNull(total(judged, place, part).figures());
    }

    private static PowerResult.TotalStretch total(Judgement judged, int place, int part) {
        return power(judged).totals().get(place).stretches().get(part);
    }

    @Test
    void energyIsReportedForSteadyStateAndEachPeriod() {
        Judgement judged = judged("even", at -> at <= 12 ? 100 : 200, null);

        PowerResult.Efficiency first = figures(judged, 0, 1);
        assertThat(first.joules()).isCloseTo(1_000, within(1e-6));
        assertThat(first.meanWatts()).isCloseTo(100, within(1e-6));
        assertThat(first.operations()).isEqualTo(10);
        assertThat(first.operationsPerJoule()).isEqualTo(0.01);
        // Half of a step of 100 W, for a second.
        assertThat(figures(judged, 0, 2).joules()).isCloseTo(1_950, within(1e-6));
        PowerResult.Efficiency steady = figures(judged, 0, 0);
        assertThat(steady.joules()).isCloseTo(2_950, within(1e-6));
        PowerResult.Energy energy = Objects.requireNonNull(
                power(judged).meters().getFirst().stretches().getFirst().energy());
        assertThat(energy.meterJoules()).isCloseTo(29.5 / Math.sqrt(3), within(1e-5));
        assertThat(energy.samplingJoules()).isCloseTo(50 / Math.sqrt(3), within(1e-5));
        assertThat(energy.clockJoules()).isCloseTo(0.04 * 100 / Math.sqrt(3), within(1e-5));
        assertThat(power(judged).meters().getFirst().clockErrorMs()).isEqualTo(40);
        assertThat(TextSummary.of(judged, "runs/x", TextStyle.PLAIN).replaceAll("\\s+", " "))
                .contains("Power at the wall (rack.lab): mean 148 W, energy 2 950 J ± ")
                .contains("operations per joule")
                .contains("period p1, at the wall (rack.lab): mean 100 W");
    }

    @Test
    void missingReadingsVoidTheirPeriodAndTheTotal() {
        Judgement complete = judged("complete", at -> 100, null);
        Judgement judged = judged("hole", at -> at > 14 && at < 18 ? NO_READING : 100, null);

        assertThat(total(judged, 0, 0).figures()).isNull();
        assertThat(total(judged, 0, 0).voidedBy()).isEqualTo("Meter rack has no reading from 14.0 to 18.0 s.");
        assertThat(total(judged, 0, 1).figures())
                .isEqualTo(total(complete, 0, 1).figures());
        assertThat(total(judged, 0, 2).figures()).isNull();
        assertThat(judged.verdict()).isEqualTo(complete.verdict());
        assertThat(judged.reasons()).isEqualTo(complete.reasons());
        assertThat(judged.notes())
                .contains(new Judgement.Note(
                        "power/rack",
                        "Meter rack has no reading from 14.0 to 18.0 s. Its power figures are void; its first reading is of"
                                + " 0.0 s and its last of 23.0 s."));
        assertThat(TextSummary.of(judged, "runs/x", TextStyle.PLAIN).replaceAll("\\s+", " "))
                .contains("at the wall (rack.lab): void. Meter rack");
    }

    @Test
    void metersAreAddedPerPlace() {
        Judgement judged = judged("three", at -> 100, at -> 50);
        assertThat(power(judged).totals()).extracting(PowerResult.Total::at).containsExactly("wall", "component");
        assertThat(power(judged).totals().getFirst().measures()).containsExactly("rack.lab", "shelf.lab");
        assertThat(figures(judged, 0, 0).meanWatts()).isCloseTo(150, within(1e-6));
        assertThat(figures(judged, 0, 0).uncertaintyJoules()).isCloseTo(2 * 30 / Math.sqrt(3), within(1e-5));
        assertThat(figures(judged, 1, 0).meanWatts()).isCloseTo(30, within(1e-6));
    }

    @Test
    void voidMeterVoidsTheTotalOfItsPlace() {
        Judgement judged = judged("one void", at -> 900, at -> 50);
        assertThat(total(judged, 0, 0).figures()).isNull();
        assertThat(figures(judged, 1, 0).meanWatts()).isCloseTo(30, within(1e-6));
        Map<String, Object> document = Documents.parse(judged.text());
        assertThat(document.get("power")).isInstanceOf(Map.class);
    }
}
