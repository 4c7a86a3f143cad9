// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;

/**
 * Little's law with service time (measurement rule M20). What users were seen to be at, by their own state at random
 * instants, against what the recorder took: a recorder that loses or doubles operations, or stamps that are off, break
 * the law.
 */
public final class LittleAudits {
    static final double PERCENT = 5;
    /** Completions per operation in flight, or per user, from which on the law is tested. */
    static final double NEEDED_EACH = 20;
    /** Greatest part of the users' time that may be unsure since users came and went between two levels. */
    static final double UNSURE = 0.01;
    /**
     * Standard errors that the sampling may be off by. Where the law is tested they make {@link #PERCENT} at most, which
     * is allowed besides: chance alone would have to come to twice as many.
     */
    static final double STANDARD_ERRORS = 3;

    /** The window has two edges, and an agent may stand still at either. */
    private static final int EDGES = 2;
    /** Number of mean gaps that the gap before an operation rarely exceeds. */
    private static final int MEANS = 5;

    private LittleAudits() {}

    /**
     * Both forms; the second for closed load only.
     *
     * @param longestStopSeconds longest stop of an agent in the window, which M16 judges
     */
    public static List<Audit> of(WorkloadFigures workload, double longestStopSeconds) {
        List<Audit> audits = new ArrayList<>();
        ScheduleFigures.Flow flow = workload.schedule().flow();
        boolean known = workload.schedule().known() && flow.seconds() > 0;
        audits.add(inFlight(workload.scope(), known, flow, longestStopSeconds));
        if (workload.planned().load() instanceof Load.Closed closed) {
            audits.add(userTime(workload.scope(), known, flow, closed.depth(), longestStopSeconds));
        }
        return audits;
    }

    /**
     * The difference between the two sides that known effects of the harness may explain; up to it the audit is not
     * tested. While an agent stands still, values that are read one after the other diverge, at either edge of the
     * window. An operation that starts or ends while an edge is read may be on one side only.
     *
     * @param stopped seconds by which a stop may have set them apart
     * @param each seconds that an operation which started or ended meanwhile takes at most
     * @param all seconds of what is compared
     */
    private static double explainedPercent(ScheduleFigures.Flow flow, double stopped, double each, double all) {
        ScheduleFigures.InFlight seen = flow.inFlight();
        return 100 * (stopped + (seen == null ? 0 : seen.moved()) * each) / all;
    }

    private static UpperBound bound(Rule rule, Scope scope) {
        return new UpperBound(rule, scope, PERCENT, "%");
    }

    private static Audit untold(UpperBound bound, double percent, double explained) {
        return bound.notTested("The two sides are " + Figures.said(percent, "%")
                + " apart. Operations that began or ended while an interval was read, or a stop of an agent, may"
                + " explain " + Figures.said(explained, "%")
                + " of it: use a longer steady state, or a quieter host.");
    }

    static Audit inFlight(Scope scope, boolean known, ScheduleFigures.Flow flow, double stopSeconds) {
        ScheduleFigures.InFlight seen = known ? flow.inFlight() : null;
        UpperBound bound = bound(Rule.IN_FLIGHT, scope);
        if (seen == null) {
            return bound.notStored();
        }
        double law = (flow.serviceSeconds() + seen.handBackSeconds() + seen.ageChangeSeconds()) / flow.seconds();
        double greater = Math.max(seen.mean(), law);
        boolean enough = seen.samples() > 0 && greater > 0;
        if (!enough || flow.ended() < NEEDED_EACH * Math.max(1, seen.mean())) {
            return notTested(bound, known);
        }
        // Without any operation seen in flight the variance is unknown: that of Poisson arrivals is assumed.
        double error = seen.mean() > 0 ? seen.error() : Math.sqrt(law / seen.samples());
        double errorPercent = 100 * STANDARD_ERRORS * error / greater;
        if (errorPercent > PERCENT) {
            return fewSamples(bound, seen, errorPercent);
        }
        double percent = 100 * Math.abs(law - seen.mean()) / greater;
        double allowed = PERCENT + errorPercent;
        double stopped = stopSeconds * Math.max(greater, (double) seen.most());
        double explained = explainedPercent(flow, stopped, flow.longestSeconds(), flow.seconds() * greater);
        if (percent > allowed && percent <= allowed + explained) {
            return untold(bound, percent, explained);
        }
        boolean ok = percent <= allowed;
        String said = "the recorded rate times service time gives " + Figures.said(law)
                + " operations in flight; " + Figures.said(seen.mean()) + " were seen in "
                + Figures.said(seen.samples()) + " samples: " + Figures.said(percent, "%") + " apart, at most "
                + Figures.said(allowed, "%") + " is allowed.";
        return Audit.of(
                Rule.IN_FLIGHT,
                ok,
                scope,
                Figures.rounded(percent),
                Figures.rounded(allowed),
                "%",
                ok
                        ? said
                        : scope + ": " + said + " Operations are missing from the record, were recorded twice, or"
                                + " were recorded with a wrong duration. Check when the driver takes its end stamps,"
                                + " and run again.");
    }

    private static Audit fewSamples(UpperBound bound, ScheduleFigures.InFlight seen, double errorPercent) {
        return bound.notTested(Figures.said(seen.samples()) + " samples give the number of operations in flight, "
                + Figures.said(seen.mean()) + ", to within " + Figures.said(errorPercent, "%") + ", where "
                + Figures.said(PERCENT, "%") + " is needed: use a longer steady state, or more load.");
    }

    static Audit userTime(Scope scope, boolean known, ScheduleFigures.Flow flow, int depth, double stopSeconds) {
        UpperBound bound = bound(Rule.USER_TIME, scope);
        double users = known ? depth * flow.userSeconds() / flow.seconds() : 0;
        if (!known || flow.recorded() < NEEDED_EACH * Math.max(1, users) || !(flow.userSeconds() > 0)) {
            return notTested(bound, known);
        }
        if (flow.userChangeSeconds() > UNSURE * flow.userSeconds()) {
            return bound.notTested("Users came and went too often between two levels for their number to be known.");
        }
        // X (S + idle): the time in operations is the recorder's, the time between them is what the users measured.
        double byLaw = (flow.spentSeconds() - flow.busySeconds() + flow.serviceSeconds()) / flow.seconds();
        double percent = 100 * Math.abs(byLaw / users - 1);
        double idle = Math.max(0, flow.spentSeconds() - flow.busySeconds()) / flow.recorded();
        double explained = explainedPercent(
                flow, EDGES * stopSeconds * users, flow.longestSeconds() + MEANS * idle, flow.seconds() * users);
        if (percent > PERCENT && percent <= PERCENT + explained) {
            return untold(bound, percent, explained);
        }
        String seen = "rate times service time and idle gap gives " + Figures.said(byLaw) + " users, "
                + Figures.said(users) + " were connected: " + bound.said(percent) + " apart, "
                + bound.allowed();
        return bound.audit(
                percent,
                seen,
                scope + ": " + seen + " Part of the users' time belongs to no operation and no gap, or was counted"
                        + " twice: operations are missing from the record or were recorded twice. Keep the run folder"
                        + " and report this fault.");
    }

    private static Audit notTested(UpperBound bound, boolean known) {
        String message = "Fewer than " + (int) NEEDED_EACH
                + " operations ended for each one in flight: use a longer steady state.";
        return known ? bound.notTested(message) : bound.notStored();
    }
}
