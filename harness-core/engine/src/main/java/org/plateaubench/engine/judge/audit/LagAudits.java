// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.figure.Figure.Section;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.measure.interval.LineInterval;

/**
 * Audits dispatch lag and completion lag of each workload (measurement rule M16). The p99 decides. It violates the
 * bound only if ten lags exceed it, so that one delay in a few operations is not a violation. It is within the bound
 * only if there are at least a hundred lags.
 */
public final class LagAudits {
    static final String OPERATIONS = "operations";

    private static final String PROBES = "probes";
    private static final double PERCENTILE = 99;
    private static final double PERCENT = 100;
    /** With this number of lags, {@link Estimate#NEEDED_BEYOND} of them exceed the p99. */
    private static final long NEEDED_FOR_VIOLATION = 1_000;

    private LagAudits() {}

    public static List<AuditResult> of(WorkloadFigures workload) {
        double boundMs = workload.planned().lagBoundMs();
        Scope scope = workload.scope();
        boolean isLoop = workload.planned().execution() == Execution.EVENT_LOOP;
        List<AuditResult> audits = new ArrayList<>();
        audits.add(audit(AuditOrRule.DISPATCH_LAG, scope, workload.dispatchLag(), OPERATIONS, boundMs));
        // Users on threads have a separate probe on each agent; an event loop measures its turns.
        String completions = isLoop ? OPERATIONS : PROBES;
        audits.add(audit(AuditOrRule.COMPLETION_LAG, scope, workload.completionLag(), completions, boundMs));
        if (isLoop) {
            // An event loop measures a reply only from its own wake-up on.
            audits.add(audit(AuditOrRule.WAKE_UP_LAG, scope, workload.wakeUpLag(), PROBES, boundMs));
        }
        return audits;
    }

    static AuditResult audit(AuditOrRule rule, Scope scope, TimeTotals lags, String samples, double boundMs) {
        Estimate p99 = lags.percentile(PERCENTILE);
        if (p99 == null) {
            String message =
                    "Nothing was measured: no operation was due in the steady state, or the run did not get that far.";
            return audit(rule, scope, AuditResult.State.NOT_TESTED, null, boundMs, message);
        }
        double valueMs = Figures.millis(p99.nanos());
        String finding = "p99 of " + Figures.text(lags.measured()) + " " + samples + " is "
                + Figures.text(valueMs, boundMs, "ms") + ", at most " + Figures.bound(boundMs, "ms") + " is allowed";
        boolean isWithin = valueMs <= boundMs;
        boolean hasEnoughSamples = isWithin
                ? lags.measured() >= Bounds.LAG_NEEDS
                : lags.countAbove((long) (boundMs * 1e6)) >= Estimate.NEEDED_BEYOND;
        if (!hasEnoughSamples) {
            String tooFew = ": too few " + samples + " to tell ("
                    + Figures.text(isWithin ? Bounds.LAG_NEEDS : NEEDED_FOR_VIOLATION)
                    + " are needed: a longer steady state).";
            return audit(rule, scope, AuditResult.State.NOT_TESTED, valueMs, boundMs, finding + tooFew);
        }
        return isWithin
                ? audit(rule, scope, AuditResult.State.OK, valueMs, boundMs, finding + ".")
                : audit(
                        rule,
                        scope,
                        AuditResult.State.VIOLATED,
                        valueMs,
                        boundMs,
                        scope + ": " + finding + "." + remedy(rule));
    }

    private static String remedy(AuditOrRule rule) {
        return rule == AuditOrRule.DISPATCH_LAG
                ? " The harness started operations late, so response times include waits that the SUT did not cause."
                        + " Give"
                        + " the agent more CPU, lower the load, or move the SUT to another host."
                : " Replies waited for the harness, so response times are too long. Give the agent more CPU, lower the"
                        + " load, or move the SUT to another host.";
    }

    private static AuditResult audit(
            AuditOrRule rule,
            Scope scope,
            AuditResult.State state,
            @Nullable Double valueMs,
            double boundMs,
            String message) {
        return new AuditResult(rule, state, scope, valueMs, boundMs, "ms", false, false, message);
    }

    private record LaggedTime(String name, String times, String line, double valueMs, double lagMs) {
        double share() {
            return lagMs / valueMs;
        }

