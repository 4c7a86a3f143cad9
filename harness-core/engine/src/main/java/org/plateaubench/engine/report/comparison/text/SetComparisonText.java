// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.report.ScoreText;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextTable;
import org.plateaubench.engine.report.comparison.ComparedLine;
import org.plateaubench.engine.report.comparison.SetComparison;
import org.plateaubench.engine.report.comparison.SetFigure;
import org.plateaubench.engine.report.comparison.SetFigures;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.TrialFigures;

/** Writes a comparison of two sets of runs for a terminal. Pure functions. */
public final class SetComparisonText {
    private static final double PERCENT = 100;

    private SetComparisonText() {}

    public static String of(SetComparison comparison, int columns, TextStyle style, boolean everything) {
        ComparisonHead text = new ComparisonHead(columns, style, everything);
        text.runs(comparison.runs());
        text.findings(comparison.findings());
        text.differences("Differences of plan", comparison.plan(), comparison.runs());
        text.differences("Differences of environment", comparison.environment(), comparison.runs());
        score("A", comparison.firstScore(), text);
        score("B", comparison.secondScore(), text);
        Map<String, List<SetFigure>> byWorkload = comparison.figures().stream()
                .collect(Collectors.groupingBy(SetFigure::workload, LinkedHashMap::new, Collectors.toList()));
        byWorkload.forEach((workload, figures) -> {
            text.heading(workload);
            table(figures, columns).forEach(line -> text.line(ComparisonHead.INDENT + line));
        });
        summary(comparison, text);
        return text.toString();
    }

    private static void score(String set, @Nullable TrialScore score, ComparisonHead text) {
        if (score != null) {
            text.line("");
            text.wrapped("Score of set " + set + ": ", ScoreText.of(score));
        }
    }

    private static List<String> table(List<SetFigure> figures, int columns) {
        TextTable table = new TextTable(
                Math.max(columns, 1) - ComparisonHead.INDENT.length(),
                "",
                "A",
                "B",
                "change",
                "95 % interval",
                "p",
                "result");
        for (SetFigure figure : figures) {
            String line = figure.kind().equals(ComparedLine.ALL) ? "all" : Words.of(figure.line());
            table.add(List.of(
                    line + " " + (isMetric(figure) ? figure.unit() : FigureText.name(figure.name(), figure.unit())),
                    mean(figure.first(), figure.lowerBound()),
                    mean(figure.second(), figure.lowerBound()),
                    change(figure),
                    interval(figure),
                    probability(figure.adjustedPValue()),
                    result(figure.result())));
        }
        return table.lines();
    }

    private static boolean isMetric(SetFigure figure) {
        return figure.kind().equals(ComparedLine.ALL) && !SetFigures.TESTED.contains(figure.name());
    }

    private static String result(SetFigure.Result result) {
        return switch (result) {
            case NO_DIFFERENCE_SHOWN -> "none shown";
            case NOT_TOLD -> "inconclusive";
            default -> Documents.word(result).replace('-', ' ');
        };
    }

    private static String mean(@Nullable TrialFigures trials, boolean lowerBound) {
        return trials == null ? "-" : (lowerBound ? ">" : "") + Figures.text(trials.mean());
    }

    /** The difference in percent of the first set's mean; for shares, in percentage points. */
    private static String change(SetFigure figure) {
        Double difference = figure.difference();
        return difference == null ? "" : part(figure, difference) + unit(figure);
    }

    private static String interval(SetFigure figure) {
        ConfidenceInterval interval = figure.interval();
        return interval == null
                ? ""
                : part(figure, interval.lower()) + " to " + part(figure, interval.upper()) + unit(figure);
    }

    private static String part(SetFigure figure, double difference) {
        double mean = mean(figure);
        return isAbsolute(figure)
                ? String.format(Locale.ROOT, "%+.3g", difference)
                : String.format(Locale.ROOT, "%+.1f", PERCENT * difference / mean);
    }

    private static String unit(SetFigure figure) {
        return figure.unit().equals("%") ? " pp" : isAbsolute(figure) ? "" : " %";
    }

    private static boolean isAbsolute(SetFigure figure) {
        return figure.unit().equals("%") || mean(figure) == 0;
    }

    private static double mean(SetFigure figure) {
        TrialFigures first = figure.first();
        return first == null ? 0 : Math.abs(first.mean());
    }

    private static String probability(@Nullable Double value) {
        return value == null ? "" : value < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", value);
    }

    private static void summary(SetComparison comparison, ComparisonHead text) {
        Map<SetFigure.Result, Long> counts = comparison.figures().stream()
                .collect(Collectors.groupingBy(SetFigure::result, TreeMap::new, Collectors.counting()));
        text.line("");
        text.wrapped(
                "",
                counts.isEmpty()
                        ? "No run that counts has a figure."
                        : counts.entrySet().stream()
                                        .map(entry -> entry.getValue() + " "
                                                + Documents.word(entry.getKey()).replace('-', ' '))
                                        .collect(Collectors.joining(", "))
                                + ".");
        SetComparison.Rule rule = comparison.rule();
        text.wrapped(
                "",
                "A and B are means over the runs that count; changes are relative to A, of shares in percentage points"
                        + " (pp). Test: " + rule.test() + ", " + rule.tests() + " tests corrected by "
                        + rule.correction()
                        + String.format(
                                Locale.ROOT,
                                ", so that all together show a false difference in at most %.0f %% of"
                                        + " comparisons. Each interval is for its figure alone, at %.0f %%. No set"
                                        + " scatters less than its runs do within.",
                                PERCENT * rule.falseAlarms(),
                                PERCENT * rule.intervalLevel())
                        + " p is corrected for all tests. None shown: there may be a difference, as large as the"
                        + " interval. Inconclusive: fewer than two values in a set, values that are only bounds, or"
                        + " sets that differ without any scatter.");
    }
}
