// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.histogram;
import static org.plateaubench.engine.judge.figures.TestIntervals.times;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;

/** Counts and exact sums of one line, added up. */
final class TotalsTest {
    private static final LineInterval.Counts ONE = new LineInterval.Counts(100, 50, 20, 10, 5, 3, 48, 8, 900);
    private static final LineInterval.Counts TWO = new LineInterval.Counts(7, 6, 5, 4, 3, 2, 1, 9, 1_000);
    private static final LineInterval.Counts BOTH = new LineInterval.Counts(107, 56, 25, 14, 8, 5, 49, 17, 1_000);

    private final Totals totals = new Totals(10);

    private static LineInterval interval(
            LineInterval.Counts counts, Map<String, Long> errors, Map<String, Long> declined, long nanos) {
        return new LineInterval(
                "read",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                counts,
                errors,
                declined,
                times(nanos, nanos, nanos),
                times(2 * nanos, 2 * nanos, 2 * nanos),
                times(3 * nanos, 3 * nanos, 3 * nanos));
    }

    @Test
    void countsOfIntervalsAreAdded() {
        totals.add(interval(ONE, Map.of("timeout", 1L), Map.of("stock", 4L), 10));
        totals.add(interval(TWO, Map.of("timeout", 2L, "refused", 8L), Map.of("stock", 16L), 100));
        assertThat(totals.counts()).isEqualTo(BOTH);
        assertThat(totals.errorsByClass()).containsOnly(Map.entry("timeout", 3L), Map.entry("refused", 8L));
        assertThat(totals.declinedByReason()).containsOnly(Map.entry("stock", 20L));
        assertThat(totals.response().sumNanos()).isEqualTo(110);
        assertThat(totals.service().sumNanos()).isEqualTo(220);
        assertThat(totals.error().sumNanos()).isEqualTo(330);
    }

    @Test
    void intendedCountsEveryEndedAndUnendedOperation() {
        totals.add(interval(new LineInterval.Counts(0, 1, 2, 4, 8, 16, 0, 0, 0), Map.of(), Map.of(), 1));
        assertThat(totals.intended()).isEqualTo(31);
        totals.add(interval(new LineInterval.Counts(40, 0, 0, 0, 0, 0, 0, 0, 0), Map.of(), Map.of(), 1));
        assertThat(totals.intended()).isEqualTo(40);
    }

    private final TimeTotals sum = new TimeTotals();

    @Test
    void sumsAreAddedAndMinimumAndMaximumAreKept() {
        sum.add(new Times(histogram(100, 600), 1_000, 100, 600, 0));
        sum.add(times(500, 50, 450));
        assertThat(sum.sumNanos()).isEqualTo(1_500);
        assertThat(sum.minNanos()).isEqualTo(50);
        assertThat(sum.longestNanos()).isEqualTo(600);
    }

    @Test
    void sumMayExceedTheRangeOfLong() {
        sum.add(times(Long.MAX_VALUE, 1, 2));
        sum.add(times(Long.MAX_VALUE, 1, 2));
        assertThat(sum.sumNanos()).isEqualTo(2.0 * Long.MAX_VALUE);
    }
}
