// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import org.plateaubench.wire.DocumentRules;

/** The verdict on a run; a later constant outranks an earlier one (measurement rule M15). */
public enum Verdict {
    /** Every limit was met, and no audit that could be carried out was violated. */
    PASS,
    FAIL,
    INVALID;

    public String word() {
        return switch (this) {
            case PASS -> "passed";
            case FAIL -> "failed";
            case INVALID -> "invalid";
        };
    }

    public String label() {
        return DocumentRules.word(this);
    }
}
