// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.api.Load;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.LiveTable;

/** The words and figures of a run in progress. Pure functions. */
public final class LiveText {
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int MAX_IN_SECONDS = 180;

    private LiveText() {}

    /** Minutes and seconds, such as {@code 1:05}; hours are shown in minutes. */
    static String clock(long nanos) {
        long seconds = Math.max(0, TimeUnit.NANOSECONDS.toSeconds(nanos));
        return String.format(Locale.ROOT, "%d:%02d", seconds / SECONDS_PER_MINUTE, seconds % SECONDS_PER_MINUTE);
    }

    static String bar(double share, int width) {
        int full = (int) Math.round(Math.clamp(share, 0.0, 1.0) * width);
        return "█".repeat(full) + "░".repeat(width - full);
    }

    public static String head(RunPlan plan) {
        Set<String> driven = new LinkedHashSet<>();
        Set<String> loads = new LinkedHashSet<>();
        for (PlannedWorkload workload : plan.workloads()) {
            String sut = plan.suts().stream()
                    .filter(one -> one.tile() == workload.tile() && one.name().equals(workload.sut()))
                    .map(one -> " on " + one.service())
                    .findFirst()
                    .orElse("");
            driven.add(workload.plugin() + sut);
            loads.add(load(workload.load()));
        }
        PhaseTimes phases = plan.phases();
        return Stream.of(
                        plan.name(),
                        plan.tiles() == 1 ? "" : plan.tiles() + " tiles",
                        String.join(", ", driven),
                        String.join(", ", loads),
                        length(phases.rampUp()) + " warm-up + " + length(phases.steady()) + " measured",
                        "class " + plan.runClass().label())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" \u00b7 "));
    }

    private static String load(Load load) {
        String most = load.steps().isEmpty() ? "" : "up to ";
        return switch (load) {
            case Load.Closed closed -> most + closed.users() + (closed.users() == 1 ? " user" : " users");
            case Load.Open open -> most + Figures.text(open.ratePerSecond()) + "/s";
        };
    }

    private static String length(Duration time) {
        long seconds = time.toSeconds();
        return seconds > MAX_IN_SECONDS && seconds % SECONDS_PER_MINUTE == 0
                ? seconds / SECONDS_PER_MINUTE + " min"
                : Figures.text(time.toMillis() / 1e3) + " s";
    }

    /** The figures of a workload; {@code failure} is the last one of its users, or empty. */
    static String line(LiveTable.Row row, String failure, RunPlan plan) {
        return String.format(
                Locale.ROOT,
                "%s%s ops/s   p95 %s   %d errors   %s",
                plan.workloads().size() == 1
                        ? ""
                        : String.format(Locale.ROOT, "%-12s ", shown(row.tile() + "/" + row.workload(), plan)),
                Figures.text(perSecond(row)),
                p95(row, plan),
                row.totals().failed(),
                users(row.users(), failure));
    }

    private static String users(int users, String failure) {
        return users > 0
                ? users + (users == 1 ? " user" : " users")
                : "no user is connected" + (failure.isEmpty() ? "" : " (" + failure + ")");
    }

    static List<String> notes(LiveTable table, RunPlan plan) {
        return table.rows().stream().anyMatch(row -> isLimited(row, plan))
                ? List.of(HarnessLag.MEANING + ".")
                : List.of();
    }

    private static boolean isLimited(LiveTable.Row row, RunPlan plan) {
        return plan.workloads().stream()
                .filter(workload ->
                        workload.tile() == row.tile() && workload.name().equals(row.workload()))
                .anyMatch(workload -> row.p95HarnessShare(workload.execution()) > HarnessLag.LIMITED);
    }

    private static String p95(LiveTable.Row row, RunPlan plan) {
        Figure.Value value = OperationColumns.P95.of(row.totals());
        return value == null
                ? "-"
                : String.format(
                        Locale.ROOT,
                        "%s%.1f ms%s",
                        value.lowerBound() ? ">" : "",
                        value.number(),
                        isLimited(row, plan) ? HarnessLag.MARK : "");
    }

    private static double perSecond(LiveTable.Row row) {
        return Objects.requireNonNull(OperationColumns.THROUGHPUT.of(row.totals()))
                .number();
    }

    /** Elapsed and planned time, such as {@code 0:12 / 1:25}; in the drain, after the plan, only the elapsed time. */
    static String elapsed(RunPlan plan, long runNanos) {
        long end = plan.phases().issueEndNanos();
        return clock(runNanos) + (runNanos > end ? "" : " / " + clock(end));
    }

    static String shown(String scope, RunPlan plan) {
        return plan.tiles() == 1 ? scope.replaceFirst("^1/", "") : scope;
    }
}
