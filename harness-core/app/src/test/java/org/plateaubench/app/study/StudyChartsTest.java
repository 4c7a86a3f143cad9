// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.StudyResult.CellResult;
import org.plateaubench.app.study.StudyResult.FigureResult;
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
        StudyResult result = new StudyResult(
                StudyResult.SCHEMA,
                "20261126T020000Z-again-000000",
                "study",
                "again",
                "",
                true,
                "",
                "pass",
                List.of(cells),
                null,
                List.of(),
                0,
                1,
                List.of());
        return StudyCharts.of(result).getFirst();
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
}
