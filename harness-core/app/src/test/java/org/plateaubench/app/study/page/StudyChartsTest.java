// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.FigureResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.result.StudyResultTest;
import org.plateaubench.engine.statistics.TrialFigures;

final class StudyChartsTest {
    private static CellResult cell(String name, String baseline, double... rates) {
        List<FigureResult> figures = new ArrayList<>();
        if (rates.length > 0) {
            TrialFigures values = TrialFigures.of(rates, new double[0]);
            Double ofBaseline = name.equals(baseline) ? null : 0.5;
            figures.add(new FigureResult("store", "", "orders", "orders/min", null, false, values, ofBaseline, null));
        }
        return new CellResult(name, Map.of(), "", baseline, "pass", List.of(), figures, null, null, 1);
    }

    private static StudyChart bars(CellResult... cells) {
        return charts(cells).getFirst();
    }

    private static List<StudyChart> charts(CellResult... cells) {
        StudyResult result = StudyResultTest.made("study", "pass", List.of(cells), List.of());
        return StudyCharts.of(result);
    }

    @Test
    void barsAreSharesOfTheirBaselines() {
        StudyChart chart = bars(cell("one", "one", 200), cell("two", "one", 100));
        assertThat(chart.title()).contains("as a share of its baseline");
        assertThat(chart.rows().subList(1, 3))
                .extracting(row -> row.get(0) + " " + row.get(1))
                .containsExactly("one 1.0", "two 0.5");
    }

    /** A rate of 400 would be a bar of 400 among shares of about one. */
    @Test
    void aCellWhoseBaselineHasNoFigureIsInNoPictureOfShares() {
        StudyChart chart = bars(
                cell("one", "one", 200), cell("two", "one", 100), cell("three", "three"), cell("four", "three", 400));
        assertThat(chart.rows().subList(1, chart.rows().size()))
                .extracting(List::getFirst)
                .containsExactly("one", "two");
    }

    private static CellResult ofTiles(int tiles, double rate, double p95) {
        return ofLevel("tiles", String.valueOf(tiles), rate, p95);
    }

    private static CellResult ofLevel(String factor, String level, double rate, double p95) {
        FigureResult latency = new FigureResult(
                "store",
                "buy",
                "p95",
                "ms",
                500.0,
                false,
                TrialFigures.of(new double[] {p95}, new double[0]),
                null,
                null);
        CellResult cell = cell(factor + "=" + level, factor + "=" + level, rate);
        List<FigureResult> figures = new ArrayList<>(cell.figures());
        figures.add(latency);
        return new CellResult(
                cell.name(), Map.of(factor, level), "", cell.baseline(), "pass", List.of(), figures, null, null, 1);
    }

    @Test
    void aCurveIsSetBesideTheScalingOfItsLeastLevel() {
        StudyChart curve = charts(ofTiles(4, 370, 90), ofTiles(1, 100, 50), ofTiles(2, 198, 60)).stream()
                .filter(chart -> chart.section().equals("Scaling"))
                .findFirst()
                .orElseThrow();
        assertThat(curve.title()).endsWith("by tiles; the dashed line is ideal scaling");
        assertThat(curve.svg()).contains("stroke-dasharray", ">4</text>", "4: 370");
        assertThat(curve.rows().subList(1, 4))
                .extracting(row -> row.get(1) + " " + row.get(2) + " " + row.get(5))
                .containsExactly("1.0 100.0 100.0", "2.0 198.0 200.0", "4.0 370.0 400.0");
    }

    @Test
    void levelsOfSeveralUnitsAreNotDrawnByTheirBareNumbers() {
        CellResult one = ofLevel("rate", "2/s", 2, 50);
        assertThat(charts(one, ofLevel("rate", "4/s", 4, 50)))
                .extracting(StudyChart::section)
                .contains("Scaling");
        assertThat(charts(one, ofLevel("rate", "240/min", 4, 50)))
                .extracting(StudyChart::section)
                .doesNotContain("Scaling");
    }

    @Test
    void responseTimesStandBesideTheirLimit() {
        StudyChart latencies = charts(ofTiles(1, 100, 50), ofTiles(2, 198, 600)).getLast();
        assertThat(latencies.section()).isEqualTo("Response time against its limit");
        assertThat(latencies.rows().subList(1, 3))
                .extracting(row -> row.get(1) + " " + row.getLast())
                .containsExactly("50.0 500.0", "600.0 500.0");
    }

    @Test
    void figuresHaveThreeDigitsThatCount() {
        assertThat(List.of(
                        0.0, 0.01234, 0.5, 1.0, 3.9224, 66.23, 132.4, 1_234.4, 0.9996, 9.996, 99.96, 0.9994, 0.09996))
                .extracting(StudyCharts::number)
                .containsExactly(
                        "0", "0.0123", "0.500", "1.00", "3.92", "66.2", "132", "1,234", "1.00", "10.0", "100", "0.999",
                        "0.100");
    }
}
