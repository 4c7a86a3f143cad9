// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.CellResult.FigureResult;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.app.study.StudyResult.SearchResult;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.report.ScoreText;
import org.plateaubench.engine.statistics.ConfidenceInterval;

/** Writes the results for a terminal. Pure functions. */
public final class StudyText {
    private static final String WIDE_INTERVAL = ", says little";

    private StudyText() {}

    public static String of(StudyResult result, String folder) {
        List<String> lines = new ArrayList<>(List.of(""));
        for (CellResult cell : result.cells()) {
            lines.add((cell.name().isEmpty() ? result.name() : cell.name()) + ": " + cell.verdict() + ", "
                    + trials(cell));
            if (cell.score() != null) {
                lines.add("  score  " + ScoreText.of(cell.score()));
            }
            cell.figures().stream().filter(StudyText::isShown).forEach(figure -> lines.add("  " + line(cell, figure)));
        }
        boolean hasWideInterval = lines.stream().anyMatch(line -> line.contains(WIDE_INTERVAL));
        lines.addAll(Stream.concat(Stream.of(edge(result.search()), result.message()), result.warnings().stream())
                .filter(sentence -> !sentence.isEmpty())
                .toList());
        if (hasWideInterval) {
            lines.add("An interval that says little is wider than twice its value, because few trials vary much: only"
                    + " more trials can narrow it.");
        }
        lines.add(result.kind() + " " + result.verdict() + "  " + folder);
        return String.join("\n", lines) + "\n";
    }

    static List<String> scores(StudyResult result) {
        List<String> scores = new ArrayList<>();
        for (CellResult cell : result.cells()) {
            if (cell.score() != null) {
                scores.add((cell.name().isEmpty() ? "" : cell.name() + ": ") + ScoreText.of(cell.score()));
            }
        }
        return scores;
    }

    private static boolean isShown(FigureResult figure) {
        return figure.key().isMetric()
                || (figure.name().equals("p95") && !figure.line().isEmpty());
    }

    private static String trials(CellResult cell) {
        long counted = cell.trials().stream()
                .filter(trial -> trial.outcome().isEvidence())
                .count();
        int all = cell.trials().size();
        long doubtful =
                cell.trials().stream().filter(CellResult.TrialResult::doubts).count();
        return counted
                + (counted == 1 ? " trial" : " trials")
                + (all == counted ? "" : " of " + all + " runs")
                + (doubtful == 0 ? "" : ", " + doubtful + " with doubts");
    }

    private static String line(CellResult cell, FigureResult figure) {
        String atLeast = figure.lowerBound() ? "at least " : "";
        StringBuilder line = new StringBuilder(figure.key().words())
                .append("  ")
                .append(atLeast)
                .append(Figures.text(figure.values().mean()))
                .append(' ')
                .append(figure.unit());
        if (figure.values().trials() > 1) {
            line.append(", from ")
                    .append(Figures.text(figure.values().least()))
                    .append(" to ")
                    .append(Figures.text(figure.values().greatest()));
        }
        Double variation = figure.values().variationPercent();
        if (variation != null) {
            line.append(", variation ").append(Figures.text(variation)).append(" %");
        }
        line.append(interval(figure.shownInterval(), figure.values().mean()));
        Double ratio = figure.ofBaseline();
        if (ratio != null) {
            line.append(", ").append(atLeast).append(Figures.text(ratio));
            line.append(cell.baseline().equals(Cell.EACH_ALONE) ? " times that alone" : " of its baseline");
            line.append(interval(figure.ofBaselineInterval(), ratio));
        }
        Double limit = figure.limit();
        return limit == null ? line.toString() : line + ", limit " + Figures.text(limit) + " " + figure.unit();
    }

    private static String interval(@Nullable ConfidenceInterval interval, double value) {
        return interval == null
                ? ""
                : ", 95 % interval " + Figures.text(interval.lower()) + " to " + Figures.text(interval.upper())
                        + (interval.isTooWideFor(value) ? WIDE_INTERVAL : "");
    }

    static String edge(@Nullable SearchResult search) {
        if (search == null) {
            return "";
        }
        Double carried = search.carried();
        Double missed = search.missed();
        String remark = search.confirmed() ? "" : " This is not confirmed by repeated runs.";
        if (carried == null) {
            return (missed == null
                            ? "No load passed, and none failed."
                            : "Not even the least load passed: " + search.words(missed) + " failed.")
                    + remark;
        }
        return "The greatest load that passed is " + search.words(carried)
                + (missed == null
                        ? ", the greatest of the search: the capacity is at least that."
                        : ", the least that failed " + search.words(missed) + ".")
                + remark;
    }
}
