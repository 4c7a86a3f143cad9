// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;

final class OperationColumnsTest {
    private static final long MILLI = 1_000_000;

    private static Totals totals() {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValueWithCount(2 * MILLI, 90);
        histogram.recordValueWithCount(8 * MILLI, 5);
        Totals totals = new Totals(10);
        totals.add(new LineInterval(
                "buy",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                new LineInterval.Counts(100, 90, 5, 3, 1, 1, 88, 2, 900 * MILLI),
                Map.of("TIMEOUT", 3L),
                Map.of(),
                new Times(histogram, 220 * MILLI, 2 * MILLI, 8 * MILLI, 0),
                null,
                null));
        return totals;
    }

    @Test
    void eachFigureIsComputedFromTotals() {
        assertThat(OperationColumns.in(Figure.View.SUMMARY))
                .extracting(figure -> figure.shortTitle() + " " + figure.text(figure.value(totals())))
                .containsExactly(
                        "count 100",
                        "declined 5",
                        "errors 5",
                        "per s 8.80",
                        "p50 2.00",
                        "p95 8~",
                        "p99 >900~",
                        "max >900");
        assertThat(OperationColumns.ERROR_RATE.text(OperationColumns.ERROR_RATE.value(totals())))
                .isEqualTo("5");
    }

    @Test
    void totalsWithoutOperationsHaveCountsAndNoTimes() {
        Totals none = new Totals(0);
        assertThat(OperationColumns.THROUGHPUT.text(OperationColumns.THROUGHPUT.value(none)))
                .isEqualTo("0");
        assertThat(OperationColumns.P95.value(none)).isNull();
        assertThat(OperationColumns.ERROR_RATE.value(none)).isNull();
    }

    @Test
    void reportsPageListsTheFigures() throws IOException {
        assertThat(Files.readString(Path.of("../../docs/reports.md"))).contains(list());
    }

    /** Service times and times of errors have the figures of response times under other names. */
    private static String list() {
        return OperationColumns.ALL.stream()
                .filter(figure -> figure.section() != Figure.Section.SERVICE_TIMES
                        && figure.section() != Figure.Section.ERROR_TIMES)
                .map(figure -> "- `" + figure.name() + "`: " + figure.sentence() + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void namesAreUnique() {
        List<String> names = OperationColumns.ALL.stream().map(Figure::name).toList();
        assertThat(names).doesNotHaveDuplicates();
    }
}
