// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import org.plateaubench.api.Outcome;

/** A step that cannot be carried out, with the outcome of its operation. Has no stack trace. */
public final class StepFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    /** Creates a failure with an outcome that is not ok. */
    public StepFailure(Outcome outcome) {
        super(outcome.message().isEmpty() ? outcome.reason() : outcome.message(), null, false, false);
        this.outcome = outcome;
    }

    /** A failure with an error class and a message. */
    public static StepFailure error(String errorClass, String message) {
        return new StepFailure(Outcome.error(errorClass, message));
    }

    /** The outcome of the operation. */
    public Outcome outcome() {
        return outcome;
    }
}
