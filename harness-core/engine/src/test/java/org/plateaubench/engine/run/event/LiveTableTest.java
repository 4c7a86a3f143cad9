// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;

/** Several seconds are merged into one line without loss of a count or time. */
final class LiveTableTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private static LiveTable second(int number, long perSecond, long responseNanos, long errors, int users) {
        return second(number, perSecond, responseNanos, 0, errors, users);
    }

    private static LiveTable second(
            int number, long perSecond, long responseNanos, long lagNanos, long errors, int users) {
        Totals totals = new Totals(1);
        totals.add(new LineInterval(
                "put",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                new LineInterval.Counts(perSecond, perSecond, 0, errors, 0, 0, perSecond, 0, 0),
                Map.of(),
                Map.of(),
                times(perSecond, responseNanos),
                null,
                null));
        TimeTotals lag = new TimeTotals();
        lag.add(times(perSecond, lagNanos));
        LiveTable.Row row = new LiveTable.Row(1, "store", totals, lag, lag, users);
        return new LiveTable(number * SECOND, (number + 1) * SECOND, true, List.of(row));
    }

    private static Times times(long count, long nanos) {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValueWithCount(nanos, count);
        return new Times(histogram, count * nanos, nanos, nanos, 0);
    }

    private static double value(LiveTable.Row row, Figure figure) {
        return Objects.requireNonNull(figure.value(row.totals())).number();
    }

    @Test
    void countsRatesAndPercentilesAreMerged() {
        LiveTable all = second(0, 100, MILLI, 30_000, 3)
                .mergedWith(second(1, 10, 9 * MILLI, 73, 5))
                .mergedWith(second(2, 10, 9 * MILLI, 0, 7));
        LiveTable.Row row = all.rows().getFirst();
        assertThat(all.startNanos()).isZero();
        assertThat(all.endNanos()).isEqualTo(3 * SECOND);
        assertThat(value(row, OperationColumns.FAILED)).isEqualTo(30_073);
        assertThat(value(row, OperationColumns.THROUGHPUT)).isCloseTo(40, within(1e-9));
        assertThat(value(row, OperationColumns.P95)).isCloseTo(9, within(0.01));
        assertThat(row.users()).isEqualTo(7);
        assertThat(second(0, 100, MILLI, 0, 3)
                        .mergedWith(second(1, 5, 9 * MILLI, 0, 3))
                        .rows())
                .allSatisfy(mostlyFast ->
                        assertThat(value(mostlyFast, OperationColumns.P95)).isCloseTo(1, within(0.01)));
    }

    /** On event loops, completion lag is measured on operations; with threads, on probes, and does not count. */
    @Test
    void m24HarnessShareUsesTheLagOfOperations() {
        LiveTable.Row row = second(0, 100, 10 * MILLI, 2 * MILLI, 0, 3)
                .mergedWith(second(1, 10, 10 * MILLI, 4 * MILLI, 0, 3))
                .rows()
                .getFirst();
        assertThat(row.p95HarnessShare(Execution.PLATFORM)).isCloseTo(0.4, within(0.001));
        assertThat(row.p95HarnessShare(Execution.EVENT_LOOP)).isCloseTo(0.8, within(0.001));
        assertThat(second(0, 1, 0, MILLI, 0, 3).rows().getFirst().p95HarnessShare(Execution.PLATFORM))
                .isZero();
    }

    @Test
    void workloadThatJoinsLaterIsIncluded() {
        LiveTable none = new LiveTable(0, SECOND, false, List.of());
        LiveTable both = none.mergedWith(second(1, 10, MILLI, 2, 5));
        assertThat(both.complete()).isFalse();
        assertThat(both.rows()).singleElement().satisfies(row -> {
            assertThat(value(row, OperationColumns.FAILED)).isEqualTo(2);
            assertThat(value(row, OperationColumns.THROUGHPUT)).isCloseTo(5, within(1e-9));
        });
    }
}
