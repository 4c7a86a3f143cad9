// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.AttendanceFigures;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.recorder.DistinctErrors;

/**
 * Checks that the users of a load are connected (measurement rule M15). A run fails if the SUT is the cause of missing
 * users, and is invalid if the harness is.
 */
public final class ConnectRules {
    private final List<ErrorRecord> failedConnects;

    public ConnectRules(List<ErrorRecord> errors) {
        this.failedConnects = errors.stream()
                .filter(error -> error.operation().equals(DistinctErrors.CONNECT)
                        && error.errorClass().equals(DistinctErrors.CONNECT))
                .toList();
    }

    /**
     * The users that were not connected on average.
     *
     * @param bySut number of them that the SUT had not accepted
     * @param byHarness number of them without a cause in the SUT
     */
    private record Missing(double requested, double bySut, double byHarness) {
        boolean areTooMany(double users) {
            // Sums of nanoseconds as floating-point numbers have rounding errors.
            return 100 * users > Bounds.ABSENT_PERCENT * requested * (1 + 1e-9);
        }

        boolean isFinding() {
            return requested > 0 && areTooMany(bySut + byHarness);
        }

        /** Whether the harness is the cause: if neither part alone is too large, the greater one decides. */
        boolean isOfHarness() {
            return isFinding() && (areTooMany(byHarness) || (!areTooMany(bySut) && byHarness >= bySut));
        }

        boolean isOfSut() {
            return isFinding() && (areTooMany(bySut) || !isOfHarness());
        }
    }

    public void apply(WorkloadFigures workload, List<Reason> reasons) {
        Missing missing = missing(workload);
        boolean ofHarness = missing != null && missing.isOfHarness();
        if (noneConnected(workload) && !ofHarness) {
            reasons.add(allConnectsFailed(workload, failed(workload)));
            return;
        }
        if (missing != null && ofHarness) {
            reasons.add(absence(workload, missing, Severity.INVALID, harnessCause(missing)));
        }
        if (missing != null && missing.isOfSut()) {
            reasons.add(absence(workload, missing, Severity.FAIL, sutCause(workload)));
        } else if (workload.coversWholeWindow()) {
            checkLongestAbsence(workload, reasons);
        }
    }

    /** Whether no operation ended in the window, no user was connected in it, and connection attempts failed. */
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

    private static Reason allConnectsFailed(WorkloadFigures workload, List<ErrorRecord> failed) {
        int users = workload.planned().load().users();
        ErrorRecord frequent = mostFrequent(failed);
        String message = workload.scope() + ": none of " + Figures.text(users) + " users could connect: "
                + frequent.message() + " ("
                + Figures.text(frequent.count()) + " times). Start the system or make it reachable, then run"
                + " again.";
        return new Reason(
                AuditOrRule.NO_SUCCESS, Severity.FAIL, workload.scope(), 0.0, (double) users, "users", message);
    }

    private static @Nullable Missing missing(WorkloadFigures workload) {
        AttendanceFigures attendance = workload.attendance();
        Double planned = workload.usersRequested();
        if (attendance == null) {
            return null;
        }
        double requested = planned == null ? attendance.requested() : Math.max(planned, attendance.requested());
        return new Missing(requested, attendance.away(), attendance.lost() + requested - attendance.requested());
    }

    private static Reason absence(WorkloadFigures workload, Missing missing, Severity severity, String cause) {
        double live = missing.requested - missing.bySut - missing.byHarness;
        String finding = workload.scope() + ": " + Figures.text(Figures.rounded(live)) + " of "
                + Figures.text(Figures.rounded(missing.requested)) + " users were connected on average, "
                + Figures.text(Figures.rounded(100 * live / missing.requested), "%") + "; at least "
                + Figures.text(100 - Bounds.ABSENT_PERCENT, "%") + " must be. ";
        return new Reason(
                AuditOrRule.CONNECTED_USERS,
                severity,
                workload.scope(),
                Figures.rounded(live),
                Figures.rounded(missing.requested * (1 - Bounds.ABSENT_PERCENT / 100)),
                "users",
                finding + cause);
    }

    private static String harnessCause(Missing missing) {
        return "Lost by the harness: " + Figures.text(Figures.rounded(missing.byHarness))
                + " of them, without a cause in the SUT. Correct the drivers that could not be created or did not"
                + " return, which the notes of the report name.";
    }

    private String sutCause(WorkloadFigures workload) {
        List<ErrorRecord> failed = failed(workload);
        if (failed.isEmpty()) {
            return "The SUT dropped connections or was slow to accept them. Look in its log for the cause.";
        }
        ErrorRecord frequent = mostFrequent(failed);
        return "The SUT refused or dropped the others: " + frequent.message() + " (" + Figures.text(frequent.count())
                + " times in the run). If it allows fewer connections than there are users, raise that limit or use fewer"
                + " users.";
    }

