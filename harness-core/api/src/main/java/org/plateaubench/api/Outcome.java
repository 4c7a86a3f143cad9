// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * The outcome of one operation, as its driver reports it. Immutable; {@link #ok()} allocates nothing.
 *
 * @param kind ok, declined or error
 * @param reason error class or reason of the refusal, a name of {@link Names}; empty for ok
 * @param message text for a person; one per distinct error is stored; empty for none
 * @param connectionLost whether the driver must connect again before its next operation
 */
public record Outcome(OutcomeKind kind, String reason, String message, boolean connectionLost) {
    /**
     * Error class of an operation that was cancelled before it ended, so that its response time is unknown. The harness
     * assigns it to operations that exceed their timeout, a driver to those that it no longer waits for.
     */
    public static final String TIMEOUT = "timeout";

    private static final Outcome OK = new Outcome(OutcomeKind.OK, "", "", false);

    public Outcome {
        if (kind == OutcomeKind.ABANDONED || kind == OutcomeKind.DROPPED) {
            throw new IllegalArgumentException("only the harness assigns the outcome " + kind);
        }
        if (kind != OutcomeKind.OK) {
            Names.require(reason, "reason");
        }
    }

    /** Success. */
    public static Outcome ok() {
        return OK;
    }

    /** An expected refusal, for example {@code out-of-stock}. Keep the instance in a constant. */
    public static Outcome declined(String reason) {
        return new Outcome(OutcomeKind.DECLINED, reason, "", false);
    }

    /** A failure after which the connection is still usable. */
    public static Outcome error(String errorClass, String message) {
        return new Outcome(OutcomeKind.ERROR, errorClass, message, false);
    }

    /** A failure that cost the connection: the harness calls {@code connect} again, with back-off. */
    public static Outcome connectionLost(String errorClass, String message) {
        return new Outcome(OutcomeKind.ERROR, errorClass, message, true);
    }
}
