// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change.Result;
import org.plateaubench.engine.report.comparison.Findings.ComparedSet;
import org.plateaubench.engine.report.comparison.Findings.Finding;
import org.plateaubench.engine.report.comparison.JudgedRun.Spreads;

/**
 * Checks whether runs or sets of runs are as good as their baseline, which is the first of a comparison. A figure is
 * worse if chance does not explain its change and the change exceeds the tolerance. Immutable.
 *
 * @param verdict fail when a figure is worse; invalid when the runs may not be compared, or when no difference between
 *     a run or set and the baseline can be distinguished from chance; otherwise pass
 */
public record BaselineCheck(Verdict verdict, List<String> sentences) {
    private static final double PERCENT = 100;
    private static final Set<Result> CONCLUSIVE = EnumSet.of(Result.BETTER, Result.WORSE, Result.NO_DIFFERENCE_SHOWN);

    /** {@code tolerancePercent} of the first set's value is an accepted change for the worse, 0 or more. */
    public static BaselineCheck of(Comparison comparison, double tolerancePercent) {
        List<String> obstacles = comparison.findings().stream()
                .filter(finding -> finding.severity() == Findings.Effect.NOT_COMPARABLE)
                .map(Finding::message)
                .toList();
        if (!comparison.sets().stream().allMatch(ComparedSet::isEnough)) {
            return new BaselineCheck(Verdict.INVALID, obstacles);
        }
        List<String> worse = new ArrayList<>();
        List<String> inconclusive = new ArrayList<>();
        for (int set = 1; set < comparison.sets().size(); set++) {
            worse.addAll(worse(comparison, set, tolerancePercent));
            if (!isConclusive(comparison, set)) {
                inconclusive.addAll(obstacles.isEmpty() ? List.of(inconclusive(comparison, set)) : obstacles);
            }
        }
        return !worse.isEmpty()
                ? new BaselineCheck(Verdict.FAIL, worse)
                : new BaselineCheck(
                        inconclusive.isEmpty() ? Verdict.PASS : Verdict.INVALID,
                        inconclusive.stream().distinct().toList());
    }

    private static boolean isConclusive(Comparison comparison, int set) {
        boolean isBaselineItself = !comparison.isOfSets()
                && comparison
                        .runs()
                        .get(set)
                        .id()
                        .equals(comparison.runs().getFirst().id());
        return isBaselineItself
                || comparison.workloads().stream()
                        .flatMap(ComparedWorkload::tested)
                        .filter(figure -> figure.definition().better() != null)
                        .map(figure -> figure.values().get(set).against())
                        .anyMatch(change -> change != null && CONCLUSIVE.contains(change.result()));
    }

    private static String inconclusive(Comparison comparison, int set) {
        return (comparison.sets().get(set).runs() == 1 ? "Run " : "Set ")
                + comparison.sets().get(set).label() + " and "
                + comparison.sets().getFirst().words() + " do not distinguish any figure from chance: "
                + (comparison.isOfSets()
                        ? "the values of each figure have no scatter."
                        : "both need steady windows of " + Figures.text(Spreads.BLOCKS * Spreads.MIN_BLOCK_SECONDS, "s")
                                + " or more, and enough operations in each tenth of them.");
    }

    private static List<String> worse(Comparison comparison, int set, double tolerancePercent) {
        List<String> sentences = new ArrayList<>();
        for (ComparedWorkload workload : comparison.workloads()) {
            for (ComparedWorkload.Line line : workload.lines()) {
                for (ComparedFigure figure : line.figures()) {
                    Change change = figure.values().get(set).against();
                    if (change != null
                            && change.result() == Result.WORSE
                            && exceeds(change.share(), tolerancePercent)) {
                        sentences.add(workload.name() + "/" + Words.of(line.name()) + ": "
                                + sentence(comparison, figure, set, change));
                    }
                }
            }
        }
        return sentences;
    }

    private static boolean exceeds(@Nullable Double share, double tolerancePercent) {
        return share == null || PERCENT * Math.abs(share) > tolerancePercent;
    }

    private static String sentence(Comparison comparison, ComparedFigure figure, int set, Change change) {
        Double share = change.share();
        Double probability = change.adjustedPValue();
        return Words.of(figure.definition().name()).replace('_', '.') + " is " + text(comparison, figure, set)
                + " and was "
                + text(comparison, figure, 0)
                + (share == null ? "" : String.format(Locale.ROOT, " (%+.1f%%)", PERCENT * share))
                + (probability == null
                        ? ", which is more than the variation between runs."
                        : String.format(
                                Locale.ROOT,
                                "; chance alone differs as much with a probability of %.2g (corrected for all tests).",
                                probability));
    }

    private static String text(Comparison comparison, ComparedFigure figure, int set) {
        double value = Objects.requireNonNull(figure.values().get(set).value());
        return Figures.text(value, figure.definition().unit()) + " in "
                + comparison.sets().get(set).words();
    }
}
