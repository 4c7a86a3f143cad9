// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextStyle.Tone;
import org.plateaubench.engine.report.TextTable;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change.Result;
import org.plateaubench.engine.report.comparison.Comparison.ComparedRun;
import org.plateaubench.engine.report.comparison.Differences.Difference;
import org.plateaubench.engine.statistics.ConfidenceInterval;

/** Writes a comparison for a terminal. Every sign is accompanied by a word. */
public final class ComparisonText {
    private static final String INDENT = "  ";
    private static final int MAX_DIFFERENCES = 12;
    private static final double PERCENT = 100;
    /** The smallest change, as a share, that is shown as a factor. */
    private static final double LARGE = 10;

    private final Comparison comparison;
    private final int columns;
    private final TextStyle style;
    private final boolean showsAll;
    private final StringBuilder text = new StringBuilder();

    private ComparisonText(Comparison comparison, int columns, TextStyle style, boolean showsAll) {
        this.comparison = comparison;
        this.columns = columns;
        this.style = style;
        this.showsAll = showsAll;
    }

    /**
     * The text.
     *
     * @param columns width in characters; a line is longer only if a single name or value is
     * @param showsAll whether detailed figures and minor differences are shown too
     */
    public static String of(Comparison comparison, int columns, TextStyle style, boolean showsAll) {
        return new ComparisonText(comparison, columns, style, showsAll).write();
    }

    private String write() {
        others().forEach(this::changes);
        comparison.runs().forEach(this::run);
        heading("May they be compared?");
        comparison
                .findings()
                .forEach(finding ->
                        wrapped("- " + Documents.word(finding.severity()).replace('-', ' ') + ": ", finding.message()));
        differences("Differences of plan", comparison.plan());
        differences("Differences of environment", comparison.environment());
        comparison.workloads().forEach(this::workload);
        legend();
        return text.toString();
    }

    private void changes(int set) {
        List<Result> results = comparison.workloads().stream()
                .flatMap(ComparedWorkload::tested)
                .filter(figure -> !figure.definition().detail())
                .map(figure -> figure.values().get(set).against())
                .filter(change -> change != null && change.difference() != null)
                .map(change -> Objects.requireNonNull(change).result())
                .toList();
        long better = results.stream().filter(Result.BETTER::equals).count();
        long worse = results.stream().filter(Result.WORSE::equals).count();
        line(style.apply(Tone.STRONG, label(set)) + INDENT + better + " better, " + worse + " worse, "
                + (results.size() - better - worse) + " without a shown difference");
    }

    private void run(ComparedRun run) {
        Double seconds = run.steadySeconds();
        Conclusion.Kind kind = run.conclusion().kind();
        line(style.apply(Tone.STRONG, run.label()) + INDENT + run.id() + INDENT + style.conclusion("", kind));
        wrapped(
                INDENT + " ",
                "class " + run.runClass() + ", " + run.status() + ", "
                        + (seconds == null ? "no steady state" : Figures.text(seconds, "s") + " steady")
                        + ", plan " + run.planId());
    }

    private void differences(String title, List<Difference> differences) {
        List<Difference> shown = differences.stream()
                .filter(difference -> showsAll || !difference.minor())
                .toList();
        int count = showsAll ? shown.size() : Math.min(MAX_DIFFERENCES, shown.size());
        heading(title);
        if (shown.isEmpty()) {
            line(INDENT + (differences.isEmpty() ? "none" : "none that matters"));
        }
        shown.stream().limit(count).forEach(this::difference);
        if (differences.size() > count) {
            line(INDENT + (differences.size() - count)
                    + (shown.size() > count ? " more" : " minor (names, seeds, ports, states of the host)")
                    + "; --all shows them");
        }
    }

