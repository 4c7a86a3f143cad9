// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.PhaseTimes;

class LoadCurveTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int CURVES = 60;

    private final Random random = new Random(42);

    @Test
    void m6RateRampsUpWithoutSchedule() {
        LoadCurve curve = LoadCurve.of(open(100, List.of()), phases(10, 60));
        assertThat(curve.instantOf(0)).isZero();
        assertThat(curve.instantOf(125)).isCloseTo(5 * SECOND, within(2L));
        assertThat(curve.instantOf(500)).isCloseTo(10 * SECOND, within(2L));
        assertThat(curve.instantOf(600)).isCloseTo(11 * SECOND, within(2L));
        assertThat(LoadCurve.of(open(100, List.of()), phases(0, 60)).instantOf(1))
                .isEqualTo(10_000_000L);
    }

    @Test
    void usersStartEvenlyDuringRampUp() {
        LoadCurve curve = LoadCurve.of(new Load.Closed(4, 1), phases(8, 60));
        assertThat(List.of(0, 1, 2, 3))
                .map(user -> curve.nextActive(user, 0))
                .containsExactly(0L, 2 * SECOND, 4 * SECOND, 6 * SECOND);
        assertThat(curve.nextInactive(3, 6 * SECOND)).isEqualTo(LoadCurve.NEVER);
    }

    @Test
    void expectedArrivalsAreTheIntegralOfTheRate() {
        for (int i = 0; i < CURVES; i++) {
            List<LoadStep> steps = steps();
            LoadCurve curve = LoadCurve.of(open(1_000, steps), phases(3, steadySeconds(steps)));
            long end = 3 * SECOND + steadySeconds(steps) * SECOND;
            double area = 0;
            long grid = SECOND / 500;
            for (long nanos = 0; nanos < end; nanos += grid) {
                area += curve.levelAt(nanos + grid / 2) * grid / 1e9;
                if (nanos % SECOND == 0) {
                    assertThat(curve.areaUntil(nanos + grid)).as("%s", steps).isCloseTo(area, within(1 + area * 1e-3));
                }
            }
            double planned = steps.getFirst().first() * 1.5;
            for (LoadStep step : steps) {
                planned += step.mean() * step.length().toNanos() / 1e9;
            }
            assertThat(curve.areaUntil(end)).as("%s", steps).isCloseTo(planned, within(1e-6 * planned + 1e-6));
        }
    }

    @Test
    void arrivalInstantsInvertTheIntegralAndAscend() {
        for (int i = 0; i < CURVES; i++) {
            List<LoadStep> steps = steps();
            LoadCurve curve = LoadCurve.of(open(1_000, steps), phases(3, steadySeconds(steps)));
            double all = curve.areaUntil(3 * SECOND + steadySeconds(steps) * SECOND);
            long before = 0;
            for (double target = 0; target < all; target += all / 997) {
                long instant = curve.instantOf(target);
                assertThat(instant).as("%s", steps).isGreaterThanOrEqualTo(before);
                assertThat(curve.areaUntil(instant))
                        .as("%s at %s", steps, target)
                        .isCloseTo(target, within(1e-5));
                before = instant;
            }
        }
    }

    @Test
    void zeroRateBringsNoArrivals() {
        List<LoadStep> steps = List.of(step(10, 5), step(10, 0));
        LoadCurve curve = LoadCurve.of(open(5, steps), phases(0, 20));
        assertThat(curve.instantOf(49.5)).isLessThan(10 * SECOND);
        assertThat(curve.instantOf(50.5)).isEqualTo(LoadCurve.NEVER);
        LoadCurve paused = LoadCurve.of(open(5, List.of(step(10, 5), step(10, 0), step(10, 5))), phases(0, 30));
        assertThat(paused.instantOf(50.5)).isEqualTo(20 * SECOND + SECOND / 10);
    }

    @Test
    void userIsActiveWhileLevelExceedsUserNumber() {
        for (int i = 0; i < CURVES; i++) {
            List<LoadStep> steps = steps();
            LoadCurve curve = LoadCurve.of(new Load.Closed(1_000, 1, steps, null), phases(3, steadySeconds(steps)));
            int user = random.nextInt(400);
            long end = 3 * SECOND + steadySeconds(steps) * SECOND;
            for (long nanos = 1; nanos < end; nanos += SECOND / 97) {
                double level = curve.levelAt(nanos);
                if (Math.abs(level - user) > 1e-4) {
                    assertThat(curve.isActive(user, nanos))
                            .as("user %s at %s of %s, level %s", user, nanos, steps, level)
                            .isEqualTo(level > user);
                }
            }
        }
    }

    @Test
    void activeAndInactivePeriodsAlternate() {
        for (int i = 0; i < CURVES; i++) {
            List<LoadStep> steps = steps();
            LoadCurve curve = LoadCurve.of(new Load.Closed(1_000, 1, steps, null), phases(3, steadySeconds(steps)));
            int user = random.nextInt(400);
            long at = 0;
            int turns = 0;
            while (at != LoadCurve.NEVER) {
                long activeFrom = curve.nextActive(user, at);
                if (activeFrom == LoadCurve.NEVER) {
                    break;
                }
                assertThat(activeFrom).isGreaterThanOrEqualTo(at);
                long activeTo = curve.nextInactive(user, activeFrom);
                assertThat(activeTo).as("%s", steps).isGreaterThan(activeFrom);
                at = activeTo;
                turns++;
            }
            assertThat(turns).isLessThan(2_000);
        }
    }

    @Test
    void highestLevelOfStepIsReachedAndNotExceeded() {
        for (int i = 0; i < 200; i++) {
            LoadStep step = randomStep();
            LoadCurve curve = LoadCurve.of(
                    new Load.Closed(1_000, 1, List.of(step), null),
                    phases(0, step.length().toSeconds()));
            double highest = 0;
            for (long nanos = 0; nanos < step.length().toNanos(); nanos += SECOND / 200) {
                highest = Math.max(highest, curve.levelAt(nanos));
            }
            assertThat(highest).as("%s", step).isCloseTo(step.highest(), within(0.01 * step.highest() + 1e-9));
            assertThat(curve.levelAt(step.length().toNanos() - 1))
                    .as("%s", step)
                    .isCloseTo(step.last(), within(0.01));
            assertThat(curve.levelAt(0)).isEqualTo(step.first());
        }
    }

    private List<LoadStep> steps() {
        List<LoadStep> steps = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            steps.add(randomStep());
        }
        return steps;
    }

    private LoadStep randomStep() {
        Duration length = Duration.ofSeconds(2 + random.nextInt(12));
        double level = 10 + random.nextInt(300);
        Duration period = Duration.ofMillis(700 + random.nextInt(5_000));
        return switch (random.nextInt(5)) {
            case 0 -> new LoadStep.Constant(length, level);
            case 1 -> new LoadStep.Ramp(length, random.nextBoolean() ? 0 : level, random.nextInt(400));
            case 2 ->
                new LoadStep.Bursts(length, random.nextBoolean() ? 0 : level, level + 200, period, period.dividedBy(7));
            case 3 -> new LoadStep.Sine(length, level, random.nextBoolean() ? level : level / 3, period);
            default ->
                new LoadStep.Replay(
                        length,
                        List.of(
                                new LoadStep.Point(Duration.ZERO, level),
                                new LoadStep.Point(Duration.ofMillis(1_300), 0),
                                new LoadStep.Point(Duration.ofMillis(1_700), 2 * level),
                                new LoadStep.Point(Duration.ofSeconds(60), 1_000)),
                        "");
        };
    }

    private static LoadStep step(long seconds, double level) {
        return new LoadStep.Constant(Duration.ofSeconds(seconds), level);
    }

    private static long steadySeconds(List<LoadStep> steps) {
        return steps.stream().mapToLong(step -> step.length().toSeconds()).sum();
    }

    private static Load.Open open(double rate, List<LoadStep> steps) {
        return new Load.Open(rate, Load.Arrival.POISSON, 10, 1, 4, 100, steps);
    }

    private static PhaseTimes phases(long rampUp, long steady) {
        return new PhaseTimes(
                Duration.ofSeconds(rampUp), Duration.ofSeconds(steady), Duration.ofSeconds(2), Duration.ofSeconds(1));
    }
}
