// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.proving.LatencyDistribution.Shape;

/** Compares the latencies that the server draws with the configured distribution. */
class LatencyDistributionTest {
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.95, 0.99, 0.999};
    private static final long MS = 1_000_000;

    @Test
    void quantilesMatchClosedForm() {
        assertThat(new LatencyDistribution(Shape.FIXED, 2 * MS, 5 * MS, 0).quantileNanos(0.99))
                .isEqualTo(7 * MS);
        assertThat(new LatencyDistribution(Shape.UNIFORM, 2 * MS, 10 * MS, 0).quantileNanos(0.9))
                .isEqualTo(11 * MS);
        assertThat(new LatencyDistribution(Shape.EXPONENTIAL, 0, 10 * MS, 0).quantileNanos(0.9) / 1e6)
                .isCloseTo(23.025851, within(1e-6));
        // 2.3263478740 and 3.0902323062 are the 0.99 and 0.999 quantiles of the standard normal distribution.
        LatencyDistribution lognormal = new LatencyDistribution(Shape.LOGNORMAL, 0, 10 * MS, 0.4);
        assertThat(lognormal.quantileNanos(0.5)).isEqualTo(10 * MS);
        assertThat(lognormal.quantileNanos(0.99) / 1e6).isCloseTo(10 * Math.exp(0.4 * 2.3263478740), within(1e-6));
        assertThat(lognormal.quantileNanos(0.001) / 1e6).isCloseTo(10 * Math.exp(-0.4 * 3.0902323062), within(1e-6));
    }

    /**
     * Tests 40,000 consecutive draws from many starting points. Only 40 of them are above the 99.9th percentile, and
     * the gaps between these allow an error of half a percent. The blocks at both ends are incomplete, which shifts the
     * rank by a draw or two: 0.03 % each at the 99th percentile.
     */
    @Test
    void consecutiveDrawsMatchDistribution() {
        LatencyDistribution distribution = new LatencyDistribution(Shape.LOGNORMAL, 0, 20 * MS, 0.3);
        for (int skipped = 0; skipped < 1_000; skipped += 37) {
            ServerCounts.StratifiedDraws draws = new ServerCounts.StratifiedDraws(skipped);
            for (int i = 0; i < skipped; i++) {
                draws.next();
            }
            long[] drawn = new long[40_000];
            Arrays.setAll(drawn, i -> distribution.quantileNanos(draws.next()));
            Arrays.sort(drawn);
            for (double probability : PROBABILITIES) {
                long expected = distribution.quantileNanos(probability);
                long actual = drawn[(int) Math.ceil(probability * drawn.length) - 1];
                assertThat((double) actual / expected)
                        .as("quantile %s after %s draws", probability, skipped)
                        .isCloseTo(1, within(probability == 0.999 ? 0.006 : probability == 0.99 ? 0.003 : 0.001));
            }
        }
    }

    @Test
    void drawOrderDependsOnSeedAndIsUncorrelated() {
        assertThat(draws(7)).isEqualTo(draws(7)).isNotEqualTo(draws(8));
        double[] drawn = draws(7);
        double product = 0;
        for (int i = 1; i < drawn.length; i++) {
            product += (drawn[i] - 0.5) * (drawn[i - 1] - 0.5);
        }
        // Correlation of neighbours; its standard deviation over 10,000 pairs is 0.01.
        assertThat(12 * product / (drawn.length - 1)).isCloseTo(0, within(0.04));
    }

    private static double[] draws(long seed) {
        ServerCounts.StratifiedDraws draws = new ServerCounts.StratifiedDraws(seed);
        double[] drawn = new double[10_000];
        Arrays.setAll(drawn, i -> draws.next());
        return drawn;
    }

    @Test
    void responsesDueInStallWaitForStallEnd() {
        StallPlan plan = new StallPlan(100 * MS, 20 * MS);
        assertThat(plan.answerAtNanos(79 * MS)).isEqualTo(79 * MS);
        assertThat(plan.answerAtNanos(80 * MS)).isEqualTo(100 * MS);
        assertThat(plan.answerAtNanos(199 * MS)).isEqualTo(200 * MS);
        assertThat(plan.answerAtNanos(200 * MS)).isEqualTo(200 * MS);
        assertThat(new StallPlan(0, 0).answerAtNanos(199 * MS)).isEqualTo(199 * MS);
    }
}