    /** Writes a difference; the labels of runs with the same value are grouped. */
    private void difference(Difference difference) {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        for (int run = 0; run < difference.values().size(); run++) {
            labels.computeIfAbsent(
                            Objects.requireNonNullElse(difference.values().get(run), "-"), key -> new ArrayList<>())
                    .add(comparison.runs().get(run).label());
        }
        List<String> parts = new ArrayList<>();
        labels.forEach((value, runs) -> parts.add(String.join(",", runs) + " " + value));
        String line = INDENT + difference.path() + INDENT + String.join("   ", parts);
        if (line.length() <= columns) {
            line(line);
        } else {
            line(INDENT + difference.path());
            parts.forEach(part -> wrapped(INDENT + INDENT, part));
        }
    }

    private void workload(ComparedWorkload workload) {
        List<Row> rows = new ArrayList<>();
        ComparedFigure metric = workload.metric();
        if (metric != null) {
            rows.add(new Row(metric.definition().unit(), metric, true));
        }
        int names = workload.lines().stream()
                .mapToInt(line -> Words.of(line.name()).length())
                .max()
                .orElse(0);
        for (ComparedWorkload.Line line : workload.lines()) {
            String name = Words.of(line.name());
            for (ComparedFigure figure : line.figures()) {
                if (isShown(figure)) {
                    rows.add(new Row(name + " ".repeat(names + 1 - name.length()) + name(figure), figure, true));
                    name = "";
                }
            }
        }
        workload.checks().stream()
                .filter(ComparedFigure::isKnown)
                .forEach(check -> rows.add(new Row(check.definition().title(), check, false)));
        heading(workload.name());
        others().filter(set -> workload.isIn(0) || workload.isIn(set)).forEach(set -> table(rows, set));
    }

    private boolean isShown(ComparedFigure figure) {
        boolean isShare = figure.definition().unit().equals("%");
        return figure.isKnown() && (showsAll || (!figure.definition().detail() && !(isShare && figure.isEqual())));
    }

    private static String name(ComparedFigure figure) {
        return OperationColumns.byName(figure.definition().name())
                .map(column -> column.shortTitle() + (column.kind() == Figure.Kind.RATE ? "" : " " + column.unit()))
                .orElse(figure.definition().title());
    }

    private IntStream others() {
        return IntStream.range(1, comparison.sets().size());
    }

    private String label(int set) {
        return comparison.sets().get(set).label();
    }

    /** A row; {@code isDistinguished} is true if runs can distinguish a change of the figure from chance. */
    private record Row(String name, ComparedFigure figure, boolean isDistinguished) {}

    private void table(List<Row> rows, int set) {
        boolean tested = isTested(set);
        List<String> headings = new ArrayList<>(
                List.of("", style.apply(Tone.STRONG, label(0)), style.apply(Tone.STRONG, label(set)), "change"));
        headings.addAll(tested ? List.of("95 % interval", "p", "") : List.of(""));
        TextTable table = new TextTable(columns - INDENT.length(), headings);
        rows.forEach(row -> table.add(cells(row, set, tested)));
        table.lines().forEach(row -> line(INDENT + row));
    }

    private boolean isTested(int set) {
        return comparison.sets().getFirst().runs() > 1
                && comparison.sets().get(set).runs() > 1;
    }

    private List<String> cells(Row row, int set, boolean tested) {
        ComparedFigure figure = row.figure();
        Change change = figure.values().get(set).against();
        List<String> cells =
                new ArrayList<>(List.of(row.name(), value(figure, 0), value(figure, set), change(figure, change)));
        if (tested) {
            cells.add(interval(figure, change));
            cells.add(probability(change));
        }
        boolean isNew = figure.values().getFirst().value() == null;
        boolean isMissing = figure.values().get(set).value() == null;
        cells.add(
                change == null
                        ? isNew == isMissing ? "" : isNew ? "new" : "missing"
                        : row.isDistinguished() ? word(figure, change) : "");
        return cells;
    }

    private static String value(ComparedFigure figure, int set) {
        FigureValue value = figure.values().get(set);
        Double number = value.value();
        return number == null
                ? "-"
                : (value.lowerBound() ? ">" : "")
                        + Figures.text(number)
                        + (value.lowResolution() ? "~" : "")
                        + (value.isLimited() ? HarnessLag.MARK : "");
    }

