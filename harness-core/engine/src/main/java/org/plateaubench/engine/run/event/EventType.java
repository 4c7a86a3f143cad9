// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.DocumentRules;
import org.plateaubench.wire.ToController;

/** The types of events of a run, with the record of their details if they have any. */
public enum EventType implements EventDetails {
    RUN_STARTED,
    PHASE(PhaseBegan.class),
    SUT_STARTED,
    SUT_STOPPED,
    /** A SUT did not start, or ended during the run. */
    SUT_FAILED(SutFailed.class),
    PREPARE(DataPrepared.class),
    /** The contents of the SUTs before the load, with which another process reconciles if the controller is killed. */
    COUNTED(CountedData.class),
    PREFLIGHT_NOTE,
    /** A reason why figures of a workload may be better than in production. */
    DATA_DOUBT,
    SHARED_SERVER,
    USER_FAILED,
    AGENT_PROCESS(AgentProcess.class),
    AGENT_LOST,
    HOST_OBSERVED(HostObserved.class),
    /** Telemetry of a SUT is sampled, or was imported from a file after the run, with the scope of its source. */
    SOURCE_READ(SourceRead.class),
    /** An agent without load, on which nothing else depends, was lost during the load. */
    OBSERVER_LOST,
    /** The controller had ended without a report, and the messages that agents had kept were added. */
    RESUMED(Resumed.class),
    INTERRUPTED(Interrupted.class),
    RECONCILIATION(ComparedData.class),
    CERTAIN_FAILURE,
    /** A plugin or the harness violated a rule; it has details if it prevented another event. */
    FAULT(Prevented.class),
    RUN_ENDED(RunEnded.class);

    private static final Map<Class<?>, EventType> BY_DETAILS = byDetails();

    private final @Nullable Class<? extends Record> details;
    private final String label = DocumentRules.word(this);

    EventType() {
        details = null;
    }

    EventType(Class<? extends Record> details) {
        this.details = details;
    }

    private static Map<Class<?>, EventType> byDetails() {
        Map<Class<?>, EventType> types = new HashMap<>();
        for (EventType type : values()) {
            if (type.details != null) {
                types.put(type.details, type);
            }
        }
        return Map.copyOf(types);
    }

    public static EventType of(EventDetails event) {
        return event instanceof EventType type ? type : of(event.getClass());
    }

    public static EventType of(Class<? extends EventDetails> details) {
        return Objects.requireNonNull(BY_DETAILS.get(details), details::getName);
    }

    public static Map<String, Class<?>> details() {
        Map<String, Class<?>> records = new LinkedHashMap<>();
        for (EventType type : values()) {
            if (type.details != null) {
                records.put(type.label(), type.details);
            }
        }
        return records;
    }

    public static EventType of(ToController.AgentEvent.Kind kind) {
        return switch (kind) {
            case USER_FAILED -> USER_FAILED;
            case FAULT -> FAULT;
        };
    }

    public String label() {
        return label;
    }
}
