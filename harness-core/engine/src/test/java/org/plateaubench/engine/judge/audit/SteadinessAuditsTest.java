// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/** False alarms and catches of the audit of steadiness (measurement rules M15 and M21). */
final class SteadinessAuditsTest {
    /** At most one alarm in so many runs: the rate is below 1e-4 with 95 % confidence (4.74 over the runs). */
    private static final int RUNS = 48_000;

    private static final int SECONDS_PER_BLOCK = 10;
    private static final Scope SCOPE = Scope.workload(1, "store");

    /**
     * Second by second, with an autocorrelation of 0.8 from one to the next, in the rate and the p95 alike.
     */
    private static SteadyBlocks clean(Random random, double drift, double noise) {
        double[] rate = new double[SteadyBlocks.COUNT];
        double[] p95 = new double[SteadyBlocks.COUNT];
        double level = random.nextGaussian();
        for (int second = 0; second < SteadyBlocks.COUNT * SECONDS_PER_BLOCK; second++) {
            level = 0.8 * level + 0.6 * random.nextGaussian();
            double trend = 1 + drift * second / (SteadyBlocks.COUNT * SECONDS_PER_BLOCK);
            int block = second / SECONDS_PER_BLOCK;
            rate[block] += 80 / trend * (1 + noise * level);
            p95[block] += trend * 20 * (1 + noise * level) / SECONDS_PER_BLOCK;
        }
        return SteadyBlocks.of("steady state", SECONDS_PER_BLOCK, rate, p95, new double[SteadyBlocks.COUNT]);
    }

    private static int violated(Random random, int runs, double drift, double noise) {
        int violated = 0;
        for (int run = 0; run < runs; run++) {
            Audit audit = SteadinessAudits.of(SCOPE, clean(random, drift, noise), 1, false);
            assertThat(audit.state()).isNotEqualTo(Audit.State.NOT_TESTED);
            violated += audit.state() == Audit.State.VIOLATED ? 1 : 0;
        }
        return violated;
    }

    @Test
    void m21OneFalseAlarmAtMostInFortyEightThousandCleanAutocorrelatedRuns() {
        assertThat(violated(new Random(21), RUNS, 0, 0.08)).isLessThanOrEqualTo(1);
    }

    @Test
    void m21ADriftByAHalfIsCaught() {
        assertThat(violated(new Random(22), 1_000, 0.5, 0.03)).isGreaterThan(900);
    }

    @Test
    void m21TooShortOrTooQuietIsNotTested() {
        double[] few = new double[SteadyBlocks.COUNT];
        Arrays.fill(few, 199);
        assertThat(SteadinessAudits.of(SCOPE, SteadyBlocks.of("steady state", 10, few, few, few), 1, false)
                        .state())
                .isEqualTo(Audit.State.NOT_TESTED);
        Arrays.fill(few, 900);
        assertThat(SteadinessAudits.of(SCOPE, SteadyBlocks.of("steady state", 4.9, few, few, few), 1, false)
                        .state())
                .isEqualTo(Audit.State.NOT_TESTED);
    }

    @Test
    void m21AQueueThatGrowsIsCaught() {
        double[] same = new double[SteadyBlocks.COUNT];
        Arrays.fill(same, 900);
        double[] queue = {0, 3, 6, 9, 12, 15, 18, 21, 24, 27};
        Audit audit = SteadinessAudits.of(SCOPE, SteadyBlocks.of("step 2", 10, same, same, queue), 1, true);
        assertThat(audit.state()).isEqualTo(Audit.State.VIOLATED);
        assertThat(audit.voidsRun()).isFalse();
        assertThat(audit.message()).contains("the queue", "step 2");
    }

    /** The exact law for ten values: 45 pairs; all in order in 2 of 10! permutations. */
    @Test
    void m21TheLawOfKendallsScoreIsExact() {
        assertThat(Trend.probability(10, 45)).isCloseTo(2 / 3_628_800.0, within(1e-15));
        assertThat(Trend.probability(10, 43)).isCloseTo(20 / 3_628_800.0, within(1e-12));
        assertThat(Trend.probability(4, 6)).isCloseTo(2 / 24.0, within(1e-12));
        assertThat(Trend.probability(10, 0)).isEqualTo(1);
        assertThat(Trend.of(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}).change())
                .isCloseTo(9, within(1e-12));
    }
}
