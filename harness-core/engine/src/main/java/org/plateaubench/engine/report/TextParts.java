// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LimitResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.PeriodResult;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.judge.result.StepResult;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.measure.host.HostTelemetry;

/** Writes tables of tiles and of scored periods for a terminal, one line each, and the cells of such tables. */
final class TextParts {
    private static final String INDENT = "  ";

    private TextParts() {}

    static List<String> tiles(AggregateResult total, List<WorkloadResult> tiles, int columns) {
        TextTable table = table("tile", total.metric(), columns);
        tiles.forEach(tile -> table.add(row(Integer.toString(tile.tile()), tile.metric(), tile.all(), tile.limits())));
        return write(total.name() + " by tile", table);
    }

    static List<String> periods(Judgement judgement, int columns) {
        List<String> lines = new ArrayList<>();
        for (AggregateResult workload : judgement.aggregates()) {
            TextTable table = table("period", workload.metric(), columns);
            judgement.periods().forEach(period -> table.add(row(period, workload.name())));
            if (!judgement.periods().isEmpty()) {
                lines.addAll(write(workload.name() + " by period", table));
            }
        }
        return lines;
    }

    private static List<String> row(PeriodResult period, String workload) {
        for (AggregateResult total : period.aggregates()) {
            if (total.name().equals(workload)) {
                return row(
                        period.name() + (period.complete() ? "" : ", cut off"),
                        total.metric(),
                        total.all(),
                        period.workloads().stream()
                                .filter(tile -> tile.name().equals(workload))
                                .flatMap(tile -> tile.limits().stream())
                                .toList());
            }
        }
        List<String> cells = new ArrayList<>(cells(period.name() + ", not reached", Figure.View.BRIEF, figure -> "-"));
        cells.addAll(List.of("-", "-"));
        return cells;
    }

