// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sampled gaps have the declared mean, after clamp and shift. */
final class DistributionTest {
    private static final int STRATA = 200_000;
    private static final double CLOSE = 1e-4;

    static Stream<Distribution> distributions() {
        Duration mean = Duration.ofMillis(200);
        return Stream.of(
                new Distribution.Fixed(mean),
                new Distribution.Uniform(Duration.ofMillis(50), Duration.ofMillis(350)),
                Distribution.Exponential.ofMean(mean),
                new Distribution.Exponential(mean, Duration.ofMillis(40), null, Duration.ZERO),
                new Distribution.Exponential(mean, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO),
                new Distribution.Exponential(
                        mean, Duration.ofMillis(30), Duration.ofMillis(500), Duration.ofMillis(70)));
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void sampleMeanMatchesAnalyticMean(Distribution distribution) {
        double sum = 0;
        for (int i = 0; i < STRATA; i++) {
            sum += distribution.sampleNanos((i + 0.5) / STRATA);
        }
        double relative = sum / STRATA / distribution.meanNanos();
        assertThat(relative).isCloseTo(1, within(CLOSE));
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void largerDrawNeverGivesShorterGap(Distribution distribution) {
        long before = 0;
        for (int i = 0; i < STRATA; i++) {
            long now = distribution.sampleNanos((double) i / STRATA);
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
        }
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void residualGapHasMeanOfRenewalTheory(Distribution distribution) {
        double squares = 0;
        double residuals = 0;
        for (int i = 0; i < STRATA; i++) {
            double uniform = (i + 0.5) / STRATA;
            double gap = distribution.sampleNanos(uniform);
            squares += gap * gap;
            residuals += distribution.residualNanos(uniform);
        }
        double expected = squares / STRATA / (2 * distribution.meanNanos());
        assertThat(residuals / STRATA / expected).isCloseTo(1, within(1e-3));
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void scheduleStartingWithResidualHasSteadyRateAtOnce(Distribution distribution) {
        int schedules = 200_000;
        double end = distribution.meanNanos() / 2;
        long starts = 0;
        for (int schedule = 0; schedule < schedules; schedule++) {
            Draws draws = Draws.of(KeyedRandom.key(42, schedule));
            double next = distribution.residualNanos(draws.uniform(1, 0));
            for (int start = 1; next < end; start++) {
                starts++;
                next += distribution.sampleNanos(draws.uniform(2, start));
            }
        }
        assertThat(starts).isCloseTo(schedules / 2, within(4 * (long) Math.sqrt(schedules / 2.0)));
    }

    @Test
    void clampIsAppliedBeforeShift() {
        Distribution clamped = new Distribution.Exponential(
                Duration.ofMillis(100), Duration.ofMillis(10), Duration.ofMillis(20), Duration.ofMillis(5));
        assertThat(clamped.sampleNanos(0)).isEqualTo(15_000_000);
        assertThat(clamped.sampleNanos(0.999_999)).isEqualTo(25_000_000);
    }
}
