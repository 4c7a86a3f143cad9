// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;

final class TimeTotalsTest {
    private static final double[] PERCENTILES = {0.1, 25, 50, 90, 95, 99, 99.9, 99.99};

    @Test
    void aSumHasThePercentilesOfOneHistogram() {
        Random random = new Random(7);
        TimeTotals totals = new TimeTotals();
        TimeTotals halves = new TimeTotals();
        Histogram all = HistogramRange.okHistogram();
        for (int round = 0; round < 60; round++) {
            Histogram part = HistogramRange.okHistogram();
            long sum = 0;
            long least = Long.MAX_VALUE;
            long longest = 0;
            for (int i = random.nextInt(200); i >= 0; i--) {
                long nanos = (long) (1_000 * Math.exp(random.nextDouble() * 15));
                part.recordValue(nanos);
                sum += nanos;
                least = Math.min(least, nanos);
                longest = Math.max(longest, nanos);
            }
            all.add(part);
            totals.add(new Times(part, sum, least, longest, 0));
            TimeTotals one = new TimeTotals();
            one.add(new Times(part, sum, least, longest, 0));
            halves.add(one);
            if (round % 7 == 0) {
                totals.pack();
                halves.pack();
            }
        }
        for (TimeTotals sum : new TimeTotals[] {totals, halves}) {
            assertThat(sum.measured()).isEqualTo(all.getTotalCount());
            for (double percentile : PERCENTILES) {
                long rank = TimeTotals.rank(percentile, all.getTotalCount());
                assertThat(sum.nanosAtRank(rank)).isEqualTo(all.getValueAtPercentile(percentile));
            }
            for (long bound : new long[] {0, 1_000, 77_777, 5_000_000, 4_000_000_000L}) {
                assertThat(sum.beyond(bound)).isEqualTo(all.getTotalCount() - all.getCountBetweenValues(0, bound));
            }
        }
    }
}
