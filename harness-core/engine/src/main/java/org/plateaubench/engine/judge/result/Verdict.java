// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import org.plateaubench.wire.document.DocumentRules;

/** The verdict on a run; a later constant outranks an earlier one (measurement rule M15). */
public enum Verdict {
    /** Every limit kept, every audit that could be made passed. */
    PASS,
    /** The SUT missed a limit. */
    FAIL,
    /** The measurement cannot be trusted. */
    INVALID;

    /** The word in files and on screens. */
    public String label() {
        return DocumentRules.word(this);
    }
}
