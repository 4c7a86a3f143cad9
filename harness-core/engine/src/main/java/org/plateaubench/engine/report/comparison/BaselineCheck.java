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
import org.plateaubench.engine.report.comparison.FigureValue.Change;
import org.plateaubench.engine.report.comparison.FigureValue.Change.Result;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * Checks whether runs or sets of runs are as good as their baseline, which is the first one of a comparison. A figure is
 * worse if chance does not explain its change and the change exceeds the tolerance. Immutable.
 *
 * @param verdict fail when a figure is worse; invalid when the runs may not be compared, or a run or set does not
 *     distinguish any of its figures from chance; else pass
 * @param sentences the causes; empty when it passes
 */
public record BaselineCheck(Verdict verdict, List<String> sentences) {
    private static final double PERCENT = 100;
    private static final Set<Result> TOLD = EnumSet.of(Result.BETTER, Result.WORSE, Result.NO_DIFFERENCE_SHOWN);

    /**
     * Checks every set except the first.
     *
     * @param tolerancePercent change for the worse that is accepted, in percent of the first set's value, 0 or more
     */
    public static BaselineCheck of(Comparison comparison, double tolerancePercent) {
        List<String> obstacles = comparison.findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.NOT_COMPARABLE)
                .map(Finding::message)
                .toList();
        if (!comparison.sets().stream().allMatch(ComparedSet::isEnough)) {
            return new BaselineCheck(Verdict.INVALID, obstacles);
        }
        List<String> worse = new ArrayList<>();
        List<String> inconclusive = new ArrayList<>();
        for (int set = 1; set < comparison.sets().size(); set++) {
            Column column = new Column(comparison, set);
            worse.addAll(column.worse(tolerancePercent));
            if (!column.isConclusive()) {
                inconclusive.addAll(obstacles.isEmpty() ? List.of(column.inconclusive()) : obstacles);
            }
        }
        return !worse.isEmpty()
                ? new BaselineCheck(Verdict.FAIL, worse)
                : new BaselineCheck(
                        inconclusive.isEmpty() ? Verdict.PASS : Verdict.INVALID,
                        inconclusive.stream().distinct().toList());
    }

    /** The figures of one set and of the first set. */
    private record Column(Comparison comparison, int set) {
        private @Nullable Change change(ComparedFigure figure) {
            return figure.values().get(set).against();
        }

        private boolean isTold(ComparedFigure figure) {
            Change change = change(figure);
            return figure.head().better() != null && change != null && TOLD.contains(change.result());
        }

        boolean isConclusive() {
            boolean isBaselineItself = !comparison.isOfSets()
                    && comparison
                            .runs()
                            .get(set)
                            .id()
                            .equals(comparison.runs().getFirst().id());
            return isBaselineItself
                    || comparison.workloads().stream()
                            .flatMap(ComparedWorkload::tested)
                            .anyMatch(this::isTold);
        }

        /** The sentence if no figure is distinguished from chance. */
        String inconclusive() {
            String subject = (comparison.sets().get(set).runs() == 1 ? "Run " : "Set ")
                    + comparison.sets().get(set).label() + " and "
                    + comparison.sets().getFirst().words() + " do not distinguish any figure from chance: ";
            return subject
                    + (comparison.isOfSets()
                            ? "the values of each figure have no scatter."
                            : "both need steady windows of "
                                    + Figures.text(Spreads.BLOCKS * Spreads.MIN_BLOCK_SECONDS, "s")
                                    + " or more, and enough operations in each tenth of them.");
        }

        List<String> worse(double tolerancePercent) {
            List<String> sentences = new ArrayList<>();
            for (ComparedWorkload workload : comparison.workloads()) {
                for (ComparedWorkload.Line line : workload.lines()) {
                    line.figures().stream()
                            .filter(figure -> isWorse(figure, tolerancePercent))
                            .map(figure -> workload.name() + "/" + Words.of(line.name()) + ": " + sentence(figure))
                            .forEach(sentences::add);
                }
            }
            return sentences;
        }

        private boolean isWorse(ComparedFigure figure, double tolerancePercent) {
            Change change = change(figure);
            Double share = change == null ? null : change.share();
            return change != null
                    && change.result() == Result.WORSE
                    && (share == null || PERCENT * Math.abs(share) > tolerancePercent);
        }

        private String sentence(ComparedFigure figure) {
            FigureValue first = figure.values().getFirst();
            FigureValue value = figure.values().get(set);
            Change change = Objects.requireNonNull(value.against());
            Double share = change.share();
            return String.format(
                            Locale.ROOT,
                            "%s is %s in %s and was %s in %s%s",
                            Words.of(figure.head().name()).replace('_', '.'),
                            Figures.text(
                                    Objects.requireNonNull(value.value()),
                                    figure.head().unit()),
                            comparison.sets().get(set).words(),
                            Figures.text(
                                    Objects.requireNonNull(first.value()),
                                    figure.head().unit()),
                            comparison.sets().getFirst().words(),
                            share == null ? "" : String.format(Locale.ROOT, " (%+.1f%%)", PERCENT * share))
                    + evidence(change, first.trials(), value.trials());
        }

        private static String evidence(Change change, @Nullable TrialFigures first, @Nullable TrialFigures second) {
            return first == null || second == null
                    ? ", which is more than the runs scatter."
                    : String.format(
                            Locale.ROOT,
                            "; chance alone differs as much with a probability of %.2g (%d and %d runs, corrected for"
                                    + " all tests).",
                            change.adjustedPValue(),
                            second.trials(),
                            first.trials());
        }
    }
}
