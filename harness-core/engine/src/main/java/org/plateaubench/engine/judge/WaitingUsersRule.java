// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.LoadExpected;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;

/** Users that wait for answers that never come make few attempts, so error rates miss them (M15). */
public final class WaitingUsersRule {
    private WaitingUsersRule() {}

    /**
     * Applies the rule to the steady window of every workload of a run without other reasons; users without answers are
     * also few units of these users.
     */
    public static void apply(List<WorkloadFigures> workloads, List<Reason> reasons) {
        if (reasons.stream().allMatch(reason -> reason.severity() == Severity.NOTE || reason.rule() == Rule.EVENNESS)) {
            workloads.forEach(workload -> apply(workload, reasons));
        }
    }

    private static void apply(WorkloadFigures workload, List<Reason> reasons) {
        ScheduleFigures.Flow flow = workload.schedule().flow();
        Double asked = LoadExpected.usersRequested(workload);
        if (asked == null || flow.seconds() <= 0) {
            return;
        }
        int depth = workload.planned().load() instanceof Load.Closed closed ? closed.depth() : 1;
        double users = (unansweredSeconds(flow.inFlight(), flow.longestSeconds()) + failedSeconds(workload))
                / depth
                / flow.seconds();
        if (100 * users <= Bounds.ABSENT_PERCENT * asked) {
            return;
        }
        reasons.add(new Reason(
                Rule.CONNECTED_USERS,
                Severity.FAIL,
                workload.scope(),
                Figures.rounded(asked - users),
                Figures.rounded(asked * (1 - Bounds.ABSENT_PERCENT / 100)),
                "users",
                workload.scope() + ": " + Figures.text(Figures.rounded(users)) + " of "
                        + Figures.text(Figures.rounded(asked))
                        + " users on average waited for answers that did not come or were errors, "
                        + Figures.text(Figures.rounded(100 * users / asked), "%") + "; at most "
                        + Figures.text(Bounds.ABSENT_PERCENT, "%")
                        + " may. The SUT does not serve all of its users: look at its log, and look for connections"
                        + " that it does not answer."));
    }

    /** The number of seconds by which operations in flight at the end are older than any ended operation explains. */
    private static double unansweredSeconds(ScheduleFigures.@Nullable InFlight seen, double longestSeconds) {
        return seen == null ? 0 : Math.max(0, seen.ageChangeSeconds() - seen.most() * longestSeconds);
    }

    /**
     * The time for which users waited for errors, in seconds, if no limit allows more errors. It is known only with
     * think times, because otherwise the response time includes the wait for a user.
     */
    private static double failedSeconds(WorkloadFigures workload) {
        boolean thinks = workload.planned().load() instanceof Load.Closed
                && workload.planned().pacing().values().stream().allMatch(pacing -> pacing.kind() == Pacing.Kind.THINK);
        boolean limited = workload.operations().stream()
                .flatMap(operation -> workload.planned().limitsOf(operation.name()).stream())
                .anyMatch(limit -> limit.metric() == QosLimit.Metric.ERRORS);
        return thinks && !limited ? workload.all().totals().error().sumNanos() / 1e9 : 0;
    }
}
