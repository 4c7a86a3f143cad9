// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.proving.LatencyLaw.Shape;

/** The server's law is what it says, without the noise of drawing. */
class LatencyLawTest {
    private static final double[] SHARES = {0.5, 0.9, 0.95, 0.99, 0.999};
    private static final long MS = 1_000_000;

    @Test
    void quantilesMatchClosedForm() {
        assertThat(new LatencyLaw(Shape.FIXED, 2 * MS, 5 * MS, 0).quantileNanos(0.99))
                .isEqualTo(7 * MS);
        assertThat(new LatencyLaw(Shape.UNIFORM, 2 * MS, 10 * MS, 0).quantileNanos(0.9))
                .isEqualTo(11 * MS);
        assertThat(new LatencyLaw(Shape.EXPONENTIAL, 0, 10 * MS, 0).quantileNanos(0.9) / 1e6)
                .isCloseTo(23.025851, within(1e-6));
        // 2.3263478740 and 3.0902323062 are the 0.99 and 0.999 quantiles of the standard normal distribution.
        LatencyLaw lognormal = new LatencyLaw(Shape.LOGNORMAL, 0, 10 * MS, 0.4);
        assertThat(lognormal.quantileNanos(0.5)).isEqualTo(10 * MS);
        assertThat(lognormal.quantileNanos(0.99) / 1e6).isCloseTo(10 * Math.exp(0.4 * 2.3263478740), within(1e-6));
        assertThat(lognormal.quantileNanos(0.001) / 1e6).isCloseTo(10 * Math.exp(-0.4 * 3.0902323062), within(1e-6));
    }

    /**
     * Wherever a stretch begins. Of 40,000 draws one in 1,000 is 40: their gaps leave half a percent at that end. A block
     * cut at either end is one draw or another off, which is 0.03 % each at the 99th percentile.
     */
    @Test
    void consecutiveDrawsMatchDistribution() {
        LatencyLaw law = new LatencyLaw(Shape.LOGNORMAL, 0, 20 * MS, 0.3);
        for (int skipped = 0; skipped < 1_000; skipped += 37) {
            ServerCounts.Strata strata = new ServerCounts.Strata(skipped);
            for (int i = 0; i < skipped; i++) {
                strata.next();
            }
            long[] drawn = new long[40_000];
            Arrays.setAll(drawn, i -> law.quantileNanos(strata.next()));
            Arrays.sort(drawn);
            for (double share : SHARES) {
                long exact = law.quantileNanos(share);
                long seen = drawn[(int) Math.ceil(share * drawn.length) - 1];
                assertThat((double) seen / exact)
                        .as("share %s after %s", share, skipped)
                        .isCloseTo(1, within(share == 0.999 ? 0.006 : share == 0.99 ? 0.003 : 0.001));
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
        ServerCounts.Strata strata = new ServerCounts.Strata(seed);
        double[] drawn = new double[10_000];
        Arrays.setAll(drawn, i -> strata.next());
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
