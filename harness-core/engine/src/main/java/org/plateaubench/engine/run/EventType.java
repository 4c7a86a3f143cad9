// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.Locale;

/** The kinds of events of a run. */
public enum EventType {
    RUN_STARTED,
    /** A phase began; details: name. */
    PHASE,
    SUT_STARTED,
    SUT_STOPPED,
    /** A SUT did not start, or died while it was used. */
    SUT_FAILED,
    /** The data of a workload is being made ready, or is. */
    PREPARE,
    PREFLIGHT_NOTE,
    USER_FAILED,
    AGENT_LOST,
    /** Somebody asked the run to end; details: how (ramp-down, stop). */
    INTERRUPTED,
    /**
     * One row of a reconciliation; details: what, before and after where counted, expected, actual, uncertain, met (whether
     * the numbers agree), things (compared one by one), untested (why the row says nothing) and restarted (which servers
     * are not in the life that they were in before), both empty otherwise.
     */
    RECONCILIATION,
    /**
     * What is foreseen of the verdict has changed; details: forecasts, all that is foreseen now, each with certainty,
     * verdict, rule, scope, value, bound, unit and message.
     */
    FORECAST,
    /** A plugin or the harness did what it should not; details: during, which event it kept from happening. */
    FAULT,
    /** The last event; details: status (completed, interrupted, not-started, crashed), by whom, fault. */
    RUN_ENDED;

    /** Key of a detail of {@link #FAULT}: the label of the event that should have been there instead. */
    public static final String DURING = "during";

    /** The word in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
