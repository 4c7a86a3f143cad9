// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.StudyResult.CellResult;

/** What results say of the runs that they are made of. */
final class StudyResultTest {
    private static StudyResult of(List<EndedRun> runs) {
        CellResult cell = new CellResult("", Map.of(), "", "", "pass", List.of(), List.of());
        StudyResult stored = new StudyResult(
                StudyResult.SCHEMA,
                "20261126T020000Z-again-000000",
                "trials",
                "again",
                "",
                true,
                "",
                "pass",
                List.of(cell),
                null,
                List.of(),
                0,
                1,
                List.of());
        return stored.again(Map.of("", runs));
    }

    private static EndedRun run(int trial, Outcome outcome, double value) {
        Figure figure = new Figure("store", "", Figure.THROUGHPUT, "/s", value, false, null, 1.0);
        return new EndedRun(
                new Step("", trial, List.of()),
                "run-" + trial,
                outcome,
                1,
                outcome.isEvidence() ? List.of(figure) : List.of(),
                List.of());
    }

    private static List<EndedRun> trials(double... values) {
        List<EndedRun> runs = new ArrayList<>();
        for (double value : values) {
            runs.add(run(runs.size() + 1, Outcome.PASS, value));
        }
        return runs;
    }

    @Test
    void trialsThatDifferByMoreThanChanceWithinThemAreWarnedOf() {
        assertThat(of(trials(100, 101, 100.5)).warnings()).isEmpty();
        assertThat(of(trials(100, 120, 140)).warnings())
                .singleElement()
                .asString()
                .startsWith("The trials differ by more than chance within each of them explains: store throughput.");
    }

    @Test
    void anInvalidTrialIsShownAndInNoFigure() {
        List<EndedRun> runs = trials(100, 101);
        runs.add(1, run(3, Outcome.INVALID, 5_000));
        StudyResult result = of(runs);
        assertThat(result.warnings()).containsExactly("1 of 3 runs were invalid and are in no figure.");
        CellResult cell = result.cells().getFirst();
        assertThat(cell.outcome()).isEqualTo("pass");
        assertThat(cell.trials())
                .extracting(StudyResult.TrialResult::outcome)
                .containsExactly("pass", "invalid", "pass");
        assertThat(cell.figures()).singleElement().satisfies(figure -> {
            assertThat(figure.values().trials()).isEqualTo(2);
            assertThat(figure.values().greatest()).isEqualTo(101);
        });
    }
}
