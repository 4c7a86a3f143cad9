// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.page.StudyPage;
import org.plateaubench.app.study.page.StudyText;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.app.study.run.Interference;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.app.study.run.Step;
import org.plateaubench.app.study.run.SutFacts;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.score.ScoreResult;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/** What results say of the runs that they are made of. */
public final class StudyResultTest {
    private static final SutFacts FACTS = new SutFacts(Map.of("cache", Map.of("version", "7.0.15", "hz", "10")));

    private static StudyResult of(List<EndedRun> runs) {
        return of("pass", runs, null);
    }

    /** The results of runs of which so many were requested. */
    private static StudyResult wanted(int trials, List<EndedRun> runs) {
        return wanted("pass", trials, runs);
    }

    private static StudyResult wanted(String outcome, int trials, List<EndedRun> runs) {
        return of(outcome, runs, trials);
    }

    private static StudyResult of(String outcome, List<EndedRun> runs, @Nullable Integer wanted) {
        CellResult cell = new CellResult("", Map.of(), "", "", "pass", List.of(), List.of(), null, null, wanted);
        return ofStored(outcome, cell).again(Map.of("", runs));
    }

    /** A result without trials, which is complete. */
    public static StudyResult made(
            String kind, String outcome, List<CellResult> cells, List<Interference.SlowDown> slowDowns) {
        return new StudyResult(
                StudyResult.SCHEMA,
                "20261126T020000Z-again-000000",
                kind,
                "again",
                "",
                true,
                "",
                outcome,
                cells,
                null,
                slowDowns,
                0,
                1,
                List.of());
    }

