// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.comparison.ComparedFigure.Better;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * Checks whether runs are as good as their baseline, which is the first run or the first set of a comparison. A figure
 * of a single run is worse if it differs in the bad direction by more than the scatter within the runs and by more than
 * the tolerance. Immutable.
 *
 * @param verdict fail when a figure is worse; invalid when the runs may not be compared, or a run does not distinguish any of
 *     its figures from chance; else pass
 * @param sentences the causes; empty when it passes
 */
public record BaselineCheck(Verdict verdict, List<String> sentences) {
    private static final double PERCENT = 100;

    /**
     * Checks every run except the first.
     *
     * @param tolerancePercent change for the worse that is accepted, in percent of the first run's value, 0 or more
     */
    public static BaselineCheck of(Comparison comparison, double tolerancePercent) {
        List<String> obstacles = obstacles(comparison.findings());
        if (!obstacles.isEmpty()) {
            return new BaselineCheck(Verdict.INVALID, obstacles);
        }
        List<String> worse = new ArrayList<>();
        List<String> inconclusive = new ArrayList<>();
        for (int run = 1; run < comparison.runs().size(); run++) {
            Column column = new Column(comparison, run, tolerancePercent);
            worse.addAll(column.worse());
            if (!column.isConclusive()) {
                inconclusive.add("Run " + comparison.runs().get(run).label()
                        + " and run A do not distinguish any figure from chance: both need"
                        + " steady windows of " + Figures.text(Spreads.BLOCKS * Spreads.LEAST_BLOCK_SECONDS, "s")
                        + " or more, and enough operations in each tenth of them.");
            }
        }
        return !worse.isEmpty()
                ? new BaselineCheck(Verdict.FAIL, worse)
                : new BaselineCheck(inconclusive.isEmpty() ? Verdict.PASS : Verdict.INVALID, inconclusive);
    }

    /**
     * Checks the second set of runs against the first. A figure is worse if the corrected test shows this and its mean
     * has changed by more than the tolerance.
     *
     * @param tolerancePercent change for the worse that is accepted, in percent of the first set's mean, 0 or more
     */
    public static BaselineCheck of(SetComparison comparison, double tolerancePercent) {
        if (comparison.figures().stream().allMatch(figure -> figure.result() == SetFigure.Result.NOT_TOLD)) {
            return new BaselineCheck(Verdict.INVALID, obstacles(comparison.findings()));
        }
        List<String> worse = comparison.figures().stream()
                .filter(figure -> figure.result() == SetFigure.Result.WORSE)
                .filter(figure -> {
                    Double change = figure.change();
                    return change == null || PERCENT * Math.abs(change) > tolerancePercent;
                })
                .map(BaselineCheck::sentence)
                .toList();
        return new BaselineCheck(worse.isEmpty() ? Verdict.PASS : Verdict.FAIL, worse);
    }

    private static List<String> obstacles(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.severity() == Finding.Severity.NOT_COMPARABLE)
                .map(Finding::message)
                .toList();
    }

    private static String sentence(SetFigure figure) {
        TrialFigures first = Objects.requireNonNull(figure.first());
        TrialFigures second = Objects.requireNonNull(figure.second());
        Double change = figure.change();
        return String.format(
                Locale.ROOT,
                "%s/%s: %s is %s in set B and was %s in set A%s; chance alone differs as much with a probability of"
                        + " %.2g (%d and %d runs, corrected for all tests).",
                figure.workload(),
                Words.of(figure.line()),
                Words.of(figure.name()).replace('_', '.'),
                Figures.text(second.mean(), figure.unit()),
                Figures.text(first.mean(), figure.unit()),
                change == null ? "" : String.format(Locale.ROOT, " (%+.1f%%)", PERCENT * change),
                figure.adjustedPValue(),
                second.trials(),
                first.trials());
    }

    /** The figures of one run and of the first run. */
    private record Column(Comparison comparison, int run, double tolerancePercent) {
        boolean isConclusive() {
            return isBaselineItself() || isAnyFigureConclusive();
        }

        private boolean isBaselineItself() {
            return comparison
                    .runs()
                    .get(run)
                    .id()
                    .equals(comparison.runs().getFirst().id());
        }

        private boolean isAnyFigureConclusive() {
            return comparison.workloads().stream()
                    .flatMap(workload -> workload.lines().stream())
                    .flatMap(line -> line.figures().stream())
                    .filter(figure -> figure.better() != null)
                    .map(figure -> figure.values().get(run).evidence())
                    .anyMatch(evidence -> evidence == Evidence.WITHIN_SPREAD || evidence == Evidence.BEYOND_SPREAD);
        }

        List<String> worse() {
            List<String> sentences = new ArrayList<>();
            for (ComparedWorkload workload : comparison.workloads()) {
                for (ComparedLine line : workload.lines()) {
                    line.figures().stream()
                            .filter(this::isWorse)
                            .map(figure -> sentence(workload.name() + "/" + Words.of(line.name()), figure))
                            .forEach(sentences::add);
                }
            }
            return sentences;
        }

        private boolean isWorse(ComparedFigure figure) {
            FigureValue value = figure.values().get(run);
            @Nullable Double difference = value.difference();
            @Nullable Double change = value.change();
            return value.evidence() == Evidence.BEYOND_SPREAD
                    && difference != null
                    && ((figure.better() == Better.LOWER && difference > 0)
                            || (figure.better() == Better.HIGHER && difference < 0))
                    && (change == null || PERCENT * Math.abs(change) > tolerancePercent);
        }

        private String sentence(String line, ComparedFigure figure) {
            FigureValue value = figure.values().get(run);
            @Nullable Double change = value.change();
            return String.format(
                    Locale.ROOT,
                    "%s: %s is %s in run %s and was %s in run A%s, which is more than the runs scatter.",
                    line,
                    Words.of(figure.name()).replace('_', '.'),
                    text(figure, value),
                    comparison.runs().get(run).label(),
                    text(figure, figure.values().getFirst()),
                    change == null ? "" : String.format(Locale.ROOT, " (%+.1f%%)", PERCENT * change));
        }

        private static String text(ComparedFigure figure, FigureValue value) {
            @Nullable Double number = value.value();
            return number == null ? "missing" : Figures.text(number, figure.unit());
        }
    }
}
