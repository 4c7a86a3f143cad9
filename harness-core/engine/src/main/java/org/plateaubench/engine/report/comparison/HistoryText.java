// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.report.TextTable;
import org.plateaubench.engine.report.comparison.History.ShownRun;
import org.plateaubench.engine.report.comparison.PastFigure.Change;
import org.plateaubench.engine.report.comparison.PastFigure.Stretch;

/** Writes a history for a terminal and for spreadsheets. Pure functions. */
public final class HistoryText {
    private static final double PERCENT = 100;
    private static final String INDENT = "  ";

    private HistoryText() {}

    public static String of(History history, int columns) {
        List<String> lines = new ArrayList<>();
        long counted = history.runs().stream().filter(ShownRun::counts).count();
        lines.add(history.name() + ": " + history.runs().size() + " runs, " + counted
                + " of them completed and valid; the others are in no figure.");
        history.runs().stream()
                .filter(run -> !run.problem().isEmpty())
                .forEach(run -> lines.add("Run " + run.number() + " (" + run.id() + "): " + run.problem()));
        conditions(history, lines);
        lines.add("");
        TextTable table = new TextTable(columns, "", "conditions", "runs", "mean", "last", "changes");
        for (PastFigure figure : history.figures()) {
            for (Conditions conditions : history.conditions()) {
                row(figure, conditions.number(), table);
            }
        }
        lines.addAll(table.lines());
        lines.add("");
        changes(history, lines);
        lines.addAll(notes(history));
        return String.join("\n", lines) + "\n";
    }

    private static void conditions(History history, List<String> lines) {
        if (history.conditions().size() < 2) {
            return;
        }
        lines.add("Made under " + history.conditions().size()
                + " conditions, which are searched for changes each by themselves:");
        for (Conditions each : history.conditions()) {
            lines.add(INDENT + each.number() + ": " + each.runs() + (each.runs() == 1 ? " run" : " runs")
                    + (each.differences().isEmpty()
                            ? ""
                            : "; differs from 1 in " + String.join("; ", each.differences())));
        }
    }

    private static void row(PastFigure figure, int conditions, TextTable table) {
        List<Stretch> stretches = figure.stretches().stream()
                .filter(stretch -> stretch.conditions() == conditions)
                .toList();
        if (stretches.isEmpty()) {
            return;
        }
        int last = stretches.getLast().last();
        double value = figure.points().stream()
                .filter(point -> point.run() == last)
                .findFirst()
                .orElseThrow()
                .value();
        table.add(List.of(
                figure.words() + " " + figure.key().unit(),
                Integer.toString(conditions),
                Integer.toString(stretches.stream().mapToInt(Stretch::runs).sum()),
                stretches.stream().map(each -> Figures.text(each.mean())).collect(Collectors.joining(" > ")),
                Figures.text(value),
                stretches.size() == 1 ? "none shown" : Integer.toString(stretches.size() - 1)));
    }

    private static void changes(History history, List<String> lines) {
        for (PastFigure figure : history.figures()) {
            for (Change change : figure.changes()) {
                lines.add(sentence(figure, change));
                change.environment().forEach(each -> lines.add(INDENT + "with it: " + each));
            }
        }
    }

    /** A sentence about a change: its figure, its size and its run. */
    static String sentence(PastFigure figure, Change change) {
        Double share = change.change();
        return figure.words() + ": " + Documents.word(change.result()) + " from run " + change.first() + " on ("
                + change.firstId() + "), " + Figures.text(change.meanBefore()) + " to "
                + Figures.text(change.meanAfter(), figure.key().unit())
                + (share == null
                        ? ", without a ratio, since not every run before it passed"
                        : String.format(Locale.ROOT, " (%+.1f %%)", PERCENT * share))
                + String.format(Locale.ROOT, ", p = %.2g.", change.pValue());
    }

    private static List<String> notes(History history) {
        List<String> notes = new ArrayList<>();
        History.Rule rule = history.rule();
        notes.add("Changes by " + rule.method() + ", " + rule.tests() + " series of " + rule.fewestValues()
                + " runs or more; all together show a false one in at most "
                + String.format(Locale.ROOT, "%.0f %%", PERCENT * rule.falseAlarms())
                + " of histories if runs are independent of each other.");
        if (history.figures().stream().anyMatch(PastFigure::hasUnsearched)) {
            notes.add(
                    "Of each series the newest " + rule.mostValues()
                            + " runs are searched, since the time that it takes grows with their square; older ones are shown only.");
        }
        List<String> alike = history.figures().stream()
                .filter(figure -> figure.likeness() > 0)
                .map(figure -> figure.words() + String.format(Locale.ROOT, " (correlation %.2f)", figure.likeness()))
                .toList();
        if (!alike.isEmpty()) {
            notes.add("Here neighbouring runs are alike beyond chance, so that more changes are shown than there are: "
                    + String.join(", ", alike) + ".");
        }
        return notes;
    }
}
