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
 * Little's law with service time (measurement rule M20). What users were seen to be at, counted beside the recorder,
 * against what the recorder took: a recorder that loses, doubles or hides operations breaks the law.
 */
public final class LittleAudits {
    static final double PERCENT = 5;
    /** Completions per operation in flight, or per user, from which on the law is tested. */
    static final double NEEDED_EACH = 20;
    /** Greatest part of the users' time that may be unsure since users came and went between two levels. */
    static final double UNSURE = 0.01;
    /** Part of the window for which an agent may have stood still for the law to say anything against it. */
    static final double STOPPED = 0.01;

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
        audits.add(inFlight(workload.scope(), known, flow));
        if (workload.planned().load() instanceof Load.Closed closed) {
            audits.add(userTime(workload.scope(), known, flow, closed.depth()));
        }
        return audits.stream()
                .map(audit -> unlessStopped(audit, longestStopSeconds, flow.seconds()))
                .toList();
    }

    /** What is read one after the other at the end of an interval is apart by as much as the reader stood still. */
    static Audit unlessStopped(Audit audit, double longestStopSeconds, double seconds) {
        if (audit.state() != Audit.State.VIOLATED || longestStopSeconds <= STOPPED * seconds) {
            return audit;
        }
        return Audit.notTested(
                audit.rule(),
                audit.scope(),
                PERCENT,
                "%",
                "An agent stood still for " + Figures.said(1000 * longestStopSeconds, "ms") + ", "
                        + Figures.said(100 * longestStopSeconds / seconds, "%")
                        + " of the time that counts, too much to tell: use a longer steady state, or a quieter host.");
    }

    static Audit inFlight(Scope scope, boolean known, ScheduleFigures.Flow flow) {
        double inFlight = known ? flow.busySeconds() / flow.seconds() : 0;
        if (!known || flow.ended() < NEEDED_EACH * Math.max(1, inFlight) || !(flow.busySeconds() > 0)) {
            return notTested(Rule.IN_FLIGHT, scope, known);
        }
        double byLaw = flow.serviceSeconds() / flow.seconds();
        double percent = 100 * Math.abs(byLaw / inFlight - 1);
        boolean ok = percent <= PERCENT;
        String seen = "rate times service time of what was recorded gives " + Figures.said(byLaw)
                + " operations in flight, " + Figures.said(inFlight) + " were seen: " + Figures.said(percent, "%")
                + " apart, at most " + Figures.said(PERCENT, "%") + " is allowed.";
        return Audit.of(
                Rule.IN_FLIGHT,
                ok,
                scope,
                Figures.rounded(percent),
                PERCENT,
                "%",
                ok
                        ? seen
                        : scope + ": " + seen + " Operations are missing from the record, stand in it twice, or were"
                                + " stamped by the driver with another time than they took: check the driver's end"
                                + " stamps and run again.");
    }

    static Audit userTime(Scope scope, boolean known, ScheduleFigures.Flow flow, int depth) {
        double users = known ? depth * flow.userSeconds() / flow.seconds() : 0;
        if (!known || flow.recorded() < NEEDED_EACH * Math.max(1, users) || !(flow.userSeconds() > 0)) {
            return notTested(Rule.USER_TIME, scope, known);
        }
        if (flow.userChangeSeconds() > UNSURE * flow.userSeconds()) {
            return Audit.notTested(
                    Rule.USER_TIME,
                    scope,
                    PERCENT,
                    "%",
                    "Users came and went too often between two levels to say how many there were.");
        }
        // X (S + idle): the time in operations is the recorder's, the time between them is what the users measured.
        double byLaw = (flow.spentSeconds() - flow.busySeconds() + flow.serviceSeconds()) / flow.seconds();
        double percent = 100 * Math.abs(byLaw / users - 1);
        boolean ok = percent <= PERCENT;
        String seen = "rate times service time and idle gap gives " + Figures.said(byLaw) + " users, "
                + Figures.said(users) + " were connected: " + Figures.said(percent, "%") + " apart, at most "
                + Figures.said(PERCENT, "%") + " is allowed.";
        return Audit.of(
                Rule.USER_TIME,
                ok,
                scope,
                Figures.rounded(percent),
                PERCENT,
                "%",
                ok
                        ? seen
                        : scope + ": " + seen + " Time of the users is in no operation and in no gap, or in two:"
                                + " operations are missing from the record or stand in it twice. Keep the run folder"
                                + " and report it.");
    }

    private static Audit notTested(Rule rule, Scope scope, boolean known) {
        String message =
                "Fewer than " + (int) NEEDED_EACH + " operations ended for each in flight: use a longer steady state.";
        return known ? Audit.notTested(rule, scope, PERCENT, "%", message) : Audit.notStored(rule, scope, PERCENT, "%");
    }
}
