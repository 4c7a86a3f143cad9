// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.LineFigures;
import org.plateaubench.engine.judge.figures.LineTotals;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.MixShares;

/** Error rate without a limit of its own, attempts without success, and operations that never came. */
final class ErrorRules {
    private final List<Reason> reasons;
    private final ConnectRules connects;

    ErrorRules(List<Reason> reasons, ConnectRules connects) {
        this.reasons = reasons;
        this.connects = connects;
    }

    void apply(WorkloadFigures workload) {
        int before = reasons.size();
        for (LineFigures operation : workload.operations()) {
            Scope scope = workload.scope(operation.name());
            if (!noSuccess(scope, operation) && !hasErrorLimit(workload, operation)) {
                errorRate(scope, operation);
            }
        }
        boolean anyOwnLimit = workload.operations().stream().anyMatch(operation -> hasErrorLimit(workload, operation));
        if (reasons.size() == before && !anyOwnLimit) {
            errorRate(workload.scope(), workload.all());
        }
        // What nobody could ask for is missing for that reason, which is no fault of the measurement.
        if (!connects.noneConnected(workload)) {
            notObserved(workload);
        }
    }

    private static boolean hasErrorLimit(WorkloadFigures workload, LineFigures line) {
        return workload.limitsOf(line.name()).stream().anyMatch(limit -> limit.metric() == QosLimit.Metric.ERRORS);
    }

    private boolean noSuccess(Scope scope, LineFigures line) {
        LineTotals totals = line.totals();
        long attempts = totals.intended() - totals.counts().declined();
        if (attempts == 0 || totals.counts().ok() > 0) {
            return false;
        }
        reasons.add(new Reason(
                Rule.NO_SUCCESS,
                Severity.FAIL,
                scope,
                0.0,
                1.0,
                "successes",
                scope + ": " + Figures.said(attempts) + " attempts and not one success. " + where(totals)
                        + " Put that right and run again."));
        return true;
    }

    private static String where(LineTotals totals) {
        return FailureText.where(
                totals.counts().errors(),
                totals.counts().abandoned(),
                totals.counts().dropped());
    }

    private void errorRate(Scope scope, LineFigures line) {
        double percent = Figures.percent(line.totals().failed(), line.totals().intended());
        if (LimitRule.isRateTested(line) && percent > Bounds.ERROR_PERCENT) {
            reasons.add(new Reason(
                    Rule.ERROR_RATE,
                    Severity.FAIL,
                    scope,
                    percent,
                    Bounds.ERROR_PERCENT,
                    "%",
                    scope + ": " + Figures.said(percent, "%") + " of "
                            + Figures.said(line.totals().intended())
                            + " attempts failed; at most " + Figures.said(Bounds.ERROR_PERCENT, "%")
                            + " may, since no limit says otherwise. " + where(line.totals())));
        }
    }

    private void notObserved(WorkloadFigures workload) {
        long issued = workload.all().totals().intended();
        if (issued == 0 && LoadExpected.units(workload) < Bounds.OBSERVED_NEEDS) {
            return;
        }
        if (issued == 0) {
            reasons.add(new Reason(
                    Rule.NOT_OBSERVED,
                    Severity.INVALID,
                    workload.scope(),
                    0.0,
                    1.0,
                    "operations",
                    workload.scope() + ": no operation was due, so nothing was measured. Lengthen the steady phase or"
                            + " raise the load."));
            return;
        }
        MixShares.ofOperations(workload.planned()).forEach((name, share) -> {
            double expected = share * issued;
            if (expected >= Bounds.OBSERVED_NEEDS && isAbsent(workload, name)) {
                Scope scope = workload.scope(name);
                reasons.add(new Reason(
                        Rule.NOT_OBSERVED,
                        Severity.INVALID,
                        scope,
                        0.0,
                        Figures.rounded(expected),
                        "operations",
                        scope + ": never attempted, although the mix should have brought about "
                                + Figures.said(Math.rint(expected))
                                + ". What was measured is not the workload that was asked for: look for units that"
                                + " end early."));
            }
        });
    }

    private static boolean isAbsent(WorkloadFigures workload, String operation) {
        return workload.operations().stream()
                .anyMatch(line -> line.name().equals(operation) && line.totals().intended() == 0);
    }
}
