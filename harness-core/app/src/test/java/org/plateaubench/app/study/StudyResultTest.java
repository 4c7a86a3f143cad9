// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.CellResult.FigureResult;
import org.plateaubench.app.study.CellResult.TrialResult;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.ScoreOutcome.TrialScore;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

final class StudyResultTest {
    private static final Map<String, Object> FACTS = Map.of("cache", Map.of("version", "7.0.15", "hz", "10"));
    private static final RunFigure.Key ORDERS = new RunFigure.Key("store", "", "orders", "/min");
    private static final RunFigure.Key THROUGHPUT = new RunFigure.Key("store", "", "throughput", "/s");
    private static final RunFigure.Key PURCHASE = new RunFigure.Key("store", "purchase", "p95", "ms");

    /** The results of trials; the given number of trials was requested. */
    private static StudyResult trials(@Nullable Integer requested, Outcome outcome, List<EndedRun> runs) {
        return of(outcome, List.of(CellResult.of(new Cell("", Map.of(), List.of(), null, ""), requested)), runs);
    }

    private static StudyResult trials(List<EndedRun> runs) {
        return trials(null, Outcome.PASS, runs);
    }

    private static StudyResult of(Outcome outcome, List<CellResult> cells, List<EndedRun> runs) {
        return new StudyResult(
                        StudyResult.SCHEMA,
                        "20261126T020000Z-again-000000",
                        "study",
                        "again",
                        "",
                        true,
                        "",
                        outcome,
                        cells,
                        null,
                        0,
                        1,
                        List.of())
                .with(runs);
    }

    /** A run with one figure, if it is evidence. */
    static EndedRun run(Step step, Outcome outcome, double seconds, RunFigure.Key key, double value) {
        RunFigure figure = new RunFigure(key, value, value >= 1_000, null, 1.0);
        return with(step, outcome, seconds, List.of(figure), null);
    }

    private static EndedRun with(
            Step step, Outcome outcome, double seconds, List<RunFigure> figures, @Nullable ScoreResult score) {
        boolean isEvidence = outcome.isEvidence();
        return new EndedRun(
                step,
                "run-" + step.trial(),
                outcome,
                outcome == Outcome.PASS,
                seconds,
                List.of(),
                isEvidence ? figures : List.of(),
                isEvidence ? FACTS : Map.of(),
                isEvidence ? "version-1" : null,
                score);
    }

    /** The trials of a cell with the values of a figure; from 1,000 on a value is only a lower bound. */
    private static List<EndedRun> runs(String cell, RunFigure.Key key, double... values) {
        List<EndedRun> runs = new ArrayList<>();
        for (double value : values) {
            runs.add(run(new Step(cell, runs.size() + 1, List.of()), Outcome.PASS, 1, key, value));
        }
        return runs;
    }

    /** A study of two cells with these values; the first cell is the baseline. */
    private static StudyResult study(RunFigure.Key key, double[] base, double[] other) {
        List<EndedRun> runs = new ArrayList<>(runs("base", key, base));
        runs.addAll(runs("other", key, other));
        List<CellResult> cells = List.of("base", "other").stream()
                .map(name -> CellResult.of(new Cell(name, Map.of(), List.of(), null, "base"), 2))
                .toList();
        return of(Outcome.PASS, cells, runs);
    }

    private static FigureResult figure(StudyResult result, int cell) {
        return result.cells().get(cell).figures().getFirst();
    }