        boolean isHarness(double boundMs) {
            return share() * PERCENT > Bounds.SHARE_PERCENT && lagMs > boundMs;
        }

        String words() {
            return Figures.text(Figures.rounded(share() * PERCENT), "%") + " of the " + name + " of the " + times
                    + " of " + line + " (" + Figures.text(lagMs) + " of " + Figures.text(valueMs, "ms") + ")";
        }
    }

    /**
     * Whether the percentiles of a workload are due to the SUT or to the harness (measurement rule M24). A percentile
     * does not describe the SUT if more than half of it is lag, and this lag exceeds the bound of rule M16. Ten samples
     * must exceed both values.
     */
    public static AuditResult share(WorkloadFigures workload, boolean isVoiding) {
        Scope scope = workload.scope();
        double boundMs = workload.planned().lagBoundMs();
        List<LaggedTime> figures = figures(workload);
        List<LaggedTime> harness = figures.stream()
                .filter(figure -> figure.isHarness(boundMs))
                .sorted(Comparator.comparingDouble(LaggedTime::share).reversed())
                .toList();
        LaggedTime largest = harness.isEmpty()
                ? figures.stream()
                        .max(Comparator.comparingDouble(LaggedTime::share))
                        .orElse(null)
                : harness.getFirst();
        if (largest == null) {
            String message =
                    "Too few operations for a test: ten response times and ten lags must lie beyond a percentile.";
            return AuditResult.notTested(AuditOrRule.HARNESS_SHARE, scope, Bounds.SHARE_PERCENT, "%", message);
        }
        return AuditResult.of(
                        AuditOrRule.HARNESS_SHARE,
                        harness.isEmpty(),
                        scope,
                        Figures.rounded(largest.share() * PERCENT),
                        Bounds.SHARE_PERCENT,
                        "%",
                        message(scope, largest, harness.size(), boundMs))
                .noted(!isVoiding);
    }

    private static String message(Scope scope, LaggedTime largest, int count, double boundMs) {
        String allowed = Figures.text(Bounds.SHARE_PERCENT, "%") + " with a lag above " + Figures.text(boundMs, "ms");
        if (count == 0) {
            return "The harness's own lag is at most " + largest.words() + "; a percentile may not have more than "
                    + allowed + ".";
        }
        String more = count == 1 ? "" : ", and too large a share of " + (count - 1) + " more percentiles";
        return scope + ": the harness's own lag is " + largest.words() + more + "; more than " + allowed
                + " does not describe the SUT. Give the agent more CPU, lower the load, or move the SUT to another"
                + " host.";
    }

    private static List<LaggedTime> figures(WorkloadFigures workload) {
        HarnessLag lag = workload.harnessLag();
        List<LaggedTime> figures = new ArrayList<>();
        add(figures, "all operations", workload.all(), lag);
        for (LineTotals line : workload.lines()) {
            if (line.kind() != LineInterval.Kind.SERIES) {
                add(figures, Words.of(line.name()), line, lag);
            }
        }
        return figures;
    }

    private static void add(List<LaggedTime> figures, String name, LineTotals line, HarnessLag lag) {
        add(
                figures,
                Section.RESPONSE_TIMES,
                "response time",
                name,
                line.totals().response(),
                lag);
        add(figures, Section.SERVICE_TIMES, "service time", name, line.totals().service(), lag);
    }

    private static void add(
            List<LaggedTime> figures, Section section, String words, String line, TimeTotals times, HarnessLag lag) {
        OperationColumns.PERCENTILES.stream()
                .filter(figure -> figure.percentile() < 100)
                .forEach(figure -> {
                    Estimate value = times.percentile(figure.percentile());
                    Estimate late = lag.percentile(section, figure.percentile());
                    if (value != null && late != null && isExact(value) && isExact(late)) {
                        figures.add(new LaggedTime(
                                figure.title(),
                                words,
                                line,
                                Figures.millis(value.nanos()),
                                Figures.millis(late.nanos())));
                    }
                });
    }

    /** Whether a share of the estimate is meaningful: it is neither a lower bound nor from too few samples. */
    private static boolean isExact(Estimate estimate) {
        return estimate.nanos() > 0 && !estimate.lowerBound() && !estimate.lowResolution();
    }
}
