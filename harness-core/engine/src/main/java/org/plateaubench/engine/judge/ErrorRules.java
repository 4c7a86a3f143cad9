// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.AttendanceFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.recorder.DistinctErrors;

/** Rules for error rates without a limit, attempts without success, and operations that did not occur. */
public final class ErrorRules {
    private final List<Reason> reasons;
    private final ConnectRules connects;

    public ErrorRules(List<Reason> reasons, ConnectRules connects) {
        this.reasons = reasons;
        this.connects = connects;
    }

    public void apply(WorkloadFigures workload) {
        int before = reasons.size();
        workload.operations().forEach(operation -> checkLine(workload, operation));
        if (reasons.size() == before) {
            checkTogether(workload);
        }
        if (reasons.size() == before && !workload.coversWholeWindow()) {
            checkNoSuccess(workload.scope(), workload.all());
        }
        for (LineTotals line : workload.lines()) {
            // A rule applied to an operation is not applied again to the units that contain it.
            if (reasons.size() == before && line.kind() == LineInterval.Kind.UNIT) {
                checkLine(workload, line);
            }
        }
        // Operations are missing because no user could request them, which is not a fault of the measurement.
        if (!connects.noneConnected(workload)) {
            checkObserved(workload);
        }
        if (reasons.size() == before && workload.coversWholeWindow()) {
            checkHeadline(workload);
        }
    }

    private void checkLine(WorkloadFigures workload, LineTotals line) {
        Scope scope = workload.scope(line.name());
        // An operation that is rare in the whole run may by chance be refused the only time it occurs in a step.
        boolean isRare = !workload.coversWholeWindow() && !LimitRule.isShareTested(line);
        if ((!isRare && checkNoSuccess(scope, line)) || checkMostFailed(scope, line)) {
            return;
        }
        if (!isLimited(workload, line, QosLimit.Metric.ERRORS)) {
            checkErrorRate(scope, line);
        }
        if (!isLimited(workload, line, QosLimit.Metric.DECLINED)) {
            checkDeclinedRate(scope, line);
        }
    }

    /** Judges together the operations that are too rare to be judged singly, and those without a limit. */
    private void checkTogether(WorkloadFigures workload) {
        LineTotals all = workload.all();
        if (checkMostFailed(workload.scope(), all) || checkRareOperations(workload)) {
            return;
        }
        checkErrorRate(workload.scope(), without(workload, QosLimit.Metric.ERRORS));
        checkDeclinedRate(workload.scope(), without(workload, QosLimit.Metric.DECLINED));
    }

    /** Adds a reason if rare operations failed together; returns whether it did. */
    private boolean checkRareOperations(WorkloadFigures workload) {
        List<LineTotals> rare = workload.operations().stream()
                .filter(operation -> !LimitRule.isShareTested(operation))
                .toList();
        double loosest = rare.stream()
                .mapToDouble(operation -> allowed(workload, operation))
                .max()
                .orElse(0);
        LineTotals rareTotals = LineTotals.sum("all", LineInterval.Kind.OPERATION, rare);
        Share errors = Share.of(rareTotals);
        boolean fails = LimitRule.isShareTested(rareTotals) && errors.percent() > loosest;
        if (fails) {
            String message =
                    " attempts at operations that are too rare to be judged one by one failed; their limits allow at most "
                            + Figures.bound(loosest, "%") + ". " + where(rareTotals.totals()) + LimitRule.FIND_CAUSE;
            reasons.add(rate(AuditOrRule.ERROR_RATE, workload.scope(), errors, loosest, message));
        }
        return fails;
    }

    private static double allowed(WorkloadFigures workload, LineTotals line) {
        return workload.planned().limitsOf(line.name()).stream()
                .filter(limit -> limit.metric() == QosLimit.Metric.ERRORS && limit.isUpper())
                .mapToDouble(QosLimit::bound)
                .min()
                .orElse(Bounds.ERROR_PERCENT);
    }

    private static LineTotals without(WorkloadFigures workload, QosLimit.Metric metric) {
        return LineTotals.sum(
                "all",
                LineInterval.Kind.OPERATION,
                workload.operations().stream()
                        .filter(operation -> !hasUpperLimit(workload, operation, metric))
                        .toList());
    }