    @Test
    void differentSoftwareVersionsAreReported() {
        List<EndedRun> runs = runs("", ORDERS, 100, 101);
        assertThat(trials(runs).warnings()).isEmpty();
        EndedRun first = runs.getFirst();
        runs.add(new EndedRun(
                new Step("", 3, List.of()),
                "run-3",
                first.outcome(),
                first.doubts(),
                1,
                List.of(),
                first.figures(),
                first.suts(),
                "version-2",
                null));
        assertThat(trials(runs).warnings())
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning).contains("different versions of Plateau", "./plateau compare run-1 run-3"));
    }

    /** All passed runs of this test passed with doubts. */
    @Test
    void studyPassesWithDoubtsIfItsRunsDo() {
        assertThat(StudyText.of(trials(runs("", ORDERS, 10, 20)), "there"))
                .contains("again: passed with doubts, 2 trials, 2 with doubts\n")
                .endsWith("study passed with doubts  there\n");
        EndedRun failed = run(new Step("", 1, List.of()), Outcome.FAIL, 1, ORDERS, 10);
        assertThat(StudyText.of(trials(List.of(failed)), "there")).endsWith("study failed  there\n");
    }

    @Test
    void wideConfidenceIntervalIsMarked() {
        assertThat(StudyText.of(trials(runs("", ORDERS, 10, 20)), ""))
                .contains(", says little\n", "An interval that says little is");
        assertThat(StudyText.of(trials(runs("", THROUGHPUT, 10, 20)), ""))
                .as("throughput is shown only in the page")
                .doesNotContain("says little");
        assertThat(StudyText.of(trials(runs("", ORDERS, 100, 101)), ""))
                .contains("95 % interval")
                .doesNotContain("says little");
    }

    @Test
    void valuesHaveConfidenceIntervalAndRatio() {
        StudyResult study = study(PURCHASE, new double[] {100, 102}, new double[] {200, 230});
        assertThat(StudyText.of(study, "there"))
                .contains("store purchase p95  215 ms, from 200 to 230", "95 % interval 88.6 to 522", ", 2.13 of its");
        assertThat(figure(study, 1).ofBaseline()).isCloseTo(215 / 101.0, within(1e-9));
        assertThat(figure(study, 1).ofBaselineInterval()).isNotNull();
        assertThat(figure(study, 0).ofBaseline()).as("the baseline itself").isNull();
    }

    @Test
    void boundHasNoConfidenceInterval() {
        StudyResult study = study(PURCHASE, new double[] {100, 102}, new double[] {1_000, 1_200});
        assertThat(StudyText.of(study, "there"))
                .contains("at least 1 100 ms, from 1 000 to 1 200", ", at least 10.9 of its baseline")
                .doesNotContain("%, 95 % interval 1");
        assertThat(figure(study, 1).ofBaselineInterval()).isNull();
    }

    @Test
    void ratioIsOmittedUnlessBaselinePassed() {
        for (Outcome outcome : List.of(Outcome.FAIL, Outcome.INVALID, Outcome.NOT_CARRIED_OUT)) {
            List<EndedRun> runs = new ArrayList<>(runs("base", PURCHASE, 100));
            runs.add(run(new Step("base", 2, List.of()), outcome, 1, PURCHASE, 102));
            runs.addAll(runs("other", PURCHASE, 200, 230));
            List<CellResult> cells = Stream.of("base", "other")
                    .map(name -> CellResult.of(new Cell(name, Map.of(), List.of(), null, "base"), 2))
                    .toList();
            StudyResult study = of(Outcome.PASS, cells, runs);
            assertThat(figure(study, 1).ofBaseline()).as(outcome.label()).isNull();
            assertThat(StudyText.of(study, "there"))
                    .doesNotContain("of its baseline")
                    .contains("There is no ratio to the baseline 'base', whose outcome is " + outcome.word());
        }
    }

    @Test
    void ratioIsOmittedIfBaselineIsBound() {
        StudyResult study = study(PURCHASE, new double[] {100, 1_002}, new double[] {200, 230});
        assertThat(StudyText.of(study, "there")).doesNotContain("of its baseline");
        assertThat(figure(study, 1).ofBaseline()).isNull();
        assertThat(figure(study, 1).ofBaselineInterval()).isNull();
    }

    /** Two workloads, each alone and both at once; the given values are of the left one when both run. */
    private static StudyResult neighbours(double[] leftWithRight) {
        RunFigure.Key left = new RunFigure.Key("left", "all", "p95", "ms");
        RunFigure.Key right = new RunFigure.Key("right", "all", "p95", "ms");
        List<EndedRun> runs = new ArrayList<>(runs("left", left, 9, 11));
        runs.addAll(runs("right", right, 20, 20));
        for (int i = 0; i < leftWithRight.length; i++) {
            List<RunFigure> both = List.of(
                    new RunFigure(left, leftWithRight[i], leftWithRight[i] >= 1_000, null, null),
                    new RunFigure(right, 20, false, null, null));
            runs.add(with(new Step("left + right", i + 1, List.of()), Outcome.PASS, 1, both, null));
        }
        List<CellResult> cells = List.of("left", "right", "left + right").stream()
                .map(name -> CellResult.of(new Cell(name, Map.of(), List.of(), null, Cell.EACH_ALONE), 2))
                .toList();
        return of(Outcome.PASS, cells, runs);
    }

    @Test
    void workloadIsComparedWithSoloRun() {
        StudyResult study = neighbours(new double[] {14, 16});
        assertThat(figure(study, 0).ofBaseline()).isNull();
        FigureResult left = figure(study, 2);
        assertThat(left.ofBaseline()).isEqualTo(1.5);
        assertThat(study.cells().get(2).figures().get(1).ofBaseline()).isEqualTo(1);
        // The means have relative errors of 1/10 and 1/15, so Welch's law has 1.742 degrees of freedom.
        ConfidenceInterval interval = Objects.requireNonNull(left.ofBaselineInterval());
        assertThat(Math.sqrt(interval.lower() * interval.upper())).isCloseTo(1.5, within(1e-9));
        assertThat(Math.log(interval.upper() / 1.5) / Math.hypot(0.1, 1 / 15.0))
                .as("between the quantiles of two degrees of freedom and one")
                .isBetween(4.303, 12.706);
        assertThat(StudyText.of(study, ""))
                .contains(", 1.50 times that alone, 95 % interval")
                .contains(", 1 times that alone\n");
        assertThat(StudyText.of(neighbours(new double[] {2_000, 2_000}), ""))
                .contains(", at least 200 times that alone\n");
    }

    @Test
    void invalidTrialIsExcludedFromFigures() {
        List<EndedRun> runs = runs("", THROUGHPUT, 100, 101);
        runs.add(1, run(new Step("", 3, List.of()), Outcome.INVALID, 1, THROUGHPUT, 5_000));
        StudyResult result = trials(runs);
        assertThat(result.warnings()).containsExactly("1 of 3 runs were invalid and count in no figure.");
        CellResult cell = result.cells().getFirst();
        assertThat(cell.outcome()).isEqualTo(Outcome.PASS);
        assertThat(cell.trials())
                .extracting(TrialResult::outcome)
                .containsExactly(Outcome.PASS, Outcome.INVALID, Outcome.PASS);
        TrialFigures values = figure(result, 0).values();
        assertThat(values.trials()).isEqualTo(2);
        assertThat(values.greatest()).isEqualTo(101);
    }

    static ScoreResult score(String verdict, double number) {
        boolean isPass = verdict.equals("pass");
        return new ScoreResult(
                new ScoreOutcome.Reference("lab", "0123456789abcdef"),
                isPass ? ScoreOutcome.State.COUNTS : ScoreOutcome.State.STRUCK,
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
        String verdict = outcome == Outcome.NOT_CARRIED_OUT ? "fail" : outcome.label();
        RunFigure figure = new RunFigure(THROUGHPUT, 100, false, null, null);
        return with(new Step("", trial, List.of()), outcome, 1, List.of(figure), score(verdict, number));
    }

    @Test
    void trialScoreIsStoredAndPrinted() {
        StudyResult result = trials(List.of(scored(1, Outcome.PASS, 2), scored(2, Outcome.PASS, 2.2)));
        assertThat(Documents.read(Documents.text(result), StudyResult.class)).isEqualTo(result);
        assertThat(result.cells().getFirst().suts()).isEqualTo(FACTS);
        TrialScore score = Objects.requireNonNull(result.cells().getFirst().score());
        assertThat(score.value()).isEqualTo(2.1);
        assertThat(StudyText.of(result, "there"))
                .contains("  score  2.10 @ 1 tile, class standard, passed, against lab");
    }

    private static TrialScore scoreOf(StudyResult result) {
        return Objects.requireNonNull(result.cells().getFirst().score());
    }

    @Test
    void failedTrialStrikesTheScore() {
        TrialScore struck = scoreOf(trials(List.of(scored(1, Outcome.PASS, 2), scored(2, Outcome.FAIL, 2.2))));
        assertThat(struck.value()).isNull();
        assertThat(struck.struckValue()).isEqualTo(2.1);
        TrialScore none = scoreOf(trials(List.of(scored(1, Outcome.PASS, 2), scored(2, Outcome.NOT_CARRIED_OUT, 2.2))));
        assertThat(none.state()).isEqualTo(ScoreOutcome.State.NOT_SCORED);
        assertThat(none.reasons()).containsExactly("trial 2 could not be carried out");
    }

    @Test
    void tooFewValidTrialsGiveNoScore() {
        StudyResult tooFew =
                trials(3, Outcome.PASS, List.of(scored(1, Outcome.INVALID, 9), scored(2, Outcome.PASS, 2)));
        assertThat(tooFew.cells().getFirst().outcome()).isEqualTo(Outcome.INVALID);
        assertThat(scoreOf(tooFew).state()).isEqualTo(ScoreOutcome.State.NOT_SCORED);
        assertThat(scoreOf(tooFew).value()).isNull();
        assertThat(scoreOf(tooFew).reasons()).containsExactly("there is one valid trial of the 3 that were requested");

        StudyResult sufficient = trials(
                2,
                Outcome.PASS,
                List.of(scored(1, Outcome.INVALID, 9), scored(2, Outcome.PASS, 2), scored(3, Outcome.PASS, 2.2)));
        assertThat(sufficient.cells().getFirst().outcome()).isEqualTo(Outcome.PASS);
        assertThat(scoreOf(sufficient).value()).isEqualTo(2.1);
    }

    /** An interrupted study and a running study leave a cell that has only valid trials. */
    @Test
    void tooFewTrialsDoNotPass() {
        List<EndedRun> oneRun = List.of(scored(1, Outcome.PASS, 2));
        StudyResult ended = trials(3, Outcome.PASS, oneRun);
        assertThat(ended.cells().getFirst().outcome()).isEqualTo(Outcome.INVALID);
        assertThat(ended.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(trials(3, Outcome.PASS, List.of(scored(1, Outcome.FAIL, 2))).outcome())
                .isEqualTo(Outcome.FAIL);
        assertThat(trials(1, Outcome.PASS, oneRun).outcome()).isEqualTo(Outcome.PASS);

        StudyResult unfinished = trials(3, Outcome.RUNNING, oneRun);
        assertThat(unfinished.cells().getFirst().outcome()).isEqualTo(Outcome.RUNNING);
        assertThat(unfinished.outcome()).isEqualTo(Outcome.RUNNING);
    }
}
