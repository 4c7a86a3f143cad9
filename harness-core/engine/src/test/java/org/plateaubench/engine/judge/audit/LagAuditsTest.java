// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.TestIntervals;
import org.plateaubench.measure.histogram.HistogramRange;

/** False alarms and detections of the audits of lag (measurement rules M15 and M16). */
final class LagAuditsTest {
    private static final double BOUND_MS = 1;
    private static final int RUNS = 20_000;

    /**
     * A healthy harness: most lags are the wake-up error of the kernel, about 60 us, and one in a thousand is a pause
     * of up to 30 ms. At a rate of 1e-4, two of 20,000 runs are expected to raise a false alarm.
     */
    @Test
    @Tag("simulation")
    void m16CleanRunsRaiseAtMostTwoAlarms() {
        Random random = new Random(16);
        int alarms = 0;
        for (int run = 0; run < RUNS; run++) {
            int operations = 50 + random.nextInt(1_500);
            alarms += state(lags(random, operations, 0.001)) == AuditResult.State.VIOLATED ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(2);
    }

    @Test
    void m16ThreePercentLateOperationsAreDetected() {
        Random random = new Random(17);
        int detected = 0;
        for (int run = 0; run < 1_000; run++) {
            detected += state(lags(random, 2_000, 0.03)) == AuditResult.State.VIOLATED ? 1 : 0;
        }
        assertThat(detected).isGreaterThanOrEqualTo(999);
    }

    @Test
    void m16TooFewOperationsAreNotTested() {
        Random random = new Random(18);
        assertThat(state(lags(random, 99, 0))).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(state(lags(random, 100, 0))).isEqualTo(AuditResult.State.OK);
        assertThat(state(lags(random, 0, 0))).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    @Test
    void m16ConstantLagIsDetectedWithFewOperations() {
        Histogram lags = HistogramRange.okHistogram();
        lags.recordValueWithCount(2_000_000_000, 12);
        assertThat(state(lags)).isEqualTo(AuditResult.State.VIOLATED);
    }

    private static AuditResult.State state(Histogram lags) {
        TimeTotals times = TestIntervals.ranked(lags, 0, 0, 0, lags.getMaxValue(), 0, 0);
        return audit(times, LagAudits.OPERATIONS).state();
    }

    private static AuditResult audit(TimeTotals times, String samples) {
        return LagAudits.audit(AuditOrRule.DISPATCH_LAG, Scope.workload(1, "store"), times, samples, BOUND_MS);
    }

    private static Histogram lags(Random random, int operations, double hiccups) {
        Histogram lags = HistogramRange.okHistogram();
        for (int i = 0; i < operations; i++) {
            boolean hiccup = random.nextDouble() < hiccups;
            double nanos = hiccup
                    ? 1_100_000 + random.nextDouble() * 29_000_000
                    : 60_000 * Math.exp(0.5 * random.nextGaussian());
            lags.recordValue((long) nanos);
        }
        return lags;
    }
}
