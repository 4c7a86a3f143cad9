// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import org.plateaubench.wire.DocumentRules;

/** The effect of a reason on the verdict. */
public enum Severity {
    /** The violation is only shown and has no effect, such as a violation that class dev allows. */
    NOTE(Verdict.PASS),
    /** The SUT did not meet a requirement. */
    FAIL(Verdict.FAIL),
    /** The measurement cannot be trusted. */
    INVALID(Verdict.INVALID);

    private final Verdict verdict;

    Severity(Verdict verdict) {
        this.verdict = verdict;
    }

    public String label() {
        return DocumentRules.word(this);
    }

    public Verdict verdict() {
        return verdict;
    }
}
