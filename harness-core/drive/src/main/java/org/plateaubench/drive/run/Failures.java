// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.run;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.measure.recorder.DistinctErrors;

/** The outcomes that the harness itself assigns (measurement rule M9). */
public final class Failures {
    /** Class of the error when a driver throws an exception that it is allowed to throw. */
    static final String EXCEPTION = "exception";

    public static final String CONNECTION_LOST = "connection-lost";
    public static final Outcome TIMED_OUT = Outcome.connectionLost(UnitRecord.TIMEOUT, "");

    public static final Connect CONNECT_TIMED_OUT = new Connect("connecting exceeded its timeout", false);

    /** The creation of a driver exceeded the longest timeout of the workload; it must not connect. */
    public static final Connect DRIVER_TIMED_OUT = new Connect("creating it exceeded its timeout", true);

    private static final int REASON_CHARACTERS = 100;

    private Failures() {}

    /**
     * The outcome when a driver has thrown: an error with loss of the connection, whose state is unknown. The class of
     * the error shows whether it is a fault of the plugin (measurement rule M15).
     */
    public static Outcome outcome(Throwable thrown, RunListener listener) {
        return PluginFaults.isFault(thrown)
                ? Outcome.connectionLost(DistinctErrors.PLUGIN_FAULT, PluginFaults.text(thrown, listener))
                : Outcome.connectionLost(EXCEPTION, PluginFaults.reason(thrown));
    }

    /** The reason why a user has no connection. */
    public record Connect(String message, boolean isFault) {
        public Connect withPrefix(String prefix) {
            return new Connect(prefix + message, isFault);
        }

        public void record(RunContext run, int user, long nowNanos) {
            if (isFault) {
                run.recorder().pluginFault(DistinctErrors.CONNECT, message, nowNanos);
                run.attendance().gone(user, nowNanos);
            } else {
                run.recorder().connectFailed(message, nowNanos);
                run.attendance().away(user, nowNanos);
            }
        }
    }

    /**
     * The failure of a driver that threw an exception when it connected; so a driver reports that the SUT refused it.
     */
    public static Connect connect(Throwable thrown, RunListener listener) {
        return PluginFaults.isFaultOutsideOperation(thrown)
                ? new Connect(PluginFaults.text(thrown, listener), true)
                : new Connect(PluginFaults.reason(thrown), false);
    }

    /** The failure of a session that threw an exception when it created a driver. */
    public static Connect noDriver(Throwable thrown, RunListener listener) {
        return new Connect(PluginFaults.text(thrown, listener), true);
    }

    /** The failure of a session that returned null for a driver. */
    public static Connect noDriver(Object session) {
        return new Connect("the plugin returned none (" + session.getClass().getName() + ")", true);
    }

    public static void requireRecordable(@Nullable Outcome outcome) {
        String problem = problemOf(outcome);
        if (problem != null) {
            throw new IllegalArgumentException("the driver " + problem);
        }
    }

    /** A driver's outcome if it can be recorded, otherwise a fault. All outcomes of drivers pass through here. */
    public static Outcome checked(@Nullable Outcome outcome, Object driver) {
        String problem = problemOf(outcome);
        if (outcome != null && problem == null) {
            return outcome;
        }
        // A reported loss of the connection counts nevertheless.
        return new Outcome(
                OutcomeKind.ERROR,
                DistinctErrors.PLUGIN_FAULT,
                "driver " + driver.getClass().getName() + " " + problem,
                outcome != null && outcome.connectionLost());
    }

    private static @Nullable String problemOf(@Nullable Outcome outcome) {
        if (outcome == null) {
            return "returned no outcome";
        }
        // Records of the api may still contain null: plugins are not bound by its annotations.
        if (outcome.kind() == null || outcome.reason() == null || outcome.message() == null) {
            return "returned an outcome without kind, reason or message";
        }
        return outcome.reason().length() <= REASON_CHARACTERS
                ? null
                : "returned an outcome whose reason is longer than " + REASON_CHARACTERS + " characters";
    }
}
