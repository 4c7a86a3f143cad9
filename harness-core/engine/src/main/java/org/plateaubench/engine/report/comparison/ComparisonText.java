// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.report.ScoreText;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextStyle.Tone;
import org.plateaubench.engine.report.TextTable;
import org.plateaubench.engine.report.WrappedText;
import org.plateaubench.engine.report.comparison.Comparison.ComparedRun;
import org.plateaubench.engine.report.comparison.FigureValue.Change;
import org.plateaubench.engine.statistics.ConfidenceInterval;

/**
 * Writes a comparison for a terminal: the runs, obstacles to comparing them, differences of plan and environment, then
 * the figures. Every sign is accompanied by a word.
 */
public final class ComparisonText {
    private static final String INDENT = "  ";
    private static final int MAX_DIFFERENCES = 12;
    private static final double PERCENT = 100;
    /** The smallest change, as a share, that is shown as a factor. */
    private static final double LARGE = 10;

    private final Comparison comparison;
    private final int columns;
    private final TextStyle style;
    private final boolean everything;
    private final StringBuilder text = new StringBuilder();

    private ComparisonText(Comparison comparison, int columns, TextStyle style, boolean everything) {
        this.comparison = comparison;
        this.columns = columns;
        this.style = style;
        this.everything = everything;
    }

    /**
     * The text.
     *
     * @param columns width in characters; a line is longer only if a single name or value is
     * @param everything whether detailed figures, minor differences and single tiles are shown too
     */
    public static String of(Comparison comparison, int columns, TextStyle style, boolean everything) {
        return new ComparisonText(comparison, columns, style, everything).write();
    }

    private String write() {
        comparison.runs().forEach(this::run);
        heading("May they be compared?");
        comparison
                .findings()
                .forEach(finding ->
                        wrapped("- " + Documents.word(finding.severity()).replace('-', ' ') + ": ", finding.message()));
        differences("Differences of plan", comparison.plan());
        differences("Differences of environment", comparison.environment());
        comparison.sets().forEach(this::score);
        comparison.workloads().stream()
                .filter(workload -> everything || workload.tile() == null)
                .forEach(this::workload);
        heading("Harness");
        table(
                comparison.harness().stream()
                        .filter(ComparedFigure::isKnown)
                        .map(figure -> new Row(figure.head().title(), figure, false))
                        .toList(),
                sets().boxed().toList());
        legend();
        return text.toString();
    }

    private void run(ComparedRun run) {
        Double seconds = run.steadySeconds();
        Conclusion.Kind kind = run.conclusion().kind();
        line(style.apply(Tone.STRONG, run.label())
                + INDENT
                + run.id()
                + INDENT
                + style.apply(Tone.of(kind), kind.word().toUpperCase(Locale.ROOT)));
        wrapped(
                INDENT + " ",
                "class " + run.runClass() + ", " + run.status() + ", "
                        + (seconds == null ? "no steady state" : Figures.text(seconds, "s") + " steady")
                        + ", plan " + run.planId());
    }

