// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Load;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AuditResult.UpperBound;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;

/**
 * Audits Little's law with service time (measurement rule M20). It compares the states of the users at random times
 * with the recorded operations: it is violated if the recorder loses or duplicates operations, or stamps are wrong.
 */
public final class LittleAudits {
    static final double PERCENT = 5;
    /** Shorter times are those of runs that ended when their failure was certain. */
    private static final double MIN_SECONDS = 2;

    /** The least number of completions per operation in flight, or per user, with which the law is tested. */
    static final double NEEDED_EACH = 20;
    /** The greatest share of the users' time that may be uncertain because users came or went between two samples. */
    static final double MAX_UNCERTAIN_SHARE = 0.01;
    /**
     * The number of standard errors that the sampling may deviate by. Where the law is tested, these are at most {@link
     * #PERCENT}, which is allowed in addition, so chance alone would need twice as many for a violation.
     */
    static final double STANDARD_ERRORS = 3;

    /** The number of edges of the window; an agent may stall at each of them. */
    private static final int EDGES = 2;
    /** The number of mean gaps that a gap before an operation rarely exceeds. */
    private static final int MEANS = 5;

    private LittleAudits() {}

    public static List<AuditResult> of(WorkloadFigures workload, double longestStallSeconds) {
        List<AuditResult> audits = new ArrayList<>();
        ScheduleFigures.Flow flow = workload.schedule().flow();
        boolean known = workload.schedule().known() && flow.seconds() > 0;
        audits.add(inFlight(workload.scope(), known, flow, longestStallSeconds));
        if (workload.planned().load() instanceof Load.Closed closed) {
            audits.add(userTime(workload.scope(), known, flow, closed.depth(), longestStallSeconds));
        }
        return audits;
    }

    /**
     * The difference between the two sides, in percent, that known effects of the harness may explain; a smaller
     * difference is not tested. If an agent stalls at an edge of the window, values that are read one after the
     * other diverge. An operation that starts or ends while an edge is read may be counted on only one side.
     */
    private static double explainedPercent(ScheduleFigures.Flow flow, double stalled, double each, double all) {
        ScheduleFigures.InFlight inFlight = flow.inFlight();
        return 100 * (stalled + (inFlight == null ? 0 : inFlight.moved()) * each) / all;
    }

    private static UpperBound bound(AuditOrRule rule, Scope scope) {
        return new UpperBound(rule, scope, PERCENT, "%");
    }

    private static AuditResult inconclusive(UpperBound bound, double percent, double explained) {
        return bound.notTested("The two sides are " + Figures.text(percent, "%")
                + " apart. Operations that began or ended while an interval was read, or a stall of an agent, may"
                + " explain " + Figures.text(explained, "%")
                + " of it: use a longer steady state, or a quieter host.");
    }

