// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.page.StudyPage;
import org.plateaubench.app.study.page.StudyText;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.FigureResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.result.StudyResultTest;
import org.plateaubench.app.study.run.Interference;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/** What a reader is told of values that are only known to be at least what they are: no interval, and no ratio as if known. */
final class StudyBoundsTest {
    private static final ConfidenceInterval OF_RATIO = new ConfidenceInterval(1.75, 2.25, 0.95);

    private static CellResult cell(String name, boolean isBound, double... values) {
        boolean isBaseline = name.equals("base");
        FigureResult figure = new FigureResult(
                "store",
                "purchase",
                "p95",
                "ms",
                null,
                isBound,
                TrialFigures.of(values, new double[0]),
                isBaseline ? null : Double.valueOf(2.125),
                isBaseline ? null : OF_RATIO);
        return new CellResult(name, Map.of(), "", "base", "fail", List.of(), List.of(figure), null, null, 2);
    }

    private static StudyResult study(CellResult... cells) {
        return StudyResultTest.made(
                "study",
                "fail",
                List.of(cells),
                List.of(
                        new Interference.SlowDown("store", "all", "cache", "p95", 10, 21, false, 2.1, OF_RATIO),
                        new Interference.SlowDown("cache", "all", "store", "p95", 10, 40, true, 4, OF_RATIO)));
    }

    @Test
    void knownValuesHaveIntervalAndRatio() {
        StudyResult study = study(cell("base", false, 100, 102), cell("other", false, 200, 230));
        assertThat(StudyText.of(study, "there"))
                .contains("store purchase p95  215 ms, from 200 to 230", "95 % interval 88.6 to 522", ", 2.13 of its");
        assertThat(StudyPage.of(study)).contains("2.13 (1.75 to 2.25)");
        assertThat(StudyFiles.figures(study)).contains(",2.12500,1.75000,2.25000,false");
    }

    @Test
    void aBoundHasNoIntervalAndItsRatioIsOneToo() {
        StudyResult study = study(cell("base", false, 100, 102), cell("other", true, 200, 230));
        assertThat(StudyText.of(study, "there"))
                .contains("at least 215 ms, from 200 to 230", ", at least 2.13 of its baseline")
                .doesNotContain("88.6");
        assertThat(StudyPage.of(study)).contains("≥ 215", "≥ 2.13").doesNotContain("88.6", "(1.75");
        assertThat(StudyFiles.figures(study)).contains(",,,2.12500,,,true").doesNotContain("1.75");
    }

    @Test
    void thereIsNoRatioToABound() {
        StudyResult study = study(cell("base", true, 100, 102), cell("other", false, 200, 230));
        assertThat(StudyText.of(study, "there")).doesNotContain("of its baseline");
        assertThat(StudyPage.of(study)).doesNotContain("2.13", "(1.75");
        assertThat(StudyFiles.figures(study)).doesNotContain("2.125", "1.75,");
    }

    @Test
    void aSlowDownThatIsABoundHasNoInterval() {
        assertThat(StudyText.of(study(), "there"))
                .contains("store beside cache: p95 2.10 times that alone, 95 % interval 1.75 to 2.25")
                .contains("cache beside store: p95 at least 4.00 times that alone\n");
    }
}
