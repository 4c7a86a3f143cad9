// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import org.plateaubench.wire.ToController;
import org.plateaubench.wire.document.DocumentRules;

/** The kinds of events of a run. */
public enum EventType {
    RUN_STARTED,
    /** A phase began; details: name. */
    PHASE,
    SUT_STARTED,
    SUT_STOPPED,
    /** A SUT did not start, or ended during the run. */
    SUT_FAILED,
    /** The data of a workload is being prepared, or is ready. */
    PREPARE,
    /**
     * What the SUTs held before the load, with which another process reconciles when the controller is killed; details:
     * incarnations, baseline.
     */
    COUNTED,
    PREFLIGHT_NOTE,
    USER_FAILED,
    /** An agent runs in another process than its controller; details: processId, host. */
    AGENT_PROCESS,
    AGENT_LOST,
    /** An agent samples what its host does; details: host, drivesLoad, whether it drives load there. */
    HOST_OBSERVED,
    /**
     * Telemetry of a SUT is taken, or was imported from a file after the run, under the scope of its source; details: kind, the SUT
     * service or the format of the file, and agents, those that sample it.
     */
    SOURCE_READ,
    /** An agent that only observes its host did not join, or was lost: nothing else of the run depends on it. */
    OBSERVER_LOST,
    /** The controller had ended without a word, and what agents have kept was added; details: intervals. */
    RESUMED,
    /** The run was asked to end; details: how (ramp-down, stop). */
    INTERRUPTED,
    /**
     * One row of a reconciliation; details: what, before and after where counted, expected, actual, uncertain, met
     * (whether the numbers agree), things (compared one by one), untested (why the row says nothing) and restarted
     * (which servers were restarted), both empty otherwise.
     */
    RECONCILIATION,
    /**
     * The forecast of the verdict has changed; details: forecasts, all present ones, each with certainty, verdict,
     * rule, scope, value, bound, unit and message.
     */
    FORECAST,
    /** A plugin or the harness broke a rule; details: during, the event that it prevented. */
    FAULT,
    /**
     * The last event; details: status (completed, interrupted, not-started, crashed), by (the user or signal), fault.
     */
    RUN_ENDED;

    /** Key of a detail of {@link #FAULT}: the label of the event that it prevented. */
    public static final String DURING = "during";

    /** The type of what an agent reports. */
    static EventType of(ToController.AgentEvent.Kind kind) {
        return switch (kind) {
            case USER_FAILED -> USER_FAILED;
            case FAULT -> FAULT;
        };
    }

    /** The word in files. */
    public String label() {
        return DocumentRules.word(this);
    }
}
