// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextStyle.Tone;

/**
 * A comparison for a terminal: the runs, obstacles to comparing them, differences of plan and environment, then the
 * figures. Every sign is also a word.
 */
public final class ComparisonText {
    private static final String INDENT = "  ";
    private static final int MOST_DIFFERENCES = 12;
    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");
    /** Shown only with all details. */
    private static final Set<String> DETAILS = Set.of("p90", "p99_9", FigureNames.MAX, FigureNames.DECLINED);

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
     * @param columns width in characters; lines are longer only where a single name or value is
     * @param everything whether detailed figures, minor differences and single tiles are shown too
     */
    public static String of(Comparison comparison, int columns, TextStyle style, boolean everything) {
        return new ComparisonText(comparison, columns, style, everything).write();
    }

    private String write() {
        runs();
        findings();
        differences("Differences of plan", comparison.plan());
        differences("Differences of environment", comparison.environment());
        comparison.workloads().forEach(this::workload);
        harness();
        legend();
        return text.toString();
    }

    private void runs() {
        for (ComparedRun run : comparison.runs()) {
            Double seconds = run.steadySeconds();
            Conclusion.Kind kind = run.conclusion().kind();
            Tone tone = Tone.valueOf(kind.tone().toUpperCase(Locale.ROOT));
            line(style.apply(Tone.STRONG, run.label())
                    + INDENT
                    + run.id()
                    + INDENT
                    + style.apply(tone, kind.word().toUpperCase(Locale.ROOT)));
            wrapped(
                    INDENT + " ",
                    "class " + run.runClass() + ", " + run.status() + ", "
                            + (seconds == null ? "no steady state" : Figures.said(seconds, "s") + " steady")
                            + ", plan " + run.planId());
        }
    }

    private void findings() {
        heading("May they be compared?");
        for (Finding finding : comparison.findings()) {
            wrapped("- " + Documents.word(finding.severity()).replace('-', ' ') + ": ", finding.message());
        }
    }

    private void differences(String title, List<Difference> all) {
        heading(title);
        List<Difference> shown =
                everything ? all : all.stream().filter(each -> !each.minor()).toList();
        long minor = all.stream().filter(Difference::minor).count();
        if (shown.isEmpty()) {
            line(INDENT + (all.isEmpty() ? "none" : "none that matters"));
        }
        int most = everything ? shown.size() : MOST_DIFFERENCES;
        shown.stream().limit(most).forEach(this::difference);
        if (shown.size() > most) {
            line(INDENT + "and " + (shown.size() - most) + " more; --all shows them");
        }
        if (!everything && minor > 0) {
            line(INDENT + minor + " minor " + (minor == 1 ? "one" : "ones")
                    + " (names, seeds, ports, states of the host); --all shows them");
        }
    }

    /** The labels of runs with the same value are grouped. */
    private void difference(Difference difference) {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        for (int run = 0; run < difference.values().size(); run++) {
            String value = difference.values().get(run);
            labels.computeIfAbsent(value == null ? "-" : value, key -> new ArrayList<>())
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
        if (workload.tile() != null && !everything) {
            return;
        }
        boolean tiled = comparison.workloads().stream()
                .anyMatch(other -> other.name().equals(workload.name()) && other.tile() != null);
        String head = workload.tile() != null
                ? workload.tile() + "/" + workload.name()
                : tiled ? workload.name() + ", all tiles" : workload.name();
        List<Integer> with = runs(run -> workload.isIn(run));
        List<String> without = runs(run -> !workload.isIn(run)).stream()
                .map(run -> comparison.runs().get(run).label())
                .toList();
        heading(head + (without.isEmpty() ? "" : "   not in " + String.join(", ", without)));
        FigureText figures = new FigureText(comparison, with);
        Grid grid = new Grid(with.size());
        grid.add("", figures.headings());
        ComparedFigure metric = workload.metric();
        if (metric != null) {
            grid.add(metric.unit(), figures.row(metric, true));
        }
        int names = workload.lines().stream()
                .mapToInt(each -> each.name().length())
                .max()
                .orElse(0);
        for (ComparedLine each : workload.lines()) {
            String name = each.name();
            for (ComparedFigure figure : each.figures()) {
                if (isShown(figure)) {
                    grid.add(
                            name + " ".repeat(names + 1 - name.length()) + FigureText.name(figure),
                            figures.row(figure, true));
                    name = "";
                }
            }
        }
        workload.checks().forEach(check -> {
            boolean missed = check.met().contains(false);
            add(grid, figures, check.figure(), missed ? " (missed by " + figures.missing(check) + ")" : "");
        });
        if (everything) {
            workload.counters().forEach(counter -> add(grid, figures, counter, ""));
        }
        grid.lines(columns - INDENT.length(), style).forEach(each -> line(each.isEmpty() ? "" : INDENT + each));
        if (tiled && workload.tile() == null && !everything) {
            line(INDENT + "tile by tile: --all shows it");
        }
    }

    private List<Integer> runs(IntPredicate wanted) {
        return IntStream.range(0, comparison.runs().size())
                .filter(wanted)
                .boxed()
                .toList();
    }

    private static void add(Grid grid, FigureText figures, ComparedFigure figure, String more) {
        if (figure.isKnown()) {
            String unit = figure.unit().isEmpty() ? "" : " " + figure.unit();
            grid.add(figure.name() + unit + more, figures.row(figure, false));
        }
    }

    private boolean isShown(ComparedFigure figure) {
        if (everything || figure.name().equals(FigureNames.THROUGHPUT)) {
            return true;
        }
        boolean isShare = figure.unit().equals("%");
        return figure.isKnown() && !DETAILS.contains(figure.name()) && !(isShare && figure.isEqual());
    }

    private void harness() {
        heading("Harness");
        FigureText figures = new FigureText(comparison, runs(run -> true));
        Grid grid = new Grid(comparison.runs().size());
        grid.add("", figures.headings());
        comparison.harness().stream()
                .filter(ComparedFigure::isKnown)
                .forEach(figure -> grid.add(FigureText.name(figure), figures.row(figure, false)));
        grid.lines(columns - INDENT.length(), style).forEach(each -> line(each.isEmpty() ? "" : INDENT + each));
    }

    private void legend() {
        line("");
        wrapped(
                "",
                "Changes are relative to run A, of shares in percentage points (pp). more, less, faster, slower: the"
                        + " difference exceeds the scatter of the blocks of the steady windows ("
                        + Figures.said(FigureValue.STANDARD_ERRORS)
                        + " standard errors of ten blocks each). within: it does not. ?: inconclusive, as with a steady"
                        + " window under 50 s, few samples, a load that changes, a single tile, or a run that cannot be"
                        + " trusted. > at least that; ~ few samples; # limited by the harness: more than 10 % of it may"
                        + " be the harness's own lag.");
    }

    private void heading(String title) {
        line("");
        line(style.apply(Tone.STRONG, title));
    }

    private void wrapped(String head, String sentence) {
        StringBuilder line = new StringBuilder(head);
        String indent = head.isBlank() ? head : INDENT;
        boolean first = true;
        for (String word : WHITE_SPACE.split(sentence.strip(), -1)) {
            if (!first && line.length() + 1 + word.length() > columns) {
                line(line.toString());
                line = new StringBuilder(indent);
                first = true;
            }
            line.append(first ? "" : " ").append(word);
            first = false;
        }
        line(line.toString());
    }

    private void line(@Nullable String line) {
        text.append(line).append('\n');
    }
}
