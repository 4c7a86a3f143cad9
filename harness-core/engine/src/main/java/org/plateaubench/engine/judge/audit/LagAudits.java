// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;

/**
 * Audits dispatch lag and completion lag of each workload (measurement rule M16). The p99 decides. It violates the
 * bound only if ten lags exceed it, so that one delay in a handful of operations is not a violation, and it is within
 * the bound only from a hundred lags on.
 */
public final class LagAudits {
    static final String OPERATIONS = "operations";

    private static final String PROBES = "probes";
    private static final double PERCENTILE = 99;
    /** The number of lags of which {@link Estimate#NEEDED_BEYOND} exceed the p99. */
    private static final long SURE = 1_000;

    private LagAudits() {}

    public static List<Audit> of(WorkloadFigures workload) {
        double boundMs = workload.planned().lagBoundMs();
        Scope scope = workload.scope();
        boolean isLoop = workload.planned().execution() == Execution.EVENT_LOOP;
        List<Audit> audits = new ArrayList<>();
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

    static Audit audit(AuditOrRule rule, Scope scope, TimeTotals lags, String samples, double boundMs) {
        Estimate p99 = lags.percentile(PERCENTILE);
        if (p99 == null) {
            String message =
                    "Nothing was measured: no operation was due in the steady state, or the run did not get that far.";
            return audit(rule, scope, Audit.State.NOT_TESTED, null, boundMs, message);
        }
        double valueMs = Figures.millis(p99.nanos());
        String seen = "p99 of " + Figures.text(lags.measured()) + " " + samples + " is "
                + Figures.text(valueMs, boundMs, "ms") + ", at most " + Figures.bound(boundMs, "ms") + " is allowed";
        boolean isWithin = valueMs <= boundMs;
        boolean isSure = isWithin
                ? lags.measured() >= Bounds.LAG_NEEDS
                : lags.countAbove((long) (boundMs * 1e6)) >= Estimate.NEEDED_BEYOND;
        if (!isSure) {
            String tooFew = ": too few " + samples + " to tell (" + Figures.text(isWithin ? Bounds.LAG_NEEDS : SURE)
                    + " are needed: a longer steady state).";
            return audit(rule, scope, Audit.State.NOT_TESTED, valueMs, boundMs, seen + tooFew);
        }
        return isWithin
                ? audit(rule, scope, Audit.State.OK, valueMs, boundMs, seen + ".")
                : audit(rule, scope, Audit.State.VIOLATED, valueMs, boundMs, scope + ": " + seen + "." + remedy(rule));
    }

    private static String remedy(AuditOrRule rule) {
        return rule == AuditOrRule.DISPATCH_LAG
                ? " The harness started operations late, so response times include waits that the SUT did not cause."
                        + " Give"
                        + " the agent more CPU, lower the load, or move the SUT to another host."
                : " Replies waited for the harness, so response times are too long. Give the agent more CPU, lower the"
                        + " load, or move the SUT to another host.";
    }

    private static Audit audit(
            AuditOrRule rule,
            Scope scope,
            Audit.State state,
            @Nullable Double valueMs,
            double boundMs,
            String message) {
        return new Audit(rule, state, scope, valueMs, boundMs, "ms", false, false, message);
    }
}
