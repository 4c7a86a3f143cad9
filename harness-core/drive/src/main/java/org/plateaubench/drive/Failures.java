// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** The outcomes that the harness itself codes (measurement rule M9). */
final class Failures {
    /** Class of the error when a driver throws. */
    static final String EXCEPTION = "exception";
    /** Class of the error of what was outstanding on a connection that went away. */
    static final String CONNECTION_LOST = "connection-lost";
    /** The operation overran its timeout and was aborted, which cost the connection. */
    static final Outcome TIMED_OUT = Outcome.connectionLost(UnitRecord.TIMEOUT, "");

    /** A connect overran the longest timeout of the workload and was aborted. */
    static final String CONNECT_OVERRAN = "connecting overran its timeout";

    private Failures() {}

    /** A driver threw: an error that costs the connection, since nobody knows what state it is in. */
    static Outcome outcome(Throwable thrown) {
        return Outcome.connectionLost(EXCEPTION, text(thrown));
    }

    /** What a plugin's exception says; its own code may fail even at that. */
    static String text(Throwable thrown) {
        try {
            return String.valueOf(thrown.toString());
        } catch (RuntimeException | Error e) {
            return thrown.getClass().getName();
        }
    }

    /** A driver that forgets to say what became of an operation has failed. */
    static Outcome checked(@Nullable Outcome outcome) {
        return outcome != null ? outcome : Outcome.error(EXCEPTION, "the driver returned no outcome");
    }
}
