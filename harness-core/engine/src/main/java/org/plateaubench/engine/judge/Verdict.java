// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

/** The verdict on a run; a later constant outranks an earlier one (measurement rule M15). */
public enum Verdict {
    /** Every limit kept, every audit that could be made passed. */
    PASS("pass"),
    /** The SUT missed a limit. */
    FAIL("fail"),
    /** The measurement cannot be trusted. */
    INVALID("invalid");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    /** The word in files and on screens. */
    public String label() {
        return label;
    }
}
