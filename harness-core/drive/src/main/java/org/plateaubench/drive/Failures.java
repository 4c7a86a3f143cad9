// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;

/** The outcomes that the harness itself codes (measurement rule M9). */
final class Failures {
    /** Class of the error when a driver throws. */
    static final String EXCEPTION = "exception";
    /** Class of the error of what was outstanding on a connection that went away. */
    static final String CONNECTION_LOST = "connection-lost";
    /** The operation overran its timeout and was aborted, which cost the connection. */
    static final Outcome TIMED_OUT = Outcome.connectionLost(UnitRecord.TIMEOUT, "");

    /** The plugin gave null. */
    static final String NO_DRIVER = "the plugin gave none";

    /** A connect overran the longest timeout of the workload and was aborted. */
    static final String CONNECT_OVERRAN = "connecting overran its timeout";

    private static final int REASON_CHARACTERS = 100;
    private static final int TEXT_CHARACTERS = 1_000;
    private static final Outcome NO_OUTCOME = Outcome.error(EXCEPTION, "the driver returned no outcome");
    private static final String INCOMPLETE = "the driver returned an outcome without kind, reason or message";
    private static final String LONG_REASON =
            "the driver returned an outcome whose reason is longer than " + REASON_CHARACTERS + " characters";

    private Failures() {}

    /** A driver threw: an error that costs the connection, since nobody knows what state it is in. */
    static Outcome outcome(Throwable thrown) {
        return Outcome.connectionLost(EXCEPTION, text(thrown));
    }

    /** What a plugin's exception says; its own code may fail even at that. */
    static String text(Throwable thrown) {
        try {
            String text = String.valueOf(thrown.toString());
            return text.substring(0, Math.min(text.length(), TEXT_CHARACTERS));
        } catch (RuntimeException | Error e) {
            return thrown.getClass().getName();
        }
    }

    /** @throws IllegalArgumentException when an outcome cannot be recorded */
    static void requireRecordable(@Nullable Outcome outcome) {
        Outcome checked = checked(outcome);
        if (!checked.equals(outcome)) {
            throw new IllegalArgumentException(checked.message());
        }
    }

    /**
     * What a driver says of an operation, if it can be recorded; a driver that says nothing, or nothing that can be, has
     * failed. The one place where outcomes enter.
     */
    static Outcome checked(@Nullable Outcome outcome) {
        if (outcome == null) {
            return NO_OUTCOME;
        }
        // Records of the api, and yet null can stand in them: plugins are not bound by its annotations.
        if (outcome.kind() == null || outcome.reason() == null || outcome.message() == null) {
            return unfit(outcome, INCOMPLETE);
        }
        return outcome.reason().length() <= REASON_CHARACTERS ? outcome : unfit(outcome, LONG_REASON);
    }

    /** Whether the connection is lost is believed all the same. */
    private static Outcome unfit(Outcome outcome, String message) {
        return new Outcome(OutcomeKind.ERROR, EXCEPTION, message, outcome.connectionLost());
    }
}
