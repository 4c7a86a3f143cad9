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
import org.plateaubench.engine.plan.PlannedWorkload;

/**
 * Audits dispatch lag and completion lag of each workload (measurement rule M16). The p99 decides. It violates the
 * bound only if ten lags exceed it, so that one delay in a handful of operations is not a violation, and it is within
 * the bound only from a hundred lags on.
 */
public final class LagAudits {
    private static final double PERCENTILE = 99;
    /** Per agent for its users, or per event loop: one at a random time within each 50 ms. */
    private static final int PROBES_PER_SECOND = 20;
    /** The number of lags of which {@link Estimate#NEEDED_BEYOND} exceed the p99. */
    private static final long SURE = 1_000;

    private LagAudits() {}

    record Samples(String noun, int perSecond) {
        static final Samples OPERATIONS = new Samples("operations", 0);

        /** Users on threads have a separate probe on each agent; an event loop also measures its iterations. */
        static Samples ofCompletion(PlannedWorkload workload) {
            return workload.execution() == Execution.EVENT_LOOP ? OPERATIONS : probes(workload);
        }

        /** The smallest number of probes; an agent has an event loop for each of its processors. */
        static Samples probes(PlannedWorkload workload) {
            return new Samples(
                    "probes",
                    PROBES_PER_SECOND * Math.max(1, workload.drivingShares().size()));
        }

        /** Probes follow each other from the start, so the last one may fall just after the end. */
        String tooFew(long needed, Scope scope) {
            String rate = perSecond == 0 ? "" : perSecond + " per second, ";
            String length = perSecond == 0
                    ? ""
                    : (scope.portion() == null ? ": a steady state of " : ": a step of ")
                            + Figures.text(Math.ceilDiv(needed, (long) perSecond) + 1) + " s";
            return ": too few " + noun + " to tell (" + rate + Figures.text(needed) + " are needed" + length + ").";
        }
    }

    public static List<Audit> of(WorkloadFigures workload) {
        double boundMs = workload.planned().lagBoundMs();
        List<Audit> audits = new ArrayList<>();
        audits.add(audit(Rule.DISPATCH_LAG, workload.scope(), workload.dispatchLag(), Samples.OPERATIONS, boundMs));
        audits.add(audit(
                Rule.COMPLETION_LAG,
                workload.scope(),
                workload.completionLag(),
                Samples.ofCompletion(workload.planned()),
                boundMs));
        if (workload.planned().execution() == Execution.EVENT_LOOP) {
            // An event loop measures a reply only from its own wake-up on.
            audits.add(audit(
                    Rule.WAKE_UP_LAG,
                    workload.scope(),
                    workload.wakeUpLag(),
                    Samples.probes(workload.planned()),
                    boundMs));
        }
        return audits;
    }

    static Audit audit(Rule rule, Scope scope, TimeTotals lags, Samples samples, double boundMs) {
        Estimate p99 = lags.percentile(PERCENTILE);
        if (p99 == null) {
            String message =
                    "Nothing was measured: no operation was due in the steady state, or the run did not get that far.";
            return audit(rule, scope, Audit.State.NOT_TESTED, null, boundMs, message);
        }
        double valueMs = Figures.millis(p99.nanos());
        String seen = "p99 of " + Figures.text(lags.measured()) + " " + samples.noun() + " is "
                + Figures.text(valueMs, boundMs, "ms") + ", at most " + Figures.bound(boundMs, "ms") + " is allowed";
        if (valueMs <= boundMs) {
            return lags.measured() >= Bounds.LAG_NEEDS
                    ? audit(rule, scope, Audit.State.OK, valueMs, boundMs, seen + ".")
                    : audit(
                            rule,
                            scope,
                            Audit.State.NOT_TESTED,
                            valueMs,
                            boundMs,
                            seen + samples.tooFew(Bounds.LAG_NEEDS, scope));
        }
        long beyond = lags.beyond((long) (boundMs * 1e6));
        return beyond >= Estimate.NEEDED_BEYOND
                ? audit(rule, scope, Audit.State.VIOLATED, valueMs, boundMs, scope + ": " + seen + "." + remedy(rule))
                : audit(rule, scope, Audit.State.NOT_TESTED, valueMs, boundMs, seen + samples.tooFew(SURE, scope));
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
        return new Audit(rule, state, scope, valueMs, boundMs, "ms", false, false, message);
    }
}
