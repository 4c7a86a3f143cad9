// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.measure.interval.LineInterval;

/**
 * Checks whether the reported percentiles of a workload are due to the SUT or to the harness (measurement rule M24). A
 * percentile does not describe the SUT if more than half of it is lag and that lag exceeds the bound of M16. As for
 * lags, a percentile counts only if ten samples exceed it, of the times and of the lag.
 */
public final class ShareAudits {
    private static final double PERCENT = 100;

    private ShareAudits() {}

    private record Timed(String name, HarnessLag.Time time, String line, double valueMs, double lagMs) {
        double share() {
            return lagMs / valueMs;
        }

        boolean isHarness(double boundMs) {
            return share() * PERCENT > Bounds.SHARE_PERCENT && lagMs > boundMs;
        }

        String words() {
            return Figures.text(Figures.rounded(share() * PERCENT), "%") + " of the " + name + " of the " + time.words()
                    + " of " + line + " (" + Figures.text(lagMs) + " of " + Figures.text(valueMs, "ms") + ")";
        }
    }

    public static Audit of(WorkloadFigures workload, boolean voids) {
        Scope scope = workload.scope();
        double boundMs = workload.planned().lagBoundMs();
        List<Timed> figures = figures(workload);
        List<Timed> harness = figures.stream()
                .filter(figure -> figure.isHarness(boundMs))
                .sorted(Comparator.comparingDouble(Timed::share).reversed())
                .toList();
        Timed most = harness.isEmpty()
                ? figures.stream().max(Comparator.comparingDouble(Timed::share)).orElse(null)
                : harness.getFirst();
        if (most == null) {
            String message =
                    "Too few operations for a test: ten response times and ten lags must lie beyond a percentile.";
            return Audit.notTested(AuditOrRule.HARNESS_SHARE, scope, Bounds.SHARE_PERCENT, "%", message);
        }
        return Audit.of(
                        AuditOrRule.HARNESS_SHARE,
                        harness.isEmpty(),
                        scope,
                        Figures.rounded(most.share() * PERCENT),
                        Bounds.SHARE_PERCENT,
                        "%",
                        message(scope, most, harness.size(), boundMs))
                .notedUnless(voids);
    }

    private static String message(Scope scope, Timed most, int count, double boundMs) {
        String allowed = Figures.text(Bounds.SHARE_PERCENT, "%") + " with a lag above " + Figures.text(boundMs, "ms");
        if (count == 0) {
            return "The harness's own lag is at most " + most.words() + "; a percentile may not have more than "
                    + allowed + ".";
        }
        String more = count == 1 ? "" : ", and too large a share of " + (count - 1) + " more percentiles";
        return scope + ": the harness's own lag is " + most.words() + more + "; more than " + allowed
                + " says nothing about the SUT. Give the agent more CPU, lower the load, or move the SUT to another"
                + " host.";
    }

    private static List<Timed> figures(WorkloadFigures workload) {
        HarnessLag lag = workload.harnessLag();
        List<Timed> figures = new ArrayList<>();
        add(figures, "all operations", workload.all(), lag);
        for (LineTotals line : workload.lines()) {
            if (line.kind() != LineInterval.Kind.SERIES) {
                add(figures, Words.of(line.name()), line, lag);
            }
        }
        return figures;
    }

    private static void add(List<Timed> figures, String name, LineTotals line, HarnessLag lag) {
        add(figures, HarnessLag.Time.RESPONSE, name, line.totals().response(), lag);
        add(figures, HarnessLag.Time.SERVICE, name, line.totals().service(), lag);
    }

    private static void add(List<Timed> figures, HarnessLag.Time time, String line, TimeTotals times, HarnessLag lag) {
        OperationColumns.PERCENTILES.stream()
                .filter(figure -> figure.percentile() < 100)
                .forEach(figure -> {
                    Estimate value = times.percentile(figure.percentile());
                    Estimate late = lag.percentile(time, figure.percentile());
                    if (value != null && late != null && isSure(value) && isSure(late)) {
                        figures.add(new Timed(
                                figure.title(),
                                time,
                                line,
                                Figures.millis(value.nanos()),
                                Figures.millis(late.nanos())));
                    }
                });
    }

    /** A lower bound, or a value from a few samples, has no meaningful share. */
    private static boolean isSure(Estimate estimate) {
        return estimate.nanos() > 0 && !estimate.lowerBound() && !estimate.lowResolution();
    }
}
