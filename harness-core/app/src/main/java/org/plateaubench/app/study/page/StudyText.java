// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.FigureResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.result.StudyResult.SearchResult;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.app.study.run.Interference;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.engine.report.ScoreText;
import org.plateaubench.engine.statistics.ConfidenceInterval;

/** Writes the results for a terminal. Pure functions. */
public final class StudyText {
    /** The text after an interval that is too wide to be informative. */
    static final String SAYS_LITTLE = ", says little";

    private StudyText() {}

    public static String of(StudyResult result, String folder) {
        StringBuilder text = new StringBuilder("\n");
        for (CellResult cell : result.cells()) {
            text.append(cell.name().isEmpty() ? result.name() : cell.name())
                    .append(": ")
                    .append(cell.outcome())
                    .append(", ")
                    .append(trials(cell))
                    .append('\n');
            score(cell)
                    .ifPresent(score -> text.append("  score  ").append(score).append('\n'));
            for (FigureResult figure : cell.figures()) {
                if (isShown(figure)) {
                    text.append("  ")
                            .append(line(figure, result.isOfKnownBaseline(cell, figure)))
                            .append('\n');
                }
            }
        }
        shownSlowDowns(result).forEach(each -> text.append(slowDown(each)).append('\n'));
        for (String sentence : sentences(result)) {
            text.append(sentence).append('\n');
        }
        return text.append(result.kind())
                .append(' ')
                .append(result.outcome())
                .append("  ")
                .append(folder)
                .append('\n')
                .toString();
    }

    public static List<String> scores(StudyResult result) {
        return result.cells().stream()
                .flatMap(cell ->
                        score(cell).map(score -> (cell.name().isEmpty() ? "" : cell.name() + ": ") + score).stream())
                .toList();
    }

    private static Optional<String> score(CellResult cell) {
        return Optional.ofNullable(cell.score()).map(ScoreText::of);
    }

    private static Stream<Interference.SlowDown> shownSlowDowns(StudyResult result) {
        return result.interference().stream().filter(each -> each.line().equals(Figure.ALL));
    }

    private static String slowDown(Interference.SlowDown each) {
        ConfidenceInterval interval = each.shownInterval();
        return each.victim() + " beside " + each.aggressor() + ": " + each.figure() + " "
                + (each.lowerBound() ? "at least " : "") + StudyCharts.number(each.slowDown()) + " times that alone"
                + (interval == null
                        ? ""
                        : ", 95 % interval " + StudyCharts.number(interval.lower()) + " to "
                                + StudyCharts.number(interval.upper())
                                + (each.isVague() ? SAYS_LITTLE : ""));
    }

    private static List<String> sentences(StudyResult result) {
        List<String> sentences = new ArrayList<>(List.of(edge(result.search()), result.message()));
        sentences.addAll(result.warnings());
        sentences.add(vague(result.cells().stream()
                        .flatMap(cell -> cell.figures().stream())
                        .anyMatch(figure -> isShown(figure) && figure.isVague())
                || shownSlowDowns(result).anyMatch(Interference.SlowDown::isVague)));
        sentences.removeIf(String::isEmpty);
        return sentences;
    }

    private static boolean isShown(FigureResult figure) {
        return figure.key().isMetric()
                || (figure.name().equals("p95") && !figure.line().isEmpty());
    }

    private static String trials(CellResult cell) {
        long counted = cell.trials().stream()
                .filter(trial -> trial.outcome().equals(Outcome.PASS.label())
                        || trial.outcome().equals(Outcome.FAIL.label()))
                .count();
        int all = cell.trials().size();
        return counted + (counted == 1 ? " trial" : " trials") + (all == counted ? "" : " of " + all + " runs");
    }

    private static String line(FigureResult figure, boolean isOfKnownBaseline) {
        StringBuilder line = new StringBuilder(figure.key().words())
                .append("  ")
                .append(figure.lowerBound() ? "at least " : "")
                .append(StudyCharts.number(figure.values().mean()))
                .append(' ')
                .append(figure.unit());
        if (figure.values().trials() > 1) {
            line.append(", from ")
                    .append(StudyCharts.number(figure.values().least()))
                    .append(" to ")
                    .append(StudyCharts.number(figure.values().greatest()));
        }
        Double variation = figure.values().variationPercent();
        if (variation != null) {
            line.append(", variation ").append(StudyCharts.number(variation)).append(" %");
        }
        ConfidenceInterval interval = figure.shownInterval();
        if (interval != null) {
            line.append(", 95 % interval ")
                    .append(StudyCharts.number(interval.lower()))
                    .append(" to ")
                    .append(StudyCharts.number(interval.upper()))
                    .append(figure.isVague() ? SAYS_LITTLE : "");
        }
        Double ratio = figure.ofBaseline();
        if (ratio != null && isOfKnownBaseline) {
            line.append(figure.lowerBound() ? ", at least " : ", ")
                    .append(StudyCharts.number(ratio))
                    .append(" of its baseline");
        }
        return line.toString();
    }

    /** A sentence that explains intervals that say little; empty if no displayed interval does. */
    static String vague(boolean isAnyVague) {
        return isAnyVague
                ? "An interval that says little is wider than twice its value, because few trials vary much: only"
                        + " more trials can narrow it."
                : "";
    }

    /** A sentence about the result of a search; empty without a search. */
    public static String edge(@Nullable SearchResult search) {
        if (search == null) {
            return "";
        }
        Double carried = search.carried();
        Double missed = search.missed();
        String sure = search.confirmed() ? "" : " This is not confirmed by repeated runs.";
        if (carried == null) {
            return "Not even the least load passed"
                    + (missed == null ? "." : ": " + search.words(missed) + " failed.")
                    + sure;
        }
        return "The greatest load that passed is " + search.words(carried)
                + (missed == null
                        ? ", the greatest of the search: the capacity is at least that."
                        : ", the least that failed " + search.words(missed) + ": the capacity is "
                                + search.words(Objects.requireNonNull(search.capacity())) + ", within "
                                + search.words(search.resolution()) + ".")
                + sure;
    }
}
