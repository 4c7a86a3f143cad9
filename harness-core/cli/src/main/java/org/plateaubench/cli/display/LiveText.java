// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.statistics.Nanos;

/** The words and figures that both displays share. Pure functions. */
final class LiveText {
    private static final int SECONDS_PER_MINUTE = 60;

    private LiveText() {}

    /** Minutes and seconds, such as {@code 1:05}; hours are shown in minutes. */
    static String clock(long nanos) {
        long seconds = Math.max(0, TimeUnit.NANOSECONDS.toSeconds(nanos));
        return String.format(Locale.ROOT, "%d:%02d", seconds / SECONDS_PER_MINUTE, seconds % SECONDS_PER_MINUTE);
    }

    /** A bar of the given width, with whole blocks only. */
    static String bar(double share, int width) {
        int full = (int) Math.round(Math.clamp(share, 0.0, 1.0) * width);
        return "█".repeat(full) + "░".repeat(width - full);
    }

    static String line(LiveTable.Row row, RunPlan plan) {
        return String.format(
                Locale.ROOT,
                "%s %.1f ops/s, p95 %s, %d errors, %d users",
                name(row),
                row.operationsPerSecond(),
                p95(row, plan),
                row.errors(),
                row.users());
    }

    /** The explanations of marked figures; empty when no figure is marked. */
    static List<String> notes(LiveTable table, RunPlan plan) {
        return table.rows().stream().anyMatch(row -> isLimited(row, plan))
                ? List.of(HarnessLag.MEANING + ".")
                : List.of();
    }

    /** Whether a percentile is limited by the harness (measurement rule M24). */
    private static boolean isLimited(LiveTable.Row row, RunPlan plan) {
        return plan.workloads().stream()
                .filter(workload ->
                        workload.tile() == row.tile() && workload.name().equals(row.workload()))
                .anyMatch(workload -> row.p95HarnessShare(workload.execution()) > HarnessLag.LIMITED);
    }

    private static String p95(LiveTable.Row row, RunPlan plan) {
        return milliseconds(row.p95Nanos()) + (isLimited(row, plan) ? HarnessLag.MARK : "");
    }

    /** The table, with its heading first and explanations of marks last. */
    static List<String> table(LiveTable table, RunPlan plan) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%-24s %12s %12s %8s %8s", "workload", "ops/s", "p95", "errors", "users"));
        for (LiveTable.Row row : table.rows()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-24s %12.1f %12s %8d %8d",
                    name(row),
                    row.operationsPerSecond(),
                    p95(row, plan),
                    row.errors(),
                    row.users()));
        }
        lines.addAll(notes(table, plan));
        return lines;
    }

    static String progress(String scope, String activity, long done, long total, String unit) {
        String who = scope.isEmpty() ? activity : scope + ": " + activity;
        if (total <= 0) {
            return done == 0 ? who : who + ", " + count(done) + " " + unit;
        }
        return who + ", " + count(done) + " of " + count(total) + " " + unit + " (" + 100 * done / total + " %)";
    }

    private static String count(long number) {
        return Figures.text(number);
    }

    private static String milliseconds(long nanos) {
        return nanos == 0 ? "-" : String.format(Locale.ROOT, "%.1f ms", nanos / Nanos.PER_MILLI);
    }

    private static String name(LiveTable.Row row) {
        return row.tile() + "/" + row.workload();
    }
}
