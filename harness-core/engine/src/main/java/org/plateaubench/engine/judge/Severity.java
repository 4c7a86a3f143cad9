// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

/** The effect of a reason on the verdict. */
public enum Severity {
    /** Shown without an effect: what class dev forgives. */
    NOTE("note", Verdict.PASS),
    /** The SUT missed something. */
    FAIL("fail", Verdict.FAIL),
    /** The measurement cannot be believed. */
    INVALID("invalid", Verdict.INVALID);

    private final String label;
    private final Verdict verdict;

    Severity(String label, Verdict verdict) {
        this.label = label;
        this.verdict = verdict;
    }

    /** The word in files and on screens. */
    public String label() {
        return label;
    }

    /** The best verdict that a run with such a reason can have. */
    public Verdict verdict() {
        return verdict;
    }
}