    /** A limit on an operation replaces the rule for units, too. */
    private static boolean isLimited(WorkloadFigures workload, LineTotals line, QosLimit.Metric metric) {
        return hasUpperLimit(workload, line, metric)
                || (line.kind() == LineInterval.Kind.UNIT
                        && workload.operations().stream()
                                .anyMatch(operation -> hasUpperLimit(workload, operation, metric)));
    }

    /** Whether a limit bounds the metric of a line from above, which replaces the rule without a limit. */
    private static boolean hasUpperLimit(WorkloadFigures workload, LineTotals line, QosLimit.Metric metric) {
        return workload.planned().limitsOf(line.name()).stream()
                .anyMatch(limit -> limit.metric() == metric && limit.isUpper());
    }

    /**
     * The failed attempts and all attempts. Faults of a plugin are in neither number, since they make the run invalid.
     * Nor are abandoned units, which may have been in a pause when the run ended.
     */
    private record Share(long failed, long attempts) {
        static Share of(LineTotals line) {
            long abandoned = line.totals().counts().abandoned();
            long pluginFaults = line.totals().errorsByClass().getOrDefault(DistinctErrors.PLUGIN_FAULT, 0L)
                    + (line.kind() == LineInterval.Kind.UNIT ? abandoned : 0);
            return new Share(
                    line.totals().failed() - pluginFaults, line.totals().intended() - pluginFaults);
        }

        double percent() {
            return attempts == 0 ? 0 : 100.0 * failed / attempts;
        }
    }

    /** Adds a reason if no attempt succeeded; returns whether it did. */
    private boolean checkNoSuccess(Scope scope, LineTotals line) {
        Totals totals = line.totals();
        long attempts = Share.of(line).attempts();
        if (attempts == 0 || totals.counts().ok() > 0) {
            return false;
        }
        String declined = totals.counts().declined() == 0
                ? ""
                : Figures.text(totals.counts().declined()) + " of them were declined. ";
        String message = scope.words() + ": " + Figures.text(attempts) + " attempts without a single success. "
                + declined + where(totals) + "Correct that and run again.";
        reasons.add(new Reason(AuditOrRule.NO_SUCCESS, Severity.FAIL, scope, 0.0, 1.0, "successes", message));
        return true;
    }

    private static String where(Totals totals) {
        return LimitRule.where(
                totals.errorsByClass(),
                totals.counts().abandoned(),
                totals.counts().dropped());
    }

    /** Adds a reason if most attempts failed, even if allowed, as they serve no purpose; returns whether it did. */
    private boolean checkMostFailed(Scope scope, LineTotals line) {
        Share errors = Share.of(line);
        boolean isExceeded = LimitRule.isShareTested(line) && errors.percent() > Bounds.MAX_PERCENT;
        if (isExceeded) {
            String message = " attempts failed; no limit may allow more than " + Figures.text(Bounds.MAX_PERCENT, "%")
                    + ". " + where(line.totals()) + LimitRule.FIND_CAUSE;
            reasons.add(rate(AuditOrRule.ERROR_RATE, scope, errors, Bounds.MAX_PERCENT, message));
        }
        return isExceeded;
    }

    private void checkErrorRate(Scope scope, LineTotals line) {
        Share errors = Share.of(line);
        if (LimitRule.isShareTested(line) && errors.percent() > Bounds.ERROR_PERCENT) {
            String message = " attempts failed; at most " + Figures.text(Bounds.ERROR_PERCENT, "%")
                    + " may, since no limit says otherwise. " + where(line.totals()) + LimitRule.FIND_CAUSE;
            reasons.add(rate(AuditOrRule.ERROR_RATE, scope, errors, Bounds.ERROR_PERCENT, message));
        }
    }

    private void checkDeclinedRate(Scope scope, LineTotals line) {
        Share declined =
                new Share(line.totals().counts().declined(), line.totals().intended());
        if (LimitRule.isShareTested(line) && declined.percent() > Bounds.DECLINED_PERCENT) {
            String message = " attempts were declined; at most " + Figures.text(Bounds.DECLINED_PERCENT, "%")
                    + " may be, since no limit says otherwise. Look at the data of the SUT and at the parameters"
                    + " of the workload, or give it a limit such as 'declined < 80%'.";
            reasons.add(rate(AuditOrRule.DECLINED_RATE, scope, declined, Bounds.DECLINED_PERCENT, message));
        }
    }

