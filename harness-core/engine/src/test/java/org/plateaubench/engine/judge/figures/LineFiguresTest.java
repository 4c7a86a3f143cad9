// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.HandMade.histogram;
import static org.plateaubench.engine.judge.figures.HandMade.times;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** Figures of a line, and of several as one. */
final class LineFiguresTest {
    private static final LineInterval.Counts COUNTS = new LineInterval.Counts(9, 1, 2, 3, 1, 1, 1, 4, 70_000);

    private static LineFigures line(String name, long nanos, long failing) {
        LineTotals totals = new LineTotals(name, LineInterval.Kind.OPERATION);
        totals.add(new LineInterval(
                name,
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                COUNTS,
                Map.of("timeout", 3L),
                Map.of("stock", 2L),
                times(nanos, nanos, nanos),
                times(2 * nanos, 2 * nanos, 2 * nanos),
                times(3 * nanos, 3 * nanos, 3 * nanos)));
        return new LineFigures(totals, histogram(nanos), histogram(2 * nanos), histogram(3 * nanos), failing);
    }

    @Test
    void onlyResponseTimesRankTheCensored() {
        LineFigures line = line("read", 10_000, 5);
        assertThat(line.name()).isEqualTo("read");
        assertThat(line.kind()).isEqualTo(LineInterval.Kind.OPERATION);
        assertThat(line.errorsByClass()).containsExactly(Map.entry("timeout", 3L));
        assertThat(line.declinedByReason()).containsExactly(Map.entry("stock", 2L));
        assertThat(line.responseTimes())
                .isEqualTo(new RankedTimes(line.responses(), 0, 10_000, 10_000, 10_000, 4, 70_000));
        assertThat(line.serviceTimes()).isEqualTo(new RankedTimes(line.services(), 0, 20_000, 20_000, 20_000, 0, 0));
        assertThat(line.errorTimes()).isEqualTo(new RankedTimes(line.failures(), 0, 30_000, 30_000, 30_000, 0, 0));
    }

    @Test
    void severalLinesAreAddedAndTheirTimesMerged() {
        LineFigures all = LineFigures.merge(
                "all", LineInterval.Kind.OPERATION, List.of(line("read", 10_000, 5), line("write", 50_000, 7)));
        assertThat(all.name()).isEqualTo("all");
        assertThat(all.totals().counts().declined()).isEqualTo(4);
        assertThat(all.responseTimes().sumNanos()).isEqualTo(60_000);
        assertThat(all.responses()).isEqualTo(histogram(10_000, 50_000));
        assertThat(all.services()).isEqualTo(histogram(20_000, 100_000));
        assertThat(all.failures()).isEqualTo(histogram(30_000, 150_000));
        assertThat(all.longestFailingNanos()).isZero();
    }

    @Test
    void histogramsAreMergedAsTheyAreAndThePartsStay() {
        Histogram first = histogram(5_000);
        Histogram second = HistogramRange.errorHistogram();
        second.recordValue(7_000_000_000_000L / 2);
        Histogram sum = LineFigures.merged(List.of(HistogramRange.okHistogram(), first, second));
        assertThat(sum.getTotalCount()).isEqualTo(2);
        assertThat(first.getTotalCount()).isEqualTo(1);
        assertThat(sum.getNumberOfSignificantValueDigits()).isEqualTo(3);
        assertThat(LineFigures.merged(List.of()).getTotalCount()).isZero();
    }

    @Test
    void aHistogramThatIsTooNarrowGrows() {
        Histogram narrow = new Histogram(1_000, 1_000_000, 3);
        narrow.recordValue(5_000);
        assertThat(LineFigures.merged(List.of(narrow, histogram(3_000_000_000L)))
                        .getTotalCount())
                .isEqualTo(2);
    }

    @Test
    void lagsAreMergedLikewise() {
        TimesSum one = new TimesSum();
        one.add(times(10_000, 10_000, 10_000));
        TimesSum two = new TimesSum();
        two.add(times(40_000, 40_000, 40_000));
        RankedTimes times = LagFigures.merge(
                        List.of(new LagFigures(one, histogram(10_000)), new LagFigures(two, histogram(40_000))))
                .times();
        assertThat(times).isEqualTo(new RankedTimes(histogram(10_000, 40_000), 0, 50_000, 10_000, 40_000, 0, 0));
    }
}
