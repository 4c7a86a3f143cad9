// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.Verdict;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;

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

    /** Whether an audit is a comparison with the SUT that was made: these are counted and shown by themselves. */
    static boolean isComparison(Audit audit) {
        return audit.rule() == Rule.RECONCILIATION && audit.state() != Audit.State.NOT_TESTED;
    }

    /** Where the figures can be believed, what is violated and not just noted is held against the SUT. */
    private static boolean isLossOfTheSut(Judgement judgement, Audit audit) {
        return audit.voidsRun() && judgement.verdict() != Verdict.INVALID;
    }

    /** Audits that came out so, the comparisons with the SUT left out unless one was violated. */
    static long count(Judgement judgement, Audit.State state) {
        return judgement.audits().stream()
                .filter(audit -> audit.state() == state
                        && !(state == Audit.State.OK && isComparison(audit))
                        && !(state == Audit.State.VIOLATED && audit.rule().failsRun())
                        && !isLossOfTheSut(judgement, audit))
                .count();
    }
}
