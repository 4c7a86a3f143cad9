// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.judge.figures.TestIntervals;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;

/** Percentiles of a censored sample (measurement rule M12). */
final class TimeTotalsTest {
    private static final double[] PERCENTILES = {0.1, 1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100};

    @Test
    void m12PercentilesRankCensoredTimesAboveMeasuredTimes() {
        Random random = new Random(20261121);
        for (int trial = 0; trial < 400; trial++) {
            int measured = random.nextInt(trial % 4 == 0 ? 20 : 2_000);
            int censored = random.nextInt(4) == 0 ? random.nextInt(50) : 0;
            check(random, measured, censored);
        }
    }

    private static void check(Random random, int measured, int censored) {
        Histogram histogram = HistogramRange.okHistogram();
        List<Long> sorted = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i < measured; i++) {
            long nanos = (long) (1_000 * Math.exp(random.nextDouble() * 18));
            histogram.recordValue(nanos);
            sorted.add(nanos);
            sum += nanos;
        }
        sorted.sort(null);
        long max = sorted.isEmpty() ? 0 : sorted.getLast();
        long longestCensored = censored == 0 ? 0 : random.nextLong(3_600_000_000_000L);
        TimeTotals times = TestIntervals.ranked(
                histogram, 0, sum, sorted.isEmpty() ? 0 : sorted.getFirst(), max, censored, longestCensored);
        int all = measured + censored;
        for (double percentile : PERCENTILES) {
            Estimate estimate = times.percentile(percentile);
            if (all == 0) {
                assertThat(estimate).isNull();
                continue;
            }
            assertThat(estimate).isNotNull();
            int rank = rank(percentile, all);
            if (percentile == 100) {
                assertThat(estimate).isEqualTo(new Estimate(times.longestNanos(), censored > 0, false));
                continue;
            }
            if (rank > measured) {
                assertThat(estimate.lowerBound()).isTrue();
                assertThat(estimate.nanos()).isEqualTo(Math.max(max, longestCensored));
            } else {
                assertThat(estimate.lowerBound()).isFalse();
                assertThat(estimate.nanos()).isBetween(sorted.getFirst(), max);
                assertThat(histogram.valuesAreEquivalent(estimate.nanos(), sorted.get(rank - 1)))
                        .isTrue();
            }
            assertThat(estimate.lowResolution()).isEqualTo(all - rank < 10);
        }
    }

    /** The least rank whose share of all is at least the percentile, in whole numbers of a thousandth. */
    private static int rank(double percentile, int all) {
        long thousandths = Math.round(percentile * 1_000);
        return (int) Math.max(1, -Math.floorDiv(-thousandths * all, 100_000L));
    }

    @Test
    void m13OverflowIsRankedAboveTheRange() {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValueWithCount(1_000_000, 90);
        long twoHours = 2 * HistogramRange.HIGHEST_NANOS;
        TimeTotals times = TestIntervals.ranked(histogram, 10, 0, 1_000_000, twoHours, 0, 0);
        Estimate p95 = times.percentile(95);
        assertThat(p95).isNotNull();
        assertThat(p95.lowerBound()).isTrue();
        assertThat(p95.nanos()).isGreaterThanOrEqualTo(HistogramRange.HIGHEST_NANOS);
        assertThat(times.longestNanos()).isEqualTo(twoHours);
    }

    @Test
    void longestWaitIncludesCensoredOperations() {
        assertThat(TestIntervals.ranked(TestIntervals.histogram(5_000), 0, 0, 5_000, 5_000, 1, 7_000)
                        .longestNanos())
                .isEqualTo(7_000);
        assertThat(TestIntervals.ranked(TestIntervals.histogram(5_000), 0, 0, 5_000, 5_000, 1, 3_000)
                        .longestNanos())
                .isEqualTo(5_000);
        assertThat(TestIntervals.ranked(TestIntervals.histogram(5_000), 0, 0, 5_000, 5_000, 0, 7_000)
                        .longestNanos())
                .isEqualTo(5_000);
    }

    @Test
    void censoredAndOverflowedTimesExceedEveryBound() {
        TimeTotals times =
                TestIntervals.ranked(TestIntervals.histogram(1_000_000, 2_000_000, 3_000_000), 4, 0, 0, 0, 10, 0);
        assertThat(times.countAbove(2_000_000)).isEqualTo(1 + 4 + 10);
        assertThat(times.countAbove(500_000)).isEqualTo(3 + 4 + 10);
        assertThat(times.countAbove(3_600_000_000_000L)).isEqualTo(4 + 10);
    }

    @Test
    void rankIsTheLowestThatReachesThePercentile() {
        assertThat(TimeTotals.rank(50, 10)).isEqualTo(5);
        assertThat(TimeTotals.rank(50.1, 10)).isEqualTo(6);
        assertThat(TimeTotals.rank(99.9, 1_000)).isEqualTo(999);
        assertThat(TimeTotals.rank(99.9, 1_001)).isEqualTo(1_000);
        assertThat(TimeTotals.rank(100, 1_001)).isEqualTo(1_001);
        assertThat(TimeTotals.rank(0.001, 10)).isEqualTo(1);
    }

    @Test
    void addedTotalsHaveThePercentilesOfOneHistogram() {
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
                assertThat(sum.countAbove(bound)).isEqualTo(all.getTotalCount() - all.getCountBetweenValues(0, bound));
            }
        }
    }
}