    private void differences(String title, List<Difference> differences) {
        List<Difference> shown = differences.stream()
                .filter(difference -> everything || !difference.minor())
                .toList();
        int minor = differences.size() - shown.size();
        heading(title);
        if (shown.isEmpty()) {
            line(INDENT + (differences.isEmpty() ? "none" : "none that matters"));
        }
        int most = everything ? shown.size() : MAX_DIFFERENCES;
        shown.stream().limit(most).forEach(this::difference);
        if (shown.size() > most) {
            line(INDENT + "and " + (shown.size() - most) + " more; --all shows them");
        }
        if (minor > 0) {
            line(INDENT + minor + " minor " + (minor == 1 ? "one" : "ones")
                    + " (names, seeds, ports, states of the host); --all shows them");
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
        labels.forEach((value, with) -> parts.add(String.join(",", with) + " " + value));
        String line = INDENT + difference.path() + INDENT + String.join("   ", parts);
        if (line.length() <= columns) {
            line(line);
        } else {
            line(INDENT + difference.path());
            parts.forEach(part -> wrapped(INDENT + INDENT, part));
        }
    }

    private void score(ComparedSet set) {
        if (set.score() != null) {
            line("");
            wrapped("Score of set " + set.label() + ": ", ScoreText.of(set.score()));
        }
    }

    private void workload(ComparedWorkload workload) {
        boolean tiled = comparison.workloads().stream()
                .anyMatch(other -> other.name().equals(workload.name()) && other.tile() != null);
        String head = workload.tile() != null
                ? workload.tile() + "/" + workload.name()
                : tiled ? workload.name() + ", all tiles" : workload.name();
        String without =
                sets().filter(set -> !workload.isIn(set)).mapToObj(this::label).collect(Collectors.joining(", "));
        heading(head + (without.isEmpty() ? "" : "   not in " + without));
        List<Row> rows = new ArrayList<>();
        ComparedFigure metric = workload.metric();
        if (metric != null) {
            rows.add(new Row(metric.head().unit(), metric, true));
        }
        lines(workload, rows);
        workload.checks().stream()
                .filter(ComparedFigure::isKnown)
                .forEach(check -> rows.add(new Row(check.head().title() + missed(check), check, false)));
        workload.counters().stream()
                .filter(counter -> everything && counter.isKnown())
                .forEach(counter -> rows.add(new Row(counter.head().title(), counter, false)));
        table(rows, sets().filter(workload::isIn).boxed().toList());
        if (tiled && workload.tile() == null && !everything) {
            line(INDENT + "tile by tile: --all shows it");
        }
    }

    private void lines(ComparedWorkload workload, List<Row> rows) {
        int names = workload.lines().stream()
                .mapToInt(each -> Words.of(each.name()).length())
                .max()
                .orElse(0);
        for (ComparedWorkload.Line each : workload.lines()) {
            String name = Words.of(each.name());
            for (ComparedFigure figure : each.figures()) {
                if (isShown(figure)) {
                    rows.add(new Row(name + " ".repeat(names + 1 - name.length()) + name(figure), figure, true));
                    name = "";
                }
            }
        }
    }

    private boolean isShown(ComparedFigure figure) {
        boolean isShare = figure.head().unit().equals("%");
        return everything
                || figure.head().name().equals(OperationFigures.THROUGHPUT.name())
                || (figure.isKnown() && !figure.head().detail() && !(isShare && figure.isEqual()));
    }

    private String missed(ComparedFigure check) {
        String by = sets().filter(
                        set -> Boolean.FALSE.equals(check.values().get(set).met()))
                .mapToObj(this::label)
                .collect(Collectors.joining(", "));
        return by.isEmpty() ? "" : " (missed by " + by + ")";
    }

    private static String name(ComparedFigure figure) {
        return OperationFigures.named(figure.head().name())
                .map(known -> known.head() + (known.kind() == Figure.Kind.RATE ? "" : " " + known.unit()))
                .orElse(figure.head().title());
    }

    private IntStream sets() {
        return IntStream.range(0, comparison.sets().size());
    }

    private String label(int set) {
        return comparison.sets().get(set).label();
    }

    /**
     * A row of a table.
     *
     * @param isDistinguished whether runs can distinguish a change of such a figure from chance
     */
    private record Row(String name, ComparedFigure figure, boolean isDistinguished) {}

    /** Writes a table; sets that do not fit side by side are placed below each other, each with the first of them. */
    private void table(List<Row> rows, List<Integer> sets) {
        int first = sets.getFirst();
        int from = 1;
        do {
            int to = Math.min(from + 1, sets.size());
            while (to < sets.size()
                    && table(rows, first, sets.subList(from, to + 1)).width() <= columns - INDENT.length()) {
                to++;
            }
            if (from > 1) {
                line("");
            }
            table(rows, first, sets.subList(from, to)).lines().forEach(each -> line(INDENT + each));
            from = to;
        } while (from < sets.size());
    }

    private TextTable table(List<Row> rows, int first, List<Integer> others) {
        List<String> headings = new ArrayList<>(List.of("", style.apply(Tone.STRONG, label(first))));
        for (int set : others) {
            headings.addAll(List.of(style.apply(Tone.STRONG, label(set)), "change"));
            headings.addAll(isTested(rows, set) ? List.of("95 % interval", "p", "") : List.of(""));
        }
        TextTable table = new TextTable(columns - INDENT.length(), headings.toArray(String[]::new));
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.name(), value(row.figure(), first)));
            others.forEach(set -> cells.addAll(cells(row, set, isTested(rows, set))));
            table.add(cells);
        }
        return table;
    }

    private static boolean isTested(List<Row> rows, int set) {
        return rows.stream()
                .map(row -> row.figure().values().get(set).against())
                .anyMatch(change -> change != null && change.interval() != null);
    }

    /** Whether a set is compared by tests of several runs. */
    private boolean isTested(int set) {
        return comparison.sets().getFirst().runs() > 1
                && comparison.sets().get(set).runs() > 1;
    }

    private List<String> cells(Row row, int set, boolean tested) {
        ComparedFigure figure = row.figure();
        Change change = figure.values().get(set).against();
        List<String> cells = new ArrayList<>(List.of(value(figure, set), change(figure, change)));
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
        if (figure.head().unit().equals("%")) {
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
        boolean isShare = figure.head().unit().equals("%");
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
        return figure.head().unit().equals("ms") ? isMore ? "slower" : "faster" : isMore ? "more" : "less";
    }

    private void legend() {
        line("");
        if (sets().skip(1).anyMatch(this::isTested)) {
            testLegend();
        }
        boolean isOfRuns = sets().skip(1).anyMatch(set -> !isTested(set));
        String first = comparison.sets().getFirst().words();
        wrapped(
                "",
                "Changes are relative to " + first + ", of shares in percentage points (pp)."
                        + (isOfRuns
                                ? " more, less, faster, slower: the difference exceeds the scatter of the blocks of the"
                                        + " steady windows (" + Figures.text(Change.STANDARD_ERRORS)
                                        + " standard errors of ten blocks each). within: it does not. ?: inconclusive,"
                                        + " as with a steady window under 50 s, few samples, a load that changes, a"
                                        + " single tile, or a run that cannot be trusted."
                                : "")
                        + " > at least that; ~ few samples; " + HarnessLag.MEANING + ".");
    }

    private void testLegend() {
        Comparison.Rule rule = comparison.rule();
        wrapped(
                "",
                "Each value of a set is the mean of its runs that count. Test: " + rule.test() + ", " + rule.tests()
                        + " tests corrected by " + rule.correction()
                        + String.format(
                                Locale.ROOT,
                                ", so that all together show a false difference in at most %.0f %% of comparisons."
                                        + " Each interval is for its figure alone, at %.0f %%. No set scatters less"
                                        + " than its runs do within.",
                                PERCENT * rule.falseAlarms(),
                                PERCENT * rule.intervalLevel())
                        + " p is corrected for all tests. within: no difference is shown; there may be one, as large"
                        + " as the interval. ?: not tested, fewer than two values in a set, values that are only"
                        + " bounds, or sets that differ without any scatter.");
    }

    private void heading(String title) {
        line("");
        line(style.apply(Tone.STRONG, title));
    }

    private void wrapped(String head, String sentence) {
        WrappedText.lines(head, head.isBlank() ? head : INDENT, sentence, columns)
                .forEach(this::line);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
