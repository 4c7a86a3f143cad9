// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import org.plateaubench.api.Load;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult.BacklogResult;
import org.plateaubench.measure.interval.LineInterval;

/** Checks whether the requested load was sustained. Pure functions. */
public final class OverloadRule {
    private static final String BOTH_AT_FAULT =
            " The harness did not keep up either and may be the cause. Correct that first.";

    private OverloadRule() {}

    /**
     * Whether the load was not sustained, regardless of the cause. In an open load, arrivals were dropped or the queue
     * exceeded its bound at the end; in a closed load, more units were due at once than the workload allows, or more
     * were due and never started than may fail.
     */
    public static boolean isOverloaded(WorkloadFigures workload, boolean hasFailed) {
        return switch (workload.planned().load()) {
            case Load.Open open -> dropped(workload) > 0 || workload.edges().queuedAtEnd() > queueAllowed(open);
            case Load.Closed closed -> {
                Totals all = workload.all().totals();
                BacklogResult backlog = BacklogResult.of(workload);
                boolean areManyAbandoned =
                        Figures.percent(all.counts().abandoned(), all.intended()) > Bounds.ERROR_PERCENT;
                yield (areManyAbandoned && hasFailed) || (backlog != null && backlog.isExceeded());
            }
        };
    }

    private static double queueAllowed(Load.Open open) {
        return open.queueBound() * Bounds.QUEUE_PERCENT / 100;
    }

    /** The run is invalid if an audit shows that the harness may be the cause. */
    public static void apply(WorkloadFigures workload, List<AuditResult> audits, List<Reason> reasons) {
        boolean harnessAtFault = audits.stream().anyMatch(audit -> audit.rule().voidsOverload() && audit.voidsRun());
        Severity severity = harnessAtFault ? Severity.INVALID : Severity.FAIL;
        switch (workload.planned().load()) {
            case Load.Open open ->
                checkOpen(
                        workload,
                        open,
                        severity,
                        harnessAtFault
                                ? BOTH_AT_FAULT
                                : " The SUT does not sustain this rate: lower it, or give the SUT more resources.",
                        reasons);
            case Load.Closed closed ->
                checkClosed(
                        workload,
                        severity,
                        harnessAtFault
                                ? BOTH_AT_FAULT
                                : " The SUT does not sustain the load of these users: use fewer, or give the SUT"
                                        + " more resources.",
                        reasons);
        }
    }

    private static void checkClosed(
            WorkloadFigures workload, Severity severity, String consequence, List<Reason> reasons) {
        BacklogResult backlog = BacklogResult.of(workload);
        if (backlog == null || backlog.worst() == null || backlog.atSeconds() == null || !backlog.isExceeded()) {
            return;
        }
        Scope scope = workload.scope();
        double worst = (double) backlog.worst();
        String message = scope + ": " + Figures.text(worst) + " units were due but had not ended "
                + Figures.text(backlog.atSeconds(), "s") + " after the start of ramp-up; at most "
                + Figures.text(backlog.bound()) + " may be, " + backlog.perUser() + " per user." + consequence;
        reasons.add(new Reason(AuditOrRule.OVERLOAD, severity, scope, worst, backlog.bound(), "units due", message));
    }

    private static void checkOpen(
            WorkloadFigures workload, Load.Open open, Severity severity, String consequence, List<Reason> reasons) {
        Scope scope = workload.scope();
        long dropped = dropped(workload);
        if (dropped > 0) {
            String message = scope + ": " + Figures.text(dropped) + " arrivals found the queue full ("
                    + Figures.text(open.queueBound()) + " waiting) and were dropped." + consequence;
            reasons.add(new Reason(AuditOrRule.OVERLOAD, severity, scope, (double) dropped, 0.0, "dropped", message));
        }
        double allowed = queueAllowed(open);
        long queued = workload.edges().queuedAtEnd();
        if (queued > allowed) {
            String message = scope + ": " + Figures.text(queued)
                    + " arrivals were waiting when the steady state ended; at most " + Figures.text(allowed) + " may."
                    + consequence;
            reasons.add(
                    new Reason(AuditOrRule.OVERLOAD, severity, scope, (double) queued, allowed, "waiting", message));
        }
    }

    /** The number of dropped arrivals: an arrival counts on the line of its unit, or of the operation of a plain unit. */
    private static long dropped(WorkloadFigures workload) {
        long onOperations = 0;
        long onUnits = 0;
        for (LineTotals line : workload.lines()) {
            long dropped = line.totals().counts().dropped();
            if (line.kind() == LineInterval.Kind.OPERATION) {
                onOperations += dropped;
            } else {
                onUnits += dropped;
            }
        }
        return Math.max(onOperations, onUnits);
    }
}
