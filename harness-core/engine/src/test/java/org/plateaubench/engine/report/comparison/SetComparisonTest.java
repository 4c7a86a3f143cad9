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
import org.plateaubench.engine.report.comparison.Finding.Severity;
import org.plateaubench.engine.report.comparison.SetFigure.Result;
import org.plateaubench.engine.report.comparison.text.SetComparisonText;

final class SetComparisonTest {
    @TempDir
    static Path folder;

    /** Three runs of a cache, three more, and three of one that is a fifth slower. */
    private static List<JudgedRun> first;

    private static List<JudgedRun> again;
    private static List<JudgedRun> slower;

    @BeforeAll
    static void makeRuns() {
        first = runs("first", 5, 1);
        again = runs("again", 5, 4);
        slower = runs("slower", 6, 7);
    }

    private static List<JudgedRun> runs(String name, double medianMillis, int seed) {
        return Stream.of(seed, seed + 1, seed + 2)
                .map(each -> ComparedRuns.cache(folder.resolve(name + each), each, medianMillis))
                .toList();
    }

    private static SetFigure figure(SetComparison comparison, String name) {
        return comparison.figures().stream()
                .filter(figure -> figure.line().equals("read") && figure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSlowerSystemIsWorseAndARepetitionShowsNoDifference() {
        SetComparison changed = SetComparison.of(first, slower);
        SetFigure p50 = figure(changed, "p50");
        assertThat(p50.result()).isEqualTo(Result.WORSE);
        assertThat(p50.change()).isBetween(0.15, 0.25);
        assertThat(Objects.requireNonNull(p50.interval()).lower())
                .isPositive()
                .isLessThan(Objects.requireNonNull(p50.difference()));
        assertThat(p50.adjustedPValue()).isGreaterThan(Objects.requireNonNull(p50.pValue()));
        assertThat(Objects.requireNonNull(p50.first()).trials()).isEqualTo(3);
        assertThat(figure(SetComparison.of(slower, first), "p50").result()).isEqualTo(Result.BETTER);

        assertThat(SetComparison.of(first, again).figures())
                .hasSizeGreaterThan(10)
                .extracting(SetFigure::result)
                .containsOnly(Result.NO_DIFFERENCE_SHOWN);
    }

    @Test
    void theMeanOfASetIsThatOfItsRuns() {
        SetComparison comparison = SetComparison.of(first, slower);
        double mean = first.stream()
                .map(run -> ComparedRuns.figure(Comparison.of(List.of(run, run)), "cache", "read", "p95")
                        .values()
                        .getFirst()
                        .value())
                .mapToDouble(Objects::requireNonNull)
                .average()
                .orElseThrow();
        assertThat(Objects.requireNonNull(figure(comparison, "p95").first()).mean())
                .isCloseTo(mean, within(1e-12));
    }

    @Test
    void invalidRunsAreNoEvidenceAndThatIsSaid() {
        List<JudgedRun> spoilt = new ArrayList<>(slower);
        spoilt.set(1, ComparedRuns.invalid(slower.get(1), slower.get(1)));
        SetComparison comparison = SetComparison.of(first, spoilt);
        assertThat(Objects.requireNonNull(figure(comparison, "p50").second()).trials())
                .isEqualTo(2);
        assertThat(ComparedRuns.messages(comparison.findings(), Severity.NOT_COMPARABLE))
                .singleElement()
                .asString()
                .startsWith("Run B2 is invalid, its figures cannot be trusted: ");
        assertThat(ComparedRuns.messages(comparison.findings(), Severity.NOTE)).contains("Of set B 2 of 3 runs count.");

        spoilt.set(0, ComparedRuns.invalid(slower.get(0), slower.get(0)));
        SetComparison single = SetComparison.of(first, spoilt);
        assertThat(single.figures()).extracting(SetFigure::result).containsOnly(Result.NOT_TOLD);
        assertThat(ComparedRuns.messages(single.findings(), Severity.NOT_COMPARABLE))
                .contains("Set B has one run that counts, of 3; a difference needs at least two of each set.");
        assertThat(BaselineCheck.of(single, 5).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(BaselineCheck.of(single, 5).sentences()).isNotEmpty();
    }

    @Test
    void setsThatMixPlansAreFound() {
        JudgedRun other =
                ComparedRuns.cache(folder.resolve("other"), 10, 5, 1, plan -> plan.steady = plan.steady.plusSeconds(5));
        SetComparison comparison = SetComparison.of(List.of(first.get(0), first.get(1), other), slower);
        assertThat(ComparedRuns.messages(comparison.findings(), Severity.LESS_COMPARABLE))
                .anyMatch(message -> message.startsWith("The runs of set A are not alike: their plans differ in "))
                .noneMatch(message -> message.startsWith("The runs of set B are not alike"));
    }

    @Test
    void theCheckFailsBeyondTheToleranceOnly() {
        SetComparison comparison = SetComparison.of(first, slower);
        BaselineCheck strict = BaselineCheck.of(comparison, 5);
        assertThat(strict.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(strict.sentences()).anyMatch(sentence -> sentence.startsWith("cache/read: p50 is "));
        assertThat(BaselineCheck.of(comparison, 40).verdict()).isEqualTo(Verdict.PASS);
        assertThat(BaselineCheck.of(SetComparison.of(first, again), 0).verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void theTextAndTheDocumentSayTestAndCorrection() {
        SetComparison comparison = SetComparison.of(first, slower);
        assertThat(SetComparisonText.of(comparison, 120, TextStyle.PLAIN, false))
                .contains(
                        "A1  ",
                        "B3  ",
                        "May they be compared?",
                        "read p50 ms",
                        "worse",
                        "Welch",
                        "Holm",
                        "95 % interval")
                .doesNotContain("null");
        assertThat(Documents.text(comparison))
                .contains(
                        "\"schema\" : \"plateau.set-comparison/1\"",
                        "\"correction\" : \"Holm\"",
                        "\"result\" : \"worse\"");
    }
}
