// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import org.plateaubench.api.Outcome;

/** Reports an answer of another row than the one that was asked for, or of an earlier time. */
public final class WrongAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates the report. */
    public WrongAnswer(String message) {
        super(message);
    }

    /** Fails unless a condition holds. */
    public static void unless(boolean holds, String problem) throws WrongAnswer {
        if (!holds) {
            throw new WrongAnswer(problem);
        }
    }

    /** Returns the outcome of the operation. */
    public Outcome outcome() {
        return Outcome.error("wrong-answer", String.valueOf(getMessage()));
    }
}