    static AuditResult inFlight(Scope scope, boolean known, ScheduleFigures.Flow flow, double stallSeconds) {
        ScheduleFigures.InFlight inFlight = known ? flow.inFlight() : null;
        UpperBound bound = bound(AuditOrRule.IN_FLIGHT, scope);
        if (inFlight == null) {
            return bound.notRecorded();
        }
        double law =
                (flow.serviceSeconds() + inFlight.handBackSeconds() + inFlight.ageChangeSeconds()) / flow.seconds();
        double greater = Math.max(inFlight.mean(), law);
        boolean hasEnough = inFlight.samples() > 0 && greater > 0;
        if (!hasEnough || flow.ended() < NEEDED_EACH * Math.max(1, inFlight.mean())) {
            return notTested(bound, known);
        }
        // If no operation was seen in flight, the variance is unknown, so that of Poisson arrivals is assumed.
        double error = inFlight.mean() > 0 ? inFlight.error() : Math.sqrt(law / inFlight.samples());
        double errorPercent = 100 * STANDARD_ERRORS * error / greater;
        if (errorPercent > PERCENT) {
            return fewSamples(bound, inFlight, errorPercent);
        }
        double percent = 100 * Math.abs(law - inFlight.mean()) / greater;
        double allowed = PERCENT + errorPercent;
        double stalled = stallSeconds * Math.max(greater, (double) inFlight.max());
        double explained = explainedPercent(flow, stalled, flow.longestSeconds(), flow.seconds() * greater);
        if (percent > allowed && percent <= allowed + explained) {
            return inconclusive(bound, percent, explained);
        }
        boolean ok = percent <= allowed;
        String comparison = "the recorded rate times service time gives " + Figures.text(law)
                + " operations in flight; " + Figures.text(inFlight.mean()) + " were seen in "
                + Figures.text(inFlight.samples()) + " samples: " + Figures.text(percent, "%") + " apart, at most "
                + Figures.text(allowed, "%") + " is allowed.";
        String message = ok
                ? comparison
                : scope + ": " + comparison + " Operations are missing from the record, were recorded twice, or"
                        + " were recorded with a wrong duration. Check when the driver takes its end stamps,"
                        + " and run again.";
        return AuditResult.of(
                AuditOrRule.IN_FLIGHT, ok, scope, Figures.rounded(percent), Figures.rounded(allowed), "%", message);
    }

    private static AuditResult fewSamples(UpperBound bound, ScheduleFigures.InFlight inFlight, double errorPercent) {
        return bound.notTested(Figures.text(inFlight.samples()) + " samples give the number of operations in flight, "
                + Figures.text(inFlight.mean()) + ", to within " + Figures.text(errorPercent, "%") + ", where "
                + Figures.text(PERCENT, "%") + " is needed: use a longer steady state, or more load.");
    }

    static AuditResult userTime(Scope scope, boolean known, ScheduleFigures.Flow flow, int depth, double stallSeconds) {
        UpperBound bound = bound(AuditOrRule.USER_TIME, scope);
        double users = known ? depth * flow.userSeconds() / flow.seconds() : 0;
        if (!known || flow.recorded() < NEEDED_EACH * Math.max(1, users) || !(flow.userSeconds() > 0)) {
            return notTested(bound, known);
        }
        if (flow.seconds() < MIN_SECONDS) {
            return bound.notTested("Users may still have connected in the " + Figures.text(flow.seconds(), "s")
                    + " that were measured.");
        }
        if (flow.userChangeSeconds() > MAX_UNCERTAIN_SHARE * flow.userSeconds()) {
            return bound.notTested("The number of users changed too much between samples to be known.");
        }
        // X (S + idle): the recorder gives the time in operations; the users have measured the time between them.
        double byLaw = (flow.spentSeconds() - flow.busySeconds() + flow.serviceSeconds()) / flow.seconds();
        double percent = 100 * Math.abs(byLaw / users - 1);
        double idle = Math.max(0, flow.spentSeconds() - flow.busySeconds()) / flow.recorded();
        double explained = explainedPercent(
                flow, EDGES * stallSeconds * users, flow.longestSeconds() + MEANS * idle, flow.seconds() * users);
        if (percent > PERCENT && percent <= PERCENT + explained) {
            return inconclusive(bound, percent, explained);
        }
        String finding = "rate times service time and idle gap gives " + Figures.text(byLaw) + " users, "
                + Figures.text(users) + " were connected: " + bound.text(percent) + " apart, "
                + bound.allowed();
        return bound.audit(
                percent,
                finding,
                scope + ": " + finding + " Part of the users' time belongs to no operation and no gap, or was counted"
                        + " twice: operations are missing from the record or were recorded twice. Keep the run folder"
                        + " and report this fault.");
    }

    private static AuditResult notTested(UpperBound bound, boolean known) {
        String message = "Fewer than " + (int) NEEDED_EACH
                + " operations ended for each one in flight: use a longer steady state.";
        return known ? bound.notTested(message) : bound.notRecorded();
    }
}
