// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Draws;

/** Cycle times are exponential with a mean of 5 s, cut at 25 s, and never below the least of their operation. */
class CycleTimeTest {
    private static final int DRAWS = 200_000;
    private static final double SECOND = 1e9;

    private static double[] drawn(OlioOperation operation, long key) {
        Draws draws = Draws.of(key);
        Distribution cycle = operation.cycle();
        double[] seconds = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            seconds[i] = cycle.sampleNanos(draws.uniform(1, i)) / SECOND;
        }
        Arrays.sort(seconds);
        return seconds;
    }

    private static double leastSeconds(OlioOperation operation) {
        return switch (operation) {
            case ADD_PERSON -> 2;
            case ADD_EVENT -> 3;
            case HOME_PAGE, LOGIN, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL -> 0;
        };
    }

    /** The analytic mean: least + m (1 - e^-(25 - least)/m) with m = 5 - least. */
    @ParameterizedTest
    @EnumSource
    void theMeanIsFiveSecondsButForWhatTheCutTakes(OlioOperation operation) {
        double least = leastSeconds(operation);
        double m = 5 - least;
        double expected = least + m * (1 - Math.exp(-(25 - least) / m));
        assertThat(operation.cycle().meanNanos() / SECOND).isCloseTo(expected, within(1e-6));
        double mean = Arrays.stream(drawn(operation, 7)).average().orElseThrow();
        assertThat(mean).isCloseTo(expected, within(4 * m / Math.sqrt(DRAWS)));
    }

    @ParameterizedTest
    @EnumSource
    void everyDrawLiesBetweenTheLeastAndTheCut(OlioOperation operation) {
        double[] seconds = drawn(operation, 8);
        assertThat(seconds[0]).isBetween(leastSeconds(operation), leastSeconds(operation) + 0.001);
        assertThat(seconds[DRAWS - 1]).isLessThanOrEqualTo(25.0);
        assertThat(operation.cycle().sampleNanos(Math.nextDown(1.0)))
                .isEqualTo(Duration.ofSeconds(25).toNanos());
    }

    /** Kolmogorov's distance below the cut, at a level of about 1e-6. */
    @ParameterizedTest
    @EnumSource
    void theCurveIsTheShiftedExponential(OlioOperation operation) {
        double[] seconds = drawn(operation, 9);
        double least = leastSeconds(operation);
        double m = 5 - least;
        double furthest = 0;
        for (int i = 0; i < DRAWS && seconds[i] < 25; i++) {
            double law = 1 - Math.exp(-(seconds[i] - least) / m);
            furthest = Math.max(furthest, Math.abs(law - (i + 0.5) / DRAWS));
        }
        assertThat(furthest).isLessThan(2.7 / Math.sqrt(DRAWS));
    }

    /** A draw beyond the cut becomes the cut and is not drawn again. */
    @ParameterizedTest
    @EnumSource
    void asManyAreCutAsLieBeyond(OlioOperation operation) {
        double[] seconds = drawn(operation, 10);
        double least = leastSeconds(operation);
        double share = Math.exp(-(25 - least) / (5 - least));
        long cut = Arrays.stream(seconds).filter(value -> value >= 25).count();
        assertThat((double) cut).isCloseTo(share * DRAWS, within(4 * Math.sqrt(share * DRAWS) + 1));
    }
}
