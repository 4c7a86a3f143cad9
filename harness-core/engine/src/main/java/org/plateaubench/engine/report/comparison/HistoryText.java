// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.report.TextTable;
import org.plateaubench.engine.report.comparison.History.Conditions;
import org.plateaubench.engine.report.comparison.History.FigureHistory;
import org.plateaubench.engine.report.comparison.History.FigureHistory.Change;
import org.plateaubench.engine.report.comparison.History.FigureHistory.Segment;

/** Writes a history for a terminal. Pure functions. */
public final class HistoryText {
    private static final double PERCENT = 100;
    private static final String INDENT = "  ";

    private HistoryText() {}

    public static String of(History history, int columns) {
        List<String> lines = new ArrayList<>();
        long counted =
                history.runs().stream().filter(run -> run.run().isValid()).count();
        lines.add(history.name() + ": " + history.runs().size() + " runs, " + counted
                + " of them completed and valid; the others are in no figure.");
        history.runs().stream()
                .filter(run -> !run.run().problem().isEmpty())
                .forEach(run -> lines.add("Run " + run.number() + " ("
                        + run.run().id() + "): " + run.run().problem()));
        if (history.conditions().size() > 1) {
            lines.add("Made under " + history.conditions().size()
                    + " conditions, which are searched for changes each by themselves:");
            history.conditions().forEach(conditions -> lines.add(line(conditions)));
        }
        lines.add("");
        TextTable table = new TextTable(columns, List.of("", "conditions", "runs", "mean", "last", "changes"));
        for (FigureHistory figure : history.figures()) {
            history.conditions().forEach(conditions -> row(figure, conditions.number(), table));
        }
        lines.addAll(table.lines());
        lines.add("");
        for (FigureHistory figure : history.figures()) {
            for (Change change : figure.changes()) {
                lines.add(sentence(figure, change));
                change.environment().forEach(difference -> lines.add(INDENT + "with it: " + difference));
            }
        }
        History.Rule rule = history.rule();
        lines.add("Changes by " + rule.method() + ", " + rule.tests() + " series of " + rule.fewestValues()
                + " runs or more; all together show a false one in at most "
                + String.format(Locale.ROOT, "%.0f %%", PERCENT * rule.falseAlarms())
                + " of histories if runs are independent of each other.");
        return String.join("\n", lines) + "\n";
    }

    private static String line(Conditions conditions) {
        return INDENT + conditions.number() + ": " + conditions.runs() + (conditions.runs() == 1 ? " run" : " runs")
                + (conditions.differences().isEmpty()
                        ? ""
                        : "; differs from 1 in " + String.join("; ", conditions.differences()));
    }

    private static void row(FigureHistory figure, int conditions, TextTable table) {
        List<Segment> segments = figure.segments().stream()
                .filter(segment -> segment.conditions() == conditions)
                .toList();
        if (!segments.isEmpty()) {
            int last = segments.getLast().last();
            table.add(List.of(
                    figure.key().words() + " " + figure.key().unit(),
                    Integer.toString(conditions),
                    Integer.toString(segments.stream().mapToInt(Segment::runs).sum()),
                    segments.stream()
                            .map(segment -> Figures.text(segment.mean()))
                            .collect(Collectors.joining(" > ")),
                    figure.points().stream()
                            .filter(point -> point.run() == last)
                            .map(point -> Figures.text(point.value()))
                            .findFirst()
                            .orElse("-"),
                    segments.size() == 1 ? "none shown" : Integer.toString(segments.size() - 1)));
        }
    }

    /** A sentence about a change: its figure, its size and its run. */
    private static String sentence(FigureHistory figure, Change change) {
        Double share = change.change();
        return figure.key().words() + ": " + Documents.word(change.result()) + " from run " + change.first() + " on ("
                + change.firstId() + "), " + Figures.text(change.meanBefore()) + " to "
                + Figures.text(change.meanAfter(), figure.key().unit())
                + (share == null
                        ? ", without a ratio, since not every run before it passed"
                        : String.format(Locale.ROOT, " (%+.1f %%)", PERCENT * share))
                + String.format(Locale.ROOT, ", p = %.2g.", change.pValue());
    }
}
