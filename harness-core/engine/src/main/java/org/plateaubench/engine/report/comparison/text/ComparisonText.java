// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison.text;

import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.comparison.ComparedFigure;
import org.plateaubench.engine.report.comparison.ComparedLine;
import org.plateaubench.engine.report.comparison.ComparedWorkload;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.FigureNames;
import org.plateaubench.engine.report.comparison.FigureValue;

/**
 * Writes a comparison for a terminal: the runs, obstacles to comparing them, differences of plan and environment, then
 * the figures. Every sign is accompanied by a word.
 */
public final class ComparisonText {
    private static final String INDENT = ComparisonHead.INDENT;
    /** Figures that are shown only with all details. */
    private static final Set<String> DETAILS = Set.of("p90", "p99_9", FigureNames.MAX, FigureNames.DECLINED);

    private final Comparison comparison;
    private final int columns;
    private final TextStyle style;
    private final boolean everything;
    private final ComparisonHead text;

    private ComparisonText(Comparison comparison, int columns, TextStyle style, boolean everything) {
        this.comparison = comparison;
        this.columns = columns;
        this.style = style;
        this.everything = everything;
        this.text = new ComparisonHead(columns, style, everything);
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
        text.runs(comparison.runs());
        text.findings(comparison.findings());
        text.differences("Differences of plan", comparison.plan(), comparison.runs());
        text.differences("Differences of environment", comparison.environment(), comparison.runs());
        comparison.workloads().forEach(this::workload);
        harness();
        legend();
        return text.toString();
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
        text.heading(head + (without.isEmpty() ? "" : "   not in " + String.join(", ", without)));
        FigureText figures = new FigureText(comparison, with);
        Grid grid = new Grid(with.size());
        grid.add("", figures.headings());
        ComparedFigure metric = workload.metric();
        if (metric != null) {
            grid.add(metric.unit(), figures.row(metric, true));
        }
        lines(workload, figures, grid);
        workload.checks().forEach(check -> {
            boolean missed = check.met().contains(false);
            add(grid, figures, check.figure(), missed ? " (missed by " + figures.missing(check) + ")" : "");
        });
        if (everything) {
            workload.counters().forEach(counter -> add(grid, figures, counter, ""));
        }
        grid.lines(columns - INDENT.length(), style).forEach(each -> text.line(each.isEmpty() ? "" : INDENT + each));
        if (tiled && workload.tile() == null && !everything) {
            text.line(INDENT + "tile by tile: --all shows it");
        }
    }

    private void lines(ComparedWorkload workload, FigureText figures, Grid grid) {
        int names = workload.lines().stream()
                .mapToInt(each -> Words.of(each.name()).length())
                .max()
                .orElse(0);
        for (ComparedLine each : workload.lines()) {
            String name = Words.of(each.name());
            for (ComparedFigure figure : each.figures()) {
                if (isShown(figure)) {
                    grid.add(
                            name + " ".repeat(names + 1 - name.length()) + FigureText.name(figure),
                            figures.row(figure, true));
                    name = "";
                }
            }
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
            grid.add(Words.of(figure.name()) + unit + more, figures.row(figure, false));
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
        text.heading("Harness");
        FigureText figures = new FigureText(comparison, runs(run -> true));
        Grid grid = new Grid(comparison.runs().size());
        grid.add("", figures.headings());
        comparison.harness().stream()
                .filter(ComparedFigure::isKnown)
                .forEach(figure -> grid.add(FigureText.name(figure), figures.row(figure, false)));
        grid.lines(columns - INDENT.length(), style).forEach(each -> text.line(each.isEmpty() ? "" : INDENT + each));
    }

    private void legend() {
        text.line("");
        text.wrapped(
                "",
                "Changes are relative to run A, of shares in percentage points (pp). more, less, faster, slower: the"
                        + " difference exceeds the scatter of the blocks of the steady windows ("
                        + Figures.text(FigureValue.STANDARD_ERRORS)
                        + " standard errors of ten blocks each). within: it does not. ?: inconclusive, as with a steady"
                        + " window under 50 s, few samples, a load that changes, a single tile, or a run that cannot be"
                        + " trusted. > at least that; ~ few samples; " + HarnessLag.MEANING + ".");
    }
}