    /** The difference in percent of the first set's value; for shares, in percentage points. */
    private static String change(ComparedFigure figure, @Nullable Change change) {
        Double difference = change == null ? null : change.difference();
        Double share = change == null ? null : change.share();
        if (difference == null) {
            return "";
        }
        if (figure.definition().unit().equals("%")) {
            return signed(difference) + " pp";
        }
        if (share == null) {
            return signed(difference);
        }
        if (share >= LARGE) {
            return "x " + Figures.text(1 + share);
        }
        return share == 0 ? "0.0 %" : String.format(Locale.ROOT, "%+.1f %%", PERCENT * share);
    }

    private static String signed(double difference) {
        return difference == 0 ? "0" : (difference > 0 ? "+" : "-") + Figures.text(Math.abs(difference));
    }

    private static String interval(ComparedFigure figure, @Nullable Change change) {
        ConfidenceInterval interval = change == null ? null : change.interval();
        Double mean = figure.values().getFirst().value();
        if (interval == null || mean == null) {
            return "";
        }
        boolean isShare = figure.definition().unit().equals("%");
        return isShare || mean == 0
                ? signed(interval.lower()) + " to " + signed(interval.upper()) + (isShare ? " pp" : "")
                : String.format(
                        Locale.ROOT,
                        "%+.1f to %+.1f %%",
                        PERCENT * interval.lower() / Math.abs(mean),
                        PERCENT * interval.upper() / Math.abs(mean));
    }

    private static String probability(@Nullable Change change) {
        Double value = change == null ? null : change.adjustedPValue();
        return value == null ? "" : value < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", value);
    }

    private String word(ComparedFigure figure, Change change) {
        return switch (change.result()) {
            case EQUAL -> "equal";
            case NO_DIFFERENCE_SHOWN -> "within";
            case NOT_TOLD -> "?";
            case BETTER -> style.apply(Tone.GOOD, direction(figure, change));
            case WORSE -> style.apply(Tone.BAD, direction(figure, change));
            case MORE, LESS -> style.apply(Tone.STRONG, direction(figure, change));
        };
    }

    private static String direction(ComparedFigure figure, Change change) {
        boolean isMore = change.difference() != null && change.difference() > 0;
        return figure.definition().unit().equals("ms") ? isMore ? "slower" : "faster" : isMore ? "more" : "less";
    }

    private void legend() {
        line("");
        Comparison.Rule rule = comparison.rule();
        if (others().anyMatch(this::isTested)) {
            wrapped(
                    "",
                    "Each value of a set is the mean of its runs that count. Test: " + rule.test() + ", " + rule.tests()
                            + " tests, p corrected by " + rule.correction()
                            + ": all together show a false difference in"
                            + String.format(
                                    Locale.ROOT,
                                    " at most %.0f %% of comparisons. Each interval is for its figure alone.",
                                    PERCENT * rule.falseAlarms()));
        }
        if (!others().allMatch(this::isTested)) {
            wrapped(
                    "",
                    "Single runs: more, less, faster, slower mean that the difference exceeds the scatter of the blocks of"
                            + " the steady windows (" + Figures.text(rule.standardErrors()) + " standard errors of "
                            + rule.blocks() + " blocks of at least " + Figures.text(rule.leastBlockSeconds(), "s")
                            + ").");
        }
        wrapped(
                "",
                "within: no difference is shown, and there may be one. ?: inconclusive. > at least that; ~ few samples; "
                        + HarnessLag.MEANING + ".");
    }

    private void heading(String title) {
        line("");
        line(style.apply(Tone.STRONG, title));
    }

    private void wrapped(String prefix, String sentence) {
        TextStyle.wrapped(prefix, prefix.isBlank() ? prefix : INDENT, sentence, columns)
                .forEach(this::line);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
