// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.judge.figures.Estimate;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.RankedTimes;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.PlannedWorkload;

/**
 * Dispatch and completion lag of each workload against its bound (measurement rule M16). The p99 decides; it
 * counts as too long only when ten lags lie beyond the bound, so that one hiccup in a handful of operations is not
 * a violation, and as within only from a hundred lags on.
 */
public final class LagAudits {
    private static final double PERCENTILE = 99;
    /** One at a random place of each 50 ms, for the users of an agent or on each of its event loops. */
    private static final int PROBES_PER_SECOND = 20;
    /** Lags of which {@link Estimate#NEEDED_BEYOND} lie beyond the p99. */
    private static final long SURE = 1_000;

    private LagAudits() {}

    /**
     * The samples that lags are measured on.
     *
     * @param noun name of the samples, in the plural
     * @param perSecond samples per second, 0 when it depends on the load
     */
    record Samples(String noun, int perSecond) {
        static final Samples OPERATIONS = new Samples("operations", 0);

        /** Users on threads have a probe beside them on each agent; an event loop measures its own turns as well. */
        static Samples ofCompletion(PlannedWorkload workload) {
            return workload.execution() == Execution.EVENT_LOOP ? OPERATIONS : probes(workload);
        }

        /** The least number: an agent has a loop for each of its processors. */
        static Samples probes(PlannedWorkload workload) {
            return new Samples(
                    "probes",
                    PROBES_PER_SECOND * Math.max(1, workload.drivingShares().size()));
        }

        /** Probes follow each other from the start, so that the last of them may lie just beyond the end. */
        String tooFew(long needed, Scope scope) {
            String rate = perSecond == 0 ? "" : perSecond + " per second, ";
            String length = perSecond == 0
                    ? ""
                    : (scope.portion() == null ? ": a steady state of " : ": a step of ")
                            + Figures.said(Math.ceilDiv(needed, (long) perSecond) + 1) + " s";
            return ": too few " + noun + " to tell (" + rate + Figures.said(needed) + " are needed" + length + ").";
        }
    }

    public static List<Audit> of(WorkloadFigures workload) {
        double boundMs = workload.planned().lagBoundMs();
        List<Audit> audits = new ArrayList<>();
        audits.add(audit(
                Rule.DISPATCH_LAG, workload.scope(), workload.dispatchLag().times(), Samples.OPERATIONS, boundMs));
        audits.add(audit(
                Rule.COMPLETION_LAG,
                workload.scope(),
                workload.completionLag().times(),
                Samples.ofCompletion(workload.planned()),
                boundMs));
        if (workload.planned().execution() == Execution.EVENT_LOOP) {
            audits.add(wakeUp(workload, boundMs));
        }
        return audits;
    }

    /** An event loop measures a reply only from its own wake-up on; a probe measures how late that was. */
    private static Audit wakeUp(WorkloadFigures workload, double boundMs) {
        RankedTimes lags = workload.wakeUpLag().times();
        return lags.measured() == 0 && workload.completionLag().times().measured() > 0
                ? Audit.notStored(Rule.WAKE_UP_LAG, workload.scope(), boundMs, "ms")
                : audit(Rule.WAKE_UP_LAG, workload.scope(), lags, Samples.probes(workload.planned()), boundMs);
    }

    static Audit audit(Rule rule, Scope scope, RankedTimes lags, Samples samples, double boundMs) {
        Estimate p99 = lags.percentile(PERCENTILE);
        if (p99 == null) {
            return audit(
                    rule,
                    scope,
                    Audit.State.NOT_TESTED,
                    null,
                    boundMs,
                    "Nothing was measured: no operation was due in the steady state, or the run did not get that far.");
        }
        double valueMs = Figures.millis(p99.nanos());
        String seen = "p99 of " + Figures.said(lags.measured()) + " " + samples.noun() + " is "
                + Figures.said(valueMs, boundMs, "ms") + ", at most " + Figures.bound(boundMs, "ms") + " is allowed";
        if (valueMs <= boundMs) {
            return lags.measured() >= Bounds.LAG_NEEDS
                    ? audit(rule, scope, Audit.State.OK, valueMs, boundMs, seen + ".")
                    : untold(rule, scope, valueMs, boundMs, seen + samples.tooFew(Bounds.LAG_NEEDS, scope));
        }
        long beyond = lags.beyond((long) (boundMs * 1e6));
        return beyond >= Estimate.NEEDED_BEYOND
                ? audit(rule, scope, Audit.State.VIOLATED, valueMs, boundMs, scope + ": " + seen + "." + remedy(rule))
                : untold(rule, scope, valueMs, boundMs, seen + samples.tooFew(SURE, scope));
    }

    private static Audit untold(Rule rule, Scope scope, double valueMs, double boundMs, String message) {
        return audit(rule, scope, Audit.State.NOT_TESTED, valueMs, boundMs, message);
    }

    private static String remedy(Rule rule) {
        return rule == Rule.DISPATCH_LAG
                ? " The harness started operations late, so response times include waits that the SUT did not cause."
                        + " Give"
                        + " the agent more CPU, lower the load, or move the SUT to another host."
                : " Replies waited for the harness, so response times are too long. Give the agent more CPU, lower the"
                        + " load, or move the SUT to another host.";
    }

    private static Audit audit(
            Rule rule, Scope scope, Audit.State state, @Nullable Double valueMs, double boundMs, String message) {
        return new Audit(rule, state, scope, valueMs, boundMs, "ms", false, message);
    }
}
