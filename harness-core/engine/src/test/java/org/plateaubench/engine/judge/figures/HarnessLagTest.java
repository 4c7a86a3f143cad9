// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.MILLI;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figure.Section;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.measure.histogram.HistogramRange;

/**
 * The share of the harness in a measured time, and the limits that cannot be tested because of it (measurement rule
 * M24).
 */
final class HarnessLagTest {
    private static final TimeTotals NOTHING = HarnessLag.NONE.dispatch();

    private static TimeTotals times(long nanos) {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValueWithCount(nanos, 5_000);
        return TestIntervals.ranked(histogram, 0, 5_000.0 * nanos, nanos, nanos, 0, 0);
    }

    private static HarnessLag loops(long dispatchNanos, long completionNanos) {
        return new HarnessLag(times(dispatchNanos), times(completionNanos), true);
    }

    @Test
    void responseTimesIncludeBothLags() {
        HarnessLag lag = loops(3 * MILLI, 4 * MILLI);
        assertThat(lag.percentile(Section.RESPONSE_TIMES, 99)).isEqualTo(new Estimate(7 * MILLI, false, false));
        assertThat(lag.percentile(Section.SERVICE_TIMES, 99)).isEqualTo(new Estimate(4 * MILLI, false, false));
        assertThat(lag.percentile(Section.RESPONSE_TIMES, 100)).isEqualTo(new Estimate(7 * MILLI, false, false));
        assertThat(lag.percentile(Section.SERVICE_TIMES, 100)).isEqualTo(new Estimate(4 * MILLI, false, false));
    }

    @Test
    void probeLagIsNotInServiceTimes() {
        HarnessLag lag = new HarnessLag(times(3 * MILLI), times(4 * MILLI), false);
        assertThat(lag.percentile(Section.RESPONSE_TIMES, 99)).isEqualTo(new Estimate(3 * MILLI, false, false));
        assertThat(lag.percentile(Section.SERVICE_TIMES, 99)).isNull();
        assertThat(lag.percentile(Section.RESPONSE_TIMES, 100)).isEqualTo(new Estimate(3 * MILLI, false, false));
        assertThat(lag.percentile(Section.SERVICE_TIMES, 100)).isNull();
        assertThat(lag.nanosOf(QosLimit.parse("mean < 1ms"))).isEqualTo(3 * MILLI);
    }

    @Test
    void lagOfALimitMatchesItsStatistic() {
        TimeTotals dispatch = TestIntervals.ranked(
                TestIntervals.histogram(MILLI, 9 * MILLI), 0, 10.0 * MILLI, MILLI, 9 * MILLI, 0, 0);
        HarnessLag lag = new HarnessLag(dispatch, times(2 * MILLI), true);
        assertThat(lag.nanosOf(QosLimit.parse("p99 < 1ms"))).isEqualTo(9 * MILLI + 2 * MILLI);
        assertThat(lag.nanosOf(QosLimit.parse("mean < 1ms"))).isEqualTo(5 * MILLI + 2 * MILLI);
        assertThat(lag.nanosOf(QosLimit.parse("max < 1ms"))).isEqualTo(9 * MILLI + 2 * MILLI);
        assertThat(lag.nanosOf(QosLimit.parse("errors < 1%"))).isZero();
        assertThat(HarnessLag.NONE.nanosOf(QosLimit.parse("p99 < 1ms"))).isZero();
        assertThat(HarnessLag.NONE.nanosOf(QosLimit.parse("mean < 1ms"))).isZero();
        assertThat(HarnessLag.NONE.nanosOf(QosLimit.parse("max < 1ms"))).isZero();
    }

    @Test
    void limitBelowAMicrosecondIsHidden() {
        assertThat(HarnessLag.NONE.hides(QosLimit.parse("mean < 1us"), 0.001)).isFalse();
        assertThat(HarnessLag.NONE.hides(QosLimit.parse("mean < 0.999us"), 0.001))
                .isTrue();
        assertThat(HarnessLag.NONE.hides(QosLimit.parse("mean < 0.999us"), 0.001_001))
                .isFalse();
    }

    @Test
    void onlyUpperTimeLimitsAreHidden() {
        HarnessLag lag = new HarnessLag(times(2 * MILLI), NOTHING, false);
        assertThat(lag.hides(QosLimit.parse("mean > 1ms"), 2)).isFalse();
        assertThat(lag.hides(QosLimit.parse("mean >= 1ms"), 2)).isFalse();
        assertThat(HarnessLag.NONE.hides(QosLimit.parse("errors < 0.0001%"), 0)).isFalse();
    }
}
