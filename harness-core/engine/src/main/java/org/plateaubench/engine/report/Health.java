// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;

/** How far the figures of a run can be trusted, which a reader must know before reading them. */
enum Health {
    /** No audit that could be carried out was violated. */
    WELL,
    /** An audit was violated, but the class of the run only notes it. */
    NOTED,
    /** The figures cannot be trusted. */
    BAD,
    /** There are no figures. */
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

    /** Whether the report must show the harness before the SUT. */
    boolean comesFirst() {
        return this != WELL;
    }

    /** Whether an audit is a completed comparison with the SUT, which is counted and shown separately. */
    static boolean isComparison(Audit audit) {
        return audit.rule() == Rule.RECONCILIATION && audit.state() != Audit.State.NOT_TESTED;
    }

    /** Whether a violation counts against the SUT: the figures can be trusted, and it is not only noted. */
    private static boolean isLossOfTheSut(Judgement judgement, Audit audit) {
        return audit.voidsRun() && judgement.verdict() != Verdict.INVALID;
    }

    /** The number of audits in a state, without successful comparisons with the SUT. */
    static long count(Judgement judgement, Audit.State state) {
        return judgement.audits().stream()
                .filter(audit -> audit.state() == state
                        && !(state == Audit.State.OK && isComparison(audit))
                        && !(state == Audit.State.VIOLATED && audit.rule().failsRun())
                        && !isLossOfTheSut(judgement, audit))
                .count();
    }
}
