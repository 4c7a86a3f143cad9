// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change.Result;
import org.plateaubench.engine.report.comparison.Findings.Effect;

final class SetComparisonTest {
    @TempDir
    static Path folder;

    /** Three runs of a cache, three repeated runs, and three runs that are a fifth slower. */
    private static List<JudgedRun> first;

    private static List<JudgedRun> repetition;
    private static List<JudgedRun> slower;

    @BeforeAll
    static void makeRuns() {
        first = runs("first", 5, 1);
        repetition = runs("again", 5, 4);
        slower = runs("slower", 6, 7);
    }

    private static List<JudgedRun> runs(String name, double medianMillis, int seed) {
        return Stream.of(seed, seed + 1, seed + 2)
                .map(each -> ComparedRuns.cache(folder.resolve(name + each), each, medianMillis))
                .toList();
    }

    private static Comparison compared(List<JudgedRun> baseline, List<JudgedRun> other) {
        return Comparison.of(List.of(baseline, other));
    }

    private static FigureValue value(Comparison comparison, String name) {
        return ComparedRuns.figure(comparison, "cache", "read", name).values().getLast();
    }

    private static Change change(Comparison comparison, String name) {
        return Objects.requireNonNull(value(comparison, name).against());
    }

    private static Stream<Change> tests(Comparison comparison) {
        return comparison.workloads().stream()
                .flatMap(ComparedWorkload::tested)
                .map(figure -> Objects.requireNonNull(figure.values().getLast().against()))
                .filter(change -> change.pValue() != null);
    }

    @Test
    void onlyTheSlowerSystemIsWorse() {
        Comparison changed = compared(first, slower);
        Change p50 = change(changed, "p50");
        assertThat(p50.result()).isEqualTo(Result.WORSE);
        assertThat(p50.share()).isBetween(0.15, 0.25);
        assertThat(Objects.requireNonNull(p50.interval()).lower())
                .isPositive()
                .isLessThan(Objects.requireNonNull(p50.difference()));
        assertThat(p50.adjustedPValue()).isGreaterThan(Objects.requireNonNull(p50.pValue()));
        assertThat(change(compared(slower, first), "p50").result()).isEqualTo(Result.BETTER);

        Comparison repeated = compared(first, repetition);
        assertThat(tests(repeated))
                .hasSizeGreaterThan(10)
                .extracting(Change::result)
                .containsOnly(Result.NO_DIFFERENCE_SHOWN);
        assertThat(tests(repeated)).hasSize(repeated.rule().tests());
    }

    @Test
    void threeSetsAreComparedWithTheFirst() {
        Comparison comparison = Comparison.of(List.of(first, repetition, slower));
        assertThat(ComparedRuns.figure(comparison, "cache", "read", "p50").values().stream()
                        .skip(1)
                        .map(ComparedRuns::result))
                .containsExactly(Result.NO_DIFFERENCE_SHOWN, Result.WORSE);
        assertThat(comparison.rule().tests())
                .isEqualTo(2 * compared(first, repetition).rule().tests());
    }

    @Test
    void setOfOneRunIsNotComparable() {
        Comparison comparison = compared(first.subList(0, 1), slower);
        assertThat(change(comparison, "p50").result()).isEqualTo(Result.NOT_TOLD);
        assertThat(comparison.rule().tests()).isZero();
        assertThat(ComparedRuns.messages(comparison.findings(), Effect.NOT_COMPARABLE))
                .containsExactly("Set A has one run that counts; a difference needs at least two of each set.");
        assertThat(BaselineCheck.of(comparison, 5).verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void setValueIsTheMeanOfTheRuns() {
        double mean = first.stream()
                .map(run ->
                        value(ComparedRuns.compared(List.of(run, run)), "p95").value())
                .mapToDouble(Objects::requireNonNull)
                .average()
                .orElseThrow();
        assertThat(Objects.requireNonNull(value(compared(slower, first), "p95").value()))
                .isCloseTo(mean, within(1e-12));
    }

    @Test
    void invalidRunsAreExcludedAndReported() {
        List<JudgedRun> partlyInvalid = new ArrayList<>(slower);
        partlyInvalid.set(1, ComparedRuns.invalid(slower.get(1), slower.get(1)));
        Comparison comparison = compared(first, partlyInvalid);
        assertThat(ComparedRuns.messages(comparison.findings(), Effect.NOT_COMPARABLE))
                .singleElement()
                .asString()
                .startsWith("Run B2 is invalid, its figures cannot be trusted: ");
        assertThat(ComparedRuns.messages(comparison.findings(), Effect.NOTE)).contains("Of set B 2 of 3 runs count.");

        partlyInvalid.set(0, ComparedRuns.invalid(slower.get(0), slower.get(0)));
        Comparison single = compared(first, partlyInvalid);
        assertThat(change(single, "p50").result()).isEqualTo(Result.NOT_TOLD);
        assertThat(tests(single)).isEmpty();
        assertThat(ComparedRuns.messages(single.findings(), Effect.NOT_COMPARABLE))
                .contains("Set B has one run that counts, of 3; a difference needs at least two of each set.");
        assertThat(BaselineCheck.of(single, 5).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(BaselineCheck.of(single, 5).sentences()).isNotEmpty();
    }

    @Test
    void checkFailsOnlyBeyondTheTolerance() {
        Comparison comparison = compared(first, slower);
        BaselineCheck strict = BaselineCheck.of(comparison, 5);
        assertThat(strict.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(strict.sentences()).anyMatch(sentence -> sentence.startsWith("cache/read: p50 is "));
        assertThat(BaselineCheck.of(comparison, 40).verdict()).isEqualTo(Verdict.PASS);
        assertThat(BaselineCheck.of(compared(first, repetition), 0).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void textAndDocumentNameTestAndCorrection() {
        Comparison comparison = compared(first, slower);
        assertThat(ComparisonText.of(comparison, 120, TextStyle.PLAIN, false))
                .contains("A1  ", "B3  ", "May they be compared?", "p50 ms", "slower", "Welch", "Holm", "95 % interval")
                .doesNotContain("null");
        assertThat(Documents.text(comparison))
                .contains(
                        "\"schema\" : \"plateau.comparison/1\"", "\"correction\" : \"Holm\"", "\"result\" : \"worse\"");
    }
}
