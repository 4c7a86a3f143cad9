// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SutIncarnation;

/**
 * The details of an event in addition to its scope and message: the record of its {@link EventType}, or only the type
 * if there are no details. The records define the form in files; the names of their components are the names of the
 * details. An optional component is empty or zero if missing; if a required one is missing, the event has no details.
 */
public interface EventDetails {
    record PhaseBegan(@JsonSetter(nulls = Nulls.AS_EMPTY) String name) implements EventDetails {}

    /** A SUT failed after the load had begun; a SUT that did not start has no details. */
    record SutFailed(SutFailure when) implements EventDetails {}

    enum SutFailure {
        /** The SUT did not run when it was checked while the load was driven. */
        UNDER_LOAD,
        /** The SUT did not run when it was checked after the comparison of its contents, just before its end. */
        AT_THE_END,
        /** The plugin of the SUT failed during the check. */
        UNKNOWN
    }

    /** The state of the data of a workload before the load, with which another process can reconcile. */
    record CountedData(List<SutIncarnation> incarnations, Map<String, String> baseline) implements EventDetails {}

    record DataPrepared(State state) implements EventDetails {
        public enum State {
            BEGUN,
            DONE
        }
    }

    record AgentProcess(@JsonSetter(nulls = Nulls.AS_EMPTY) long processId, String host) implements EventDetails {}

    record HostObserved(
            String host, @JsonSetter(nulls = Nulls.AS_EMPTY) boolean drivesLoad) implements EventDetails {}

    record SourceRead(String kind) implements EventDetails {}

    record Resumed(int intervals) implements EventDetails {}

    record Interrupted(@JsonSetter(nulls = Nulls.AS_EMPTY) String how) implements EventDetails {
        /** The failure of the run was certain. No user requested the end. */
        public static final String CERTAIN_FAILURE = "certain-failure";
    }

    record ComparedData(
            @Nullable String what,
            @JsonInclude(Include.NON_NULL) @Nullable Long before,
            @JsonInclude(Include.NON_NULL) @Nullable Long after,
            @JsonSetter(nulls = Nulls.AS_EMPTY) long expected,
            @JsonSetter(nulls = Nulls.AS_EMPTY) long actual,
            @JsonSetter(nulls = Nulls.AS_EMPTY) long uncertain,
            @JsonSetter(nulls = Nulls.AS_EMPTY) boolean met,
            @JsonInclude(Include.NON_NULL) Reconciliation.@Nullable Kind kind,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String untested,

            @JsonSetter(nulls = Nulls.AS_EMPTY) @JsonInclude(Include.NON_EMPTY)
            String otherClient,

            @JsonSetter(nulls = Nulls.AS_EMPTY) String restarted)
            implements EventDetails {
        /** {@code restarted} are the servers that were restarted, empty for none. */
        public static ComparedData of(Reconciliation row, String restarted) {
            return new ComparedData(
                    row.what(),
                    row.before(),
                    row.after(),
                    row.expected(),
                    row.actual(),
                    row.uncertain(),
                    row.isMet(),
                    row.kind(),
                    row.untested(),
                    row.otherClient(),
                    restarted);
        }
    }

    /** A fault that prevented another event, with the label of its type. */
    record Prevented(String during) implements EventDetails {}

    /**
     * The run has ended.
     *
     * @param by the user or signal that requested the run to end, empty for none or when not known
     */
    record RunEnded(
            @JsonSetter(nulls = Nulls.AS_EMPTY) String status,
            @JsonInclude(Include.NON_EMPTY) String by,
            @JsonInclude(Include.NON_DEFAULT) boolean fault)
            implements EventDetails {}
}
