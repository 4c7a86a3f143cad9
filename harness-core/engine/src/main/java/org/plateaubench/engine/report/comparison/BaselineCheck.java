// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Verdict;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.report.comparison.ComparedFigure.Better;

/**
 * Whether runs are as good as the first of a comparison, their baseline. A figure is worse when it differs in the bad
 * direction by more than the scatter within the runs and by more than the tolerance. Immutable.
 *
 * @param verdict fail when a figure is worse; invalid when the runs may not be compared, or a run does not tell any of
 *     its figures from chance; else pass
 * @param sentences the causes, for a person; empty when it passes
 */
public record BaselineCheck(Verdict verdict, List<String> sentences) {
    private static final double PERCENT = 100;

    public BaselineCheck {
        sentences = List.copyOf(sentences);
    }

    /**
     * Checks every run but the first.
     *
     * @param tolerancePercent change for the worse that is accepted, in percent of the first run's value, 0 or more
     */
    public static BaselineCheck of(Comparison comparison, double tolerancePercent) {
        List<String> obstacles = comparison.findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.NOT_COMPARABLE)
                .map(Finding::message)
                .toList();
        if (!obstacles.isEmpty()) {
            return new BaselineCheck(Verdict.INVALID, obstacles);
        }
        List<String> worse = new ArrayList<>();
        List<String> untold = new ArrayList<>();
        for (int run = 1; run < comparison.runs().size(); run++) {
            Column column = new Column(comparison, run, tolerancePercent);
            worse.addAll(column.worse());
            if (!column.isTold()) {
                untold.add("Run " + Findings.label(run) + " and run A do not tell any figure from chance: both need"
                        + " steady windows of " + Figures.said(Spreads.BLOCKS * Spreads.LEAST_BLOCK_SECONDS, "s")
                        + " or more, and enough operations in each tenth of them.");
            }
        }
        return !worse.isEmpty()
                ? new BaselineCheck(Verdict.FAIL, worse)
                : new BaselineCheck(untold.isEmpty() ? Verdict.PASS : Verdict.INVALID, untold);
    }

    /** The figures of one run beside those of the first. */
    private record Column(Comparison comparison, int run, double tolerancePercent) {
        boolean isTold() {
            return isBaselineItself() || isAnyFigureTold();
        }

        private boolean isBaselineItself() {
            return comparison
                    .runs()
                    .get(run)
                    .id()
                    .equals(comparison.runs().getFirst().id());
        }

        private boolean isAnyFigureTold() {
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
                            .map(figure -> sentence(workload.name() + "/" + line.name(), figure))
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
                    figure.name().replace('_', '.'),
                    said(figure, value),
                    Findings.label(run),
                    said(figure, figure.values().getFirst()),
                    change == null ? "" : String.format(Locale.ROOT, " (%+.1f%%)", PERCENT * change));
        }

        private static String said(ComparedFigure figure, FigureValue value) {
            @Nullable Double number = value.value();
            return number == null ? "missing" : Figures.said(number, figure.unit());
        }
    }
}
