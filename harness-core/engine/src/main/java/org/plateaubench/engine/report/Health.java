// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;

/** Whether the figures of a run can be trusted, which a reader must know before reading them. */
enum Health {
    /** Every audit that could be made passed. */
    WELL,
    /** An audit was violated, and the class of the run forgives it. */
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

    /**
     * Whether a violation counts against the SUT, as it does where the figures can be trusted and it is not only
     * noted.
     */
    private static boolean isLossOfTheSut(Judgement judgement, Audit audit) {
        return audit.voidsRun() && judgement.verdict() != Verdict.INVALID;
    }

    /** Number of audits in a state that say something about the harness, without comparisons with the SUT that went well. */
    static long count(Judgement judgement, Audit.State state) {
        return judgement.audits().stream()
                .filter(audit -> audit.state() == state
                        && !(state == Audit.State.OK && isComparison(audit))
                        && !(state == Audit.State.VIOLATED && audit.rule().failsRun())
                        && !isLossOfTheSut(judgement, audit))
                .count();
    }
}
