// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.Verdict;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Timeline;

/** Whether the figures of a run can be believed: what a reader must know before reading any of them. */
enum Health {
    /** Every audit that could be made passed. */
    WELL,
    /** An audit was violated, and the class of the run forgives it. */
    NOTED,
    /** The figures are not to be believed. */
    BAD,
    /** There are none. */
    NOTHING_MEASURED;

    static Health of(Judgement judgement) {
        if (!judgement.isMeasured()) {
            return NOTHING_MEASURED;
        }
        if (judgement.verdict() == Verdict.INVALID) {
            return BAD;
        }
        return count(judgement, Audit.State.VIOLATED) > 0 ? NOTED : WELL;
    }

    /** Whether the harness must be told of before the SUT. */
    boolean comesFirst() {
        return this != WELL;
    }

    /** One line. */
    static String line(Judgement judgement) {
        long ok = count(judgement, Audit.State.OK);
        long open = count(judgement, Audit.State.NOT_TESTED);
        String untested = open == 0 ? "" : ", " + open + " not tested";
        long comparisons =
                judgement.audits().stream().filter(Health::isComparison).count();
        String compared = comparisons == 0
                ? ""
                : " and " + comparisons + (comparisons == 1 ? " comparison" : " comparisons") + " with the SUT";
        String audits = ok + (ok == 1 ? " audit" : " audits") + compared + untested;
        return switch (of(judgement)) {
            case WELL -> "harness: ok, " + audits;
            case NOTED ->
                "harness: believed for class " + judgement.runClass() + " only, " + audits + ", "
                        + count(judgement, Audit.State.VIOLATED) + " violated and noted";
            case BAD ->
                "harness: the figures are not to be believed, " + audits + ", " + count(judgement, Audit.State.VIOLATED)
                        + " violated";
            case NOTHING_MEASURED -> "harness: nothing was measured";
        };
    }

    /** What a reader should make of the figures, and do. */
    static String meaning(Judgement judgement) {
        return switch (of(judgement)) {
            case WELL -> "The harness kept up: the figures are the SUT's.";
            case NOTED ->
                "The harness did not do as well as a published run needs. The figures are good enough to try"
                        + " things out, not to be compared or published.";
            case BAD ->
                "The measurement itself went wrong, so the figures of the SUT may be too good or too bad, and"
                        + " nobody can say by how much. Put right what is named here and run again.";
            case NOTHING_MEASURED -> nothing(judgement);
        };
    }

    private static String nothing(Judgement judgement) {
        if (judgement.status().equals(Timeline.INTERRUPTED)) {
            return "The run was interrupted "
                    + (judgement.endedInPreparation()
                            ? "while it was prepared, so no load was driven and there are no figures."
                            : "before its steady state, so there are no figures.");
        }
        return judgement.endedInPreparation()
                ? "Preparing the run failed, so no load was driven and there are no figures. Put right what is"
                        + " named here and run again."
                : "The run ended before its steady state, so there are no figures. Put right what is named here"
                        + " and run again.";
    }

    /** How the run ended, in words. */
    static String ending(Judgement judgement) {
        if (!judgement.status().equals("crashed")) {
            return judgement.status();
        }
        return judgement.endedInPreparation() ? "preparing failed" : "broke off";
    }

    /** Whether an audit is a comparison with the SUT that was made: these are counted and shown by themselves. */
    static boolean isComparison(Audit audit) {
        return audit.rule() == Rule.RECONCILIATION && audit.state() != Audit.State.NOT_TESTED;
    }

    /** Audits that came out so, the comparisons with the SUT left out unless one was violated. */
    static long count(Judgement judgement, Audit.State state) {
        return judgement.audits().stream()
                .filter(audit -> audit.state() == state && !(state == Audit.State.OK && isComparison(audit)))
                .filter(audit -> state != Audit.State.VIOLATED || !audit.rule().failsRun())
                .count();
    }
}