    private static Reason rate(AuditOrRule rule, Scope scope, Share share, double bound, String what) {
        String message = scope.words() + ": " + Figures.text(share.percent(), bound, "%") + " of "
                + Figures.text(share.attempts()) + what;
        return new Reason(
                rule, Severity.FAIL, scope, Figures.roundedOnSide(share.percent(), bound), bound, "%", message);
    }

    /** Checks that the line of the headline metric has a success in the window, regardless of other lines. */
    private void checkHeadline(WorkloadFigures workload) {
        MetricDefinition metric = workload.planned().metric();
        LineTotals counted = LineTotals.sum(
                metric.line(),
                LineInterval.Kind.OPERATION,
                workload.lines().stream().filter(workload::isCounted).toList());
        long attempts = Share.of(workload.all()).attempts();
        if (attempts == 0 || counted.totals().counts().okEnds() > 0) {
            return;
        }
        boolean isAttempted = counted.totals().intended() > 0;
        String message = workload.scope() + ": " + Words.of(metric.name()) + " is 0 after " + Figures.text(attempts)
                + " attempts: "
                + (isAttempted
                        ? "no operation that it counts succeeded in the window. Lower the load, or find out what makes"
                                + " the SUT slow."
                        : "no operation that it counts was attempted. Lengthen the steady phase or raise the load.");
        AuditOrRule rule = isAttempted ? AuditOrRule.NO_SUCCESS : AuditOrRule.NOT_OBSERVED;
        Severity severity = isAttempted ? Severity.FAIL : Severity.INVALID;
        reasons.add(new Reason(rule, severity, workload.scope(), 0.0, 1.0, "successes", message));
    }

    private void checkObserved(WorkloadFigures workload) {
        long issued = workload.all().totals().intended();
        if (issued == 0) {
            if (workload.unitsExpected() >= Bounds.OBSERVED_NEEDS) {
                String none = ": no operation was due, so nothing was measured. " + reasonNoneWasDue(workload);
                addNotObserved(workload.scope(), 1, workload.scope() + none);
            }
            return;
        }
        MixShares.ofOperations(workload.planned()).forEach((name, share) -> {
            double expected = share * issued;
            if (expected >= Bounds.OBSERVED_NEEDS && isAbsent(workload, name)) {
                Scope scope = workload.scope(name);
                addNotObserved(
                        scope,
                        Figures.rounded(expected),
                        scope.words() + ": never attempted, although by the mix the expected number is "
                                + Figures.text(Math.rint(expected))
                                + ". What was measured is not the workload that was requested: look for units that"
                                + " end early.");
            }
        });
    }

    private void addNotObserved(Scope scope, double expected, String message) {
        reasons.add(
                new Reason(AuditOrRule.NOT_OBSERVED, Severity.INVALID, scope, 0.0, expected, "operations", message));
    }

    /** Users that wait for an operation of the ramp-up are stuck, and a longer steady phase does not help. */
    private static String reasonNoneWasDue(WorkloadFigures workload) {
        long inFlight = workload.edges().inFlightAtStart();
        if (inFlight > 0) {
            return Figures.text(inFlight) + (inFlight == 1 ? " operation" : " operations")
                    + " of the ramp-up had not ended when the steady state began, so their users start no others: the"
                    + " SUT does not answer, or the driver waits without a timeout. Set a timeout that is shorter than"
                    + " the ramp-up, so that these operations become errors with a cause.";
        }
        AttendanceFigures attendance = workload.attendance();
        return attendance != null && attendance.lost() >= 0.5
                ? "The users are stuck in calls of their drivers. Correct them at the lines of code in the notes of the"
                        + " report."
                : "Lengthen the steady phase or raise the load.";
    }

    private static boolean isAbsent(WorkloadFigures workload, String operation) {
        return workload.operations().stream()
                .anyMatch(line -> line.name().equals(operation) && line.totals().intended() == 0);
    }
}