    private static StudyResult ofStored(String outcome, CellResult cell) {
        return made("trials", outcome, List.of(cell), List.of());
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

    /** Trials whose headline figure has these values. */
    private static List<EndedRun> orders(double... values) {
        List<EndedRun> runs = new ArrayList<>();
        for (double value : values) {
            Figure figure = new Figure("store", "", "orders", "orders/min", value, false, null, null);
            int trial = runs.size() + 1;
            runs.add(new EndedRun(
                    new Step("", trial, List.of()), "run-" + trial, Outcome.PASS, 1, List.of(figure), List.of()));
        }
        return runs;
    }

    private static List<EndedRun> trials(double... values) {
        List<EndedRun> runs = new ArrayList<>();
        for (double value : values) {
            runs.add(run(runs.size() + 1, Outcome.PASS, value));
        }
        return runs;
    }

    @Test
    void anIntervalThatIsWiderThanTwiceItsMeanIsSaidToSayLittle() {
        StudyResult scattered = of(orders(10, 20));
        assertThat(StudyText.of(scattered, "")).contains(", says little\n", "An interval that says little is");
        assertThat(StudyPage.of(scattered)).contains(", says little<td", "An interval that says little is");
        assertThat(StudyText.of(of(trials(10, 20)), ""))
                .as("throughput is in the page only")
                .doesNotContain("says little");
        StudyResult slowed = slowed(1.5, new ConfidenceInterval(0.2, 11, 0.95));
        assertThat(StudyText.of(slowed, "")).contains(", says little\n", "An interval that says little is");
        assertThat(StudyText.of(slowed(1.5, new ConfidenceInterval(1.4, 1.6, 0.95)), ""))
                .contains("1.50 times that alone")
                .doesNotContain("says little");
        StudyResult alike = of(orders(100, 101));
        assertThat(StudyText.of(alike, "")).contains("95 % interval").doesNotContain("says little");
        assertThat(StudyPage.of(alike)).doesNotContain("says little");
    }

    private static StudyResult slowed(double slowDown, ConfidenceInterval interval) {
        return made(
                "interference",
                "pass",
                List.of(),
                List.of(new Interference.SlowDown("a", Figure.ALL, "b", "p95", 10, 15, false, slowDown, interval)));
    }

    /** The mean of the other cell is narrow, but its ratio to one that scatters is not. */
    @Test
    void aRatioToAScatteredBaselineIsSaidToSayLittle() {
        assertThat(StudyPage.of(ofBaseline(new ConfidenceInterval(0.1, 9, 0.95))))
                .contains(", says little)<", "An interval that says little is");
        assertThat(StudyPage.of(ofBaseline(new ConfidenceInterval(1.9, 2.1, 0.95))))
                .contains("2.00 (1.90 to 2.10)")
                .doesNotContain("says little");
    }

    private static StudyResult ofBaseline(ConfidenceInterval ofRatio) {
        TrialFigures values = TrialFigures.of(new double[] {100, 101}, new double[0]);
        CellResult cell = new CellResult(
                "other",
                Map.of(),
                "",
                "base",
                "pass",
                List.of(),
                List.of(new FigureResult("store", "", "orders", "/s", null, false, values, 2.0, ofRatio)),
                null,
                null,
                1);
        return made("study", "pass", List.of(cell), List.of());
    }

    /** A run that could not be read when it ended, and whose folder can be read by now. */
    @Test
    void softwareIsRequiredOfTrialsOnlyThatAreEvidence() {
        Map<String, String> software = Map.of("jars of Plateau", "ab");
        for (Outcome outcome : Outcome.values()) {
            EndedRun run = run(1, outcome, 10).madeWith(software);
            CellResult stored = of(List.of(run(1, outcome, 10))).cells().getFirst();
            CellResult again = ofStored("pass", stored)
                    .again(Map.of("", List.of(run)))
                    .cells()
                    .getFirst();
            assertThat(again.trials().getFirst().software())
                    .as(outcome.label())
                    .isEqualTo(outcome.isEvidence() ? software : null);
        }
    }

    @Test
    void anInvalidTrialIsShownAndInNoFigure() {
        List<EndedRun> runs = trials(100, 101);
        runs.add(1, run(3, Outcome.INVALID, 5_000));
        StudyResult result = of(runs);
        assertThat(result.warnings()).containsExactly("1 of 3 runs were invalid and count in no figure.");
        CellResult cell = result.cells().getFirst();
        assertThat(cell.outcome()).isEqualTo("pass");
        assertThat(cell.trials()).extracting(TrialResult::outcome).containsExactly("pass", "invalid", "pass");
        assertThat(cell.figures()).singleElement().satisfies(figure -> {
            assertThat(figure.values().trials()).isEqualTo(2);
            assertThat(figure.values().greatest()).isEqualTo(101);
        });
    }

    public static ScoreResult score(String verdict, double number) {
        boolean isPass = verdict.equals("pass");
        return new ScoreResult(
                new ScoreResult.Reference("lab", "0123456789abcdef"),
                isPass ? ScoreResult.State.COUNTS : ScoreResult.State.STRUCK,
                "about one",
                isPass ? number : null,
                isPass ? null : number,
                "standard",
                verdict,
                1,
                isPass ? List.of() : List.of("It is too slow."),
                null,
                number,
                null,
                1,
                0,
                null,
                List.of(),
                List.of(),
                List.of());
    }

    private static EndedRun scored(int trial, Outcome outcome, double number) {
        EndedRun run = run(trial, outcome, 100);
        String verdict = outcome == Outcome.NOT_CARRIED_OUT ? "fail" : outcome.label();
        return new EndedRun(
                run.step(), run.runId(), outcome, 1, run.figures(), List.of(), FACTS, score(verdict, number), null);
    }

    @Test
    void theScoreOfTrialsIsInTheirResultsAndInTheirWords() {
        StudyResult result = of(List.of(scored(1, Outcome.PASS, 2), scored(2, Outcome.PASS, 2.2)));
        assertThat(Documents.read(Documents.text(result), StudyResult.class)).isEqualTo(result);
        assertThat(result.cells().getFirst().suts()).isEqualTo(FACTS);
        TrialScore score = Objects.requireNonNull(result.cells().getFirst().score());
        assertThat(score.value()).isEqualTo(2.1);
        assertThat(StudyText.of(result, "there")).contains("  score  2.10 @ 1 tile, class standard, pass, against lab");
        assertThat(StudyPage.of(result)).contains("<h2>Score</h2><p>2.10 @ 1 tile, class standard, pass");
    }

    @Test
    void aScoreIsStruckByATrialThatFailsAndIsNotGivenWhereOneWasNotCarriedOut() {
        TrialScore struck = of(List.of(scored(1, Outcome.PASS, 2), scored(2, Outcome.FAIL, 2.2)))
                .cells()
                .getFirst()
                .score();
        assertThat(Objects.requireNonNull(struck).value()).isNull();
        assertThat(struck.struckValue()).isEqualTo(2.1);
        TrialScore none = of(List.of(scored(1, Outcome.PASS, 2), scored(2, Outcome.NOT_CARRIED_OUT, 2.2)))
                .cells()
                .getFirst()
                .score();
        assertThat(Objects.requireNonNull(none).state()).isEqualTo(ScoreResult.State.NOT_SCORED);
        assertThat(none.reasons()).containsExactly("trial 2 could not be carried out");
    }

    @Test
    void whatSystemsSayOfThemselvesIsShownWhereItDiffers() {
        SutFacts other = Objects.requireNonNull(
                SutFacts.of(Map.of("suts", Map.of("cache", Map.of("version", "8.0.1", "hz", 10, "os", "Linux")))));
        assertThat(SutFacts.differing(List.of(FACTS, other)))
                .isEqualTo(Map.of("cache version", List.of("7.0.15", "8.0.1"), "cache os", List.of("", "Linux")));
        assertThat(SutFacts.of(Map.of())).isNull();
    }

    @Test
    void fewerValidTrialsThanAskedForAreNoPassAndHaveNoScore() {
        CellResult few = wanted(3, List.of(scored(1, Outcome.INVALID, 9), scored(2, Outcome.PASS, 2)))
                .cells()
                .getFirst();
        assertThat(few.outcome()).isEqualTo("invalid");
        TrialScore none = Objects.requireNonNull(few.score());
        assertThat(none.state()).isEqualTo(ScoreResult.State.NOT_SCORED);
        assertThat(none.value()).isNull();
        assertThat(none.reasons()).containsExactly("there is one valid trial of the 3 that were asked for");

        CellResult enough = wanted(
                        2,
                        List.of(
                                scored(1, Outcome.INVALID, 9),
                                scored(2, Outcome.PASS, 2),
                                scored(3, Outcome.PASS, 2.2)))
                .cells()
                .getFirst();
        assertThat(enough.outcome()).isEqualTo("pass");
        assertThat(Objects.requireNonNull(enough.score()).value()).isEqualTo(2.1);
    }

    /** A budget that is over, a user who interrupts, and a study that goes on leave a cell with valid trials only. */
    @Test
    void tooFewTrialsThatPassAreNoPassEither() {
        List<EndedRun> one = List.of(scored(1, Outcome.PASS, 2));
        StudyResult ended = wanted(3, one);
        assertThat(ended.cells().getFirst().outcome()).isEqualTo("invalid");
        assertThat(ended.outcome()).isEqualTo("invalid");
        assertThat(wanted(3, List.of(scored(1, Outcome.FAIL, 2)))
                        .cells()
                        .getFirst()
                        .outcome())
                .isEqualTo("fail");
        assertThat(wanted(1, one).cells().getFirst().outcome()).isEqualTo("pass");
        assertThat(of(one).cells().getFirst().outcome())
                .as("results that do not say how many were wanted")
                .isEqualTo("pass");

        StudyResult goingOn = wanted(CellResult.RUNNING, 3, one);
        assertThat(goingOn.cells().getFirst().outcome()).isEqualTo(CellResult.RUNNING);
        assertThat(goingOn.outcome()).isEqualTo(CellResult.RUNNING);
    }
}