    /** One line for each check of a workload; empty without checks. */
    static List<String> checks(List<CheckResult> checks, int columns) {
        if (checks.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(columns, "check", "value", "allowed", "");
        for (CheckResult result : checks) {
            table.add(List.of(
                    Words.of(result.name()),
                    result.seen("-"),
                    result.isBounded() ? result.bounds() : "-",
                    result.isBounded() ? met(result.met()) : ""));
        }
        return table.lines();
    }

    private static String met(@Nullable Boolean met) {
        return met == null ? "open" : met ? "met" : "missed";
    }

    private static List<String> write(String title, TextTable table) {
        List<String> lines = new ArrayList<>(List.of("", title));
        table.lines().forEach(line -> lines.add(INDENT + line));
        return lines;
    }

    private static TextTable table(String first, @Nullable MetricValue metric, int columns) {
        List<String> heads = new ArrayList<>(cells(first, Figure.View.BRIEF, Figure::head));
        heads.add(1, metric == null ? "-" : metric.unit());
        heads.add("limits");
        return new TextTable(columns - INDENT.length(), heads);
    }

    private static List<String> row(
            String name, @Nullable MetricValue metric, LineResult all, List<LimitResult> limits) {
        List<String> cells = new ArrayList<>(cells(name, Figure.View.BRIEF, figure -> text(all, figure)));
        cells.add(1, metric == null ? "-" : Figures.text(metric.value()));
        cells.add(limits(limits));
        return cells;
    }

    static List<String> cells(String first, Figure.View view, Function<Figure, String> cell) {
        return Stream.concat(
                        Stream.of(first), OperationFigures.in(view).stream().map(cell))
                .toList();
    }

    /** A figure with its marks; a dash when there is none. */
    static String text(LineResult line, Figure figure) {
        return figure.text(line.value(figure)) + (line.isLimited(figure) ? HarnessLag.MARK : "");
    }

    /** The result of limits in one word; empty without limits. */
    static String limits(List<LimitResult> results) {
        if (results.isEmpty()) {
            return "";
        }
        if (results.stream().anyMatch(result -> Boolean.FALSE.equals(result.met()))) {
            return "missed";
        }
        return results.stream().anyMatch(result -> result.met() == null) ? "open" : "met";
    }

    static List<WorkloadResult> tilesOf(Judgement judgement, String workload) {
        return judgement.workloads().stream()
                .filter(tile -> tile.name().equals(workload))
                .toList();
    }

    /** The steps of a workload's schedule after an empty line; empty without one. */
    static List<String> steps(WorkloadResult workload, int widest) {
        if (workload.steps().isEmpty()) {
            return List.of();
        }
        List<String> heads = new ArrayList<>(cells("step", Figure.View.BRIEF, Figure::head));
        heads.add("verdict");
        TextTable table = new TextTable(widest, heads);
        for (StepResult step : workload.steps()) {
            List<String> cells = new ArrayList<>(
                    cells(step.step() + " " + step.label(), Figure.View.BRIEF, figure -> text(step.all(), figure)));
            cells.add(step.verdict() == null ? unjudged(step) : step.verdict().word());
            table.add(cells);
        }
        return Stream.concat(Stream.of(""), table.lines().stream()).toList();
    }

    private static String unjudged(StepResult step) {
        return step.window() == null ? "not reached" : "cut off";
    }

    /** Whether an audit is a completed comparison with the SUT, which is counted and shown separately. */
    static boolean isComparison(Audit audit) {
        return audit.rule() == Rule.RECONCILIATION && audit.state() != Audit.State.NOT_TESTED;
    }

    /** The number of audits by their results, without comparisons with the SUT. */
    static String auditCounts(Judgement judgement) {
        Map<String, Long> counts = new LinkedHashMap<>();
        List.of("ok", "violated", "noted", "not tested").forEach(state -> counts.put(state, 0L));
        judgement.audits().stream()
                .filter(audit -> !isComparison(audit))
                .forEach(audit -> counts.merge(
                        audit.state() == Audit.State.VIOLATED && audit.noted()
                                ? "noted"
                                : audit.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        1L,
                        Long::sum));
        return counts.entrySet().stream()
                .filter(state -> state.getValue() > 0)
                .map(state -> state.getValue()
                        + (state.getKey().equals("ok") ? (state.getValue() == 1 ? " audit " : " audits ") : " ")
                        + state.getKey())
                .collect(Collectors.joining(", "));
    }

    static List<String> hosts(List<HostResult> hosts) {
        List<String> lines = new ArrayList<>();
        for (HostResult host : hosts) {
            Double cost = host.costCores();
            lines.add("Host " + host.host()
                    + (host.drivesLoad() ? "" : ", without load" + by(host)) + ": " + cpu(host)
                    + (cost == null ? "" : "; its telemetry cost " + Figures.text(100 * cost, "%") + " of a core")
                    + (host.holes().isEmpty() ? "" : "; not sampled all the time")
                    + ".");
        }
        return lines;
    }

    private static String by(HostResult host) {
        return host.agent().isEmpty() ? "" : " (agent " + host.agent() + ")";
    }

    private static String cpu(HostResult host) {
        return host.stretches().getFirst().series().stream()
                .filter(one -> one.name().equals(HostTelemetry.CPU))
                .findFirst()
                .map(one -> "CPU mean " + percent(one.mean()) + ", p95 " + percent(one.p95()) + ", most "
                        + percent(one.max()) + " of all cores")
                .orElse("no CPU was sampled");
    }

    private static String percent(double share) {
        return Figures.text(100 * share, "%");
    }

    static List<String> power(@Nullable PowerResult power) {
        List<String> lines = new ArrayList<>();
        for (PowerResult.Total total : power == null ? List.<PowerResult.Total>of() : power.totals()) {
            for (PowerResult.TotalStretch part : total.stretches()) {
                PowerResult.Efficiency figures = part.figures();
                String where = (part.name().isEmpty() ? "" : "period " + part.name() + ", ")
                        + (total.at().equals("wall") ? "at the wall" : "in components") + " ("
                        + String.join(", ", total.measures()) + "): ";
                lines.add(where + (figures == null ? "void. " + part.voidedBy() : efficiency(figures)));
            }
        }
        return lines;
    }

    private static String efficiency(PowerResult.Efficiency figures) {
        Double perJoule = figures.operationsPerJoule();
        Double score = figures.scorePerKilowatt();
        return "mean " + Figures.text(figures.meanWatts(), "W") + ", energy " + Figures.text(figures.joules(), "J")
                + " ± " + Figures.text(figures.uncertaintyJoules(), "J") + " ("
                + Figures.text(figures.uncertaintyPercent(), "%")
                + ")"
                + (perJoule == null ? "" : ", " + Figures.text(perJoule, "operations per joule"))
                + (score == null ? "" : ", score per kW " + Figures.text(score))
                + ".";
    }
}
