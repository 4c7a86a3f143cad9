// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.Comparator;
import java.util.List;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.ErrorRecord;
import org.plateaubench.measure.DistinctErrors;
import org.plateaubench.measure.LineInterval;

/**
 * Users that could not connect. In closed load an outage of the SUT shows in few operations or none, so that the
 * failed connects have to tell of it.
 */
final class ConnectRules {
    private final List<ErrorRecord> failedConnects;
    private final Window window;

    /** Rules for a run with the given distinct errors. */
    ConnectRules(List<ErrorRecord> errors, Window window) {
        this.failedConnects = errors.stream()
                .filter(error -> error.operation().equals(DistinctErrors.CONNECT)
                        && error.errorClass().equals(DistinctErrors.CONNECT))
                .toList();
        this.window = window;
    }

    void apply(WorkloadFigures workload, List<Reason> reasons) {
        List<ErrorRecord> failed = failed(workload);
        if (noneConnected(workload)) {
            reasons.add(noneCould(workload, failed));
        } else if (workload.planned().load() instanceof Load.Closed
                && hasEnded(workload)
                && failed.stream().anyMatch(this::touchesWindow)) {
            noteAbsence(workload, failed, reasons);
        }
    }

    /** Whether no operation ended in the window, no user was connected in it, and connects failed. */
    boolean noneConnected(WorkloadFigures workload) {
        Double live = workload.meanLiveUsers();
        return (live == null || live == 0)
                && !hasEnded(workload)
                && !failed(workload).isEmpty();
    }

    private static boolean hasEnded(WorkloadFigures workload) {
        LineInterval.Counts counts = workload.all().totals().counts();
        return counts.ok() + counts.declined() + counts.errors() > 0;
    }

    private static Reason noneCould(WorkloadFigures workload, List<ErrorRecord> failed) {
        int users = workload.planned().load().users();
        ErrorRecord most = failed.stream()
                .max(Comparator.comparingLong(ErrorRecord::count))
                .orElseThrow();
        return new Reason(
                Rule.NO_SUCCESS,
                Severity.FAIL,
                workload.scope(),
                0.0,
                (double) users,
                "users",
                workload.scope() + ": none of " + Figures.said(users) + " users could connect: " + most.message() + " ("
                        + Figures.said(most.count()) + " times). Start or reach the system, then run again.");
    }

    private void noteAbsence(WorkloadFigures workload, List<ErrorRecord> failed, List<Reason> reasons) {
        PlannedWorkload planned = workload.planned();
        double users = LoadExpected.users(planned.load());
        Double live = workload.meanLiveUsers();
        if (live == null || live >= users) {
            return;
        }
        long count = failed.stream().mapToLong(ErrorRecord::count).sum();
        String consequence = planned.pacing().values().stream().anyMatch(pacing -> pacing.kind() == Pacing.Kind.THINK)
                ? "; in closed load with think time an outage shows in few response times."
                : ".";
        reasons.add(new Reason(
                Rule.CONNECTED_USERS,
                Severity.NOTE,
                workload.scope(),
                live,
                users,
                "users",
                workload.scope() + ": users were without a connection for "
                        + Figures.said(100 * (1 - live / users), "%") + " of the window (" + Figures.said(live)
                        + " of " + Figures.said(users) + " connected in the mean, " + Figures.said(count)
                        + " failed connects in the run)" + consequence
                        + " See the errors of connecting: the SUT may allow fewer connections than there are users."));
    }

    private List<ErrorRecord> failed(WorkloadFigures workload) {
        String scope = workload.scope().in(null).toString();
        return failedConnects.stream()
                .filter(error -> error.scope().equals(scope))
                .toList();
    }

    private boolean touchesWindow(ErrorRecord error) {
        return error.lastNanos() >= window.startNanos() && error.firstNanos() < window.endNanos();
    }
}
