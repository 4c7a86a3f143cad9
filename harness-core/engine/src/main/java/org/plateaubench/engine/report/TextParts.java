// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;
import org.plateaubench.engine.judge.result.WorkloadResult.StepResult;
import org.plateaubench.measure.host.HostTelemetry;

/** Writes tables of steps and checks for a terminal, and sentences about hosts and power. */
final class TextParts {
    private static final String INDENT = "  ";

    private TextParts() {}

    /** The steps of a workload's schedule after an empty line; empty without one. */
    static List<String> steps(WorkloadResult workload, int columns) {
        List<Figure> figures = OperationColumns.in(Figure.View.BRIEF);
        List<String> headings = new ArrayList<>(List.of("step"));
        figures.forEach(figure -> headings.add(figure.shortTitle()));
        headings.add("verdict");
        TextTable table = new TextTable(columns - INDENT.length(), headings);
        for (StepResult step : workload.steps()) {
            List<String> cells = new ArrayList<>(List.of(step.step() + " " + step.label()));
            figures.forEach(figure -> cells.add(text(step.all(), figure)));
            cells.add(verdict(step));
            table.add(cells);
        }
        List<String> lines = new ArrayList<>(List.of(""));
        table.lines().forEach(line -> lines.add(INDENT + line));
        return workload.steps().isEmpty() ? List.of() : lines;
    }

    private static String verdict(StepResult step) {
        return step.verdict() != null ? step.verdict().word() : step.window() == null ? "not reached" : "cut off";
    }

    static List<String> checks(List<CheckResult> checks, int columns) {
        TextTable table = new TextTable(columns, List.of("check", "value", "allowed", ""));
        for (CheckResult result : checks) {
            Boolean met = result.met();
            table.add(List.of(
                    Words.of(result.name()),
                    result.valueText("-"),
                    result.isBounded() ? result.bounds() : "-",
                    !result.isBounded() ? "" : met == null ? "open" : met ? "met" : "missed"));
        }
        return checks.isEmpty() ? List.of() : table.lines();
    }

    /** A figure with its marks; a dash when there is none. */
    static String text(LineResult line, Figure figure) {
        return figure.text(line.value(figure)) + (line.isLimited(figure) ? HarnessLag.MARK : "");
    }

    static List<WorkloadResult> tilesOf(Judgement judgement, String workload) {
        return judgement.workloads().stream()
                .filter(tile -> tile.name().equals(workload))
                .toList();
    }

    /** Whether an audit is a completed comparison with the SUT, which is counted and shown separately. */
    static boolean isComparison(AuditResult audit) {
        return audit.rule() == AuditOrRule.RECONCILIATION && audit.state() != AuditResult.State.NOT_TESTED;
    }

    static String auditCounts(Judgement judgement) {
        Map<String, Long> counts = new LinkedHashMap<>();
        List.of("ok", "violated", "noted", "not tested").forEach(state -> counts.put(state, 0L));
        judgement.audits().stream()
                .filter(audit -> !isComparison(audit))
                .forEach(audit -> counts.merge(
                        audit.state() == AuditResult.State.VIOLATED && audit.noted()
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
        return hosts.stream()
                .map(host -> "Host " + host.host()
                        + (host.drivesLoad() ? "" : ", without load (agent " + host.agent() + ")") + ": " + cpu(host)
                        + (host.sampled().holes().isEmpty() ? "" : "; not sampled all the time") + ".")
                .toList();
    }

    private static String cpu(HostResult host) {
        return host.sampled().stretches().getFirst().series().stream()
                .filter(series -> series.name().equals(HostTelemetry.CPU))
                .findFirst()
                .map(cpu -> "CPU mean " + percent(cpu.mean()) + ", p95 " + percent(cpu.p95()) + ", most "
                        + percent(cpu.max()) + " of all cores")
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
                + " ± " + Figures.text(figures.uncertaintyPercent(), "%")
                + (perJoule == null ? "" : ", " + Figures.text(perJoule, "operations per joule"))
                + (score == null ? "" : ", score per kW " + Figures.text(score))
                + ".";
    }
}