    private void checkLongestAbsence(WorkloadFigures workload, List<Reason> reasons) {
        AttendanceFigures attendance = workload.attendance();
        if (attendance == null || attendance.longestShortageSeconds() < Bounds.ABSENT_SECONDS) {
            return;
        }
        double seconds = Figures.rounded(attendance.longestShortageSeconds());
        reasons.add(new Reason(
                AuditOrRule.CONNECTED_USERS,
                Severity.FAIL,
                workload.scope(),
                seconds,
                Bounds.ABSENT_SECONDS,
                "s",
                workload.scope() + ": more than " + Figures.text(Bounds.ABSENT_PERCENT, "%")
                        + " of the users were without a connection for " + Figures.text(seconds, "s")
                        + " without interruption; less than " + Figures.text(Bounds.ABSENT_SECONDS, "s") + " is"
                        + " allowed. "
                        + sutCause(workload)));
    }

    private static ErrorRecord mostFrequent(List<ErrorRecord> failed) {
        return failed.stream().max(Comparator.comparingLong(ErrorRecord::count)).orElseThrow();
    }

    private List<ErrorRecord> failed(WorkloadFigures workload) {
        String scope = workload.scope().in(null).toString();
        return failedConnects.stream()
                .filter(error -> error.scope().equals(scope))
                .toList();
    }

    /**
     * Checks for users that wait for answers that never come: they make few attempts, so error rates do not show them.
     * Only a run without other reasons is checked, except uneven shares of users, which have the same cause.
     */
    static void checkWaitingUsers(List<WorkloadFigures> workloads, List<Reason> reasons) {
        if (reasons.stream()
                .allMatch(reason -> reason.severity() == Severity.NOTE || reason.rule() == AuditOrRule.EVENNESS)) {
            workloads.forEach(workload -> checkWaitingUsers(workload, reasons));
        }
    }

    private static void checkWaitingUsers(WorkloadFigures workload, List<Reason> reasons) {
        ScheduleFigures.Flow flow = workload.schedule().flow();
        Double requested = workload.usersRequested();
        if (requested == null || flow.seconds() <= 0) {
            return;
        }
        int depth = workload.planned().load() instanceof Load.Closed closed ? closed.depth() : 1;
        double users = (unansweredSeconds(flow.inFlight(), flow.longestSeconds()) + failedSeconds(workload))
                / depth
                / flow.seconds();
        if (100 * users <= Bounds.ABSENT_PERCENT * requested) {
            return;
        }
        reasons.add(new Reason(
                AuditOrRule.CONNECTED_USERS,
                Severity.FAIL,
                workload.scope(),
                Figures.rounded(requested - users),
                Figures.rounded(requested * (1 - Bounds.ABSENT_PERCENT / 100)),
                "users",
                workload.scope() + ": " + Figures.text(Figures.rounded(users)) + " of "
                        + Figures.text(Figures.rounded(requested))
                        + " users on average waited for answers that did not come or were errors, "
                        + Figures.text(Figures.rounded(100 * users / requested), "%") + "; at most "
                        + Figures.text(Bounds.ABSENT_PERCENT, "%")
                        + " may. The SUT does not serve all of its users: look at its log, and look for connections"
                        + " that it does not answer."));
    }

    /**
     * The seconds by which the total age of the operations in flight at the end, without the age at the start, exceeds
     * the one they would have if each were as old as the slowest finished operation.
     */
    private static double unansweredSeconds(ScheduleFigures.@Nullable InFlight inFlight, double longestSeconds) {
        return inFlight == null ? 0 : Math.max(0, inFlight.ageChangeSeconds() - inFlight.max() * longestSeconds);
    }

    /**
     * The seconds that users spent on operations that ended in errors. It is 0 if the workload limits errors itself, and
     * without think times, because response times may then include the wait for a free user.
     */
    private static double failedSeconds(WorkloadFigures workload) {
        boolean hasThinkTime = workload.planned().load() instanceof Load.Closed
                && workload.planned().pacing().values().stream().allMatch(pacing -> pacing.kind() == Pacing.Kind.THINK);
        boolean isLimited = workload.operations().stream()
                .flatMap(operation -> workload.planned().limitsOf(operation.name()).stream())
                .anyMatch(limit -> limit.metric() == QosLimit.Metric.ERRORS);
        return hasThinkTime && !isLimited ? workload.all().totals().error().sumNanos() / 1e9 : 0;
    }
}
