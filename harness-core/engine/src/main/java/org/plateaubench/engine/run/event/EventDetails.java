// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.Reconciliation;

/**
 * What an event holds beside its scope and message: the record of its {@link EventType}, or the type alone where there is
 * nothing more. The records are the form in files, so that a name of a detail is the name of a component and stands nowhere
 * else. A component that may be missing, such as in runs of earlier versions, is empty or zero then; without one of the others
 * the event has no details.
 */
public interface EventDetails {
    /** A phase began. */
    record PhaseBegan(@JsonSetter(nulls = Nulls.AS_EMPTY) String name) implements EventDetails {}

    /** How a SUT failed once the load had begun; one that did not start has no details. */
    record SutFailed(SutFailure when) implements EventDetails {}

    /** The data of a workload is being prepared, or is ready. */
    record DataPrepared(State state) implements EventDetails {
        /** How far the preparation is. */
        public enum State {
            BEGUN,
            DONE
        }
    }

    /** An agent runs in another process than its controller. */
    record AgentProcess(@JsonSetter(nulls = Nulls.AS_EMPTY) long processId, String host) implements EventDetails {}

    /**
     * An agent samples what its host does.
     *
     * @param drivesLoad whether it drives load there
     */
    record HostObserved(
            String host, @JsonSetter(nulls = Nulls.AS_EMPTY) boolean drivesLoad) implements EventDetails {}

    /**
     * Telemetry is read, or was imported.
     *
     * @param kind the SUT service or the format of the file
     * @param agents names of the agents that sample it; null where that is not known
     */
    record SourceRead(
            String kind,
            @JsonInclude(Include.NON_NULL) @Nullable List<String> agents) implements EventDetails {}

    /**
     * What agents have kept was added.
     *
     * @param intervals how many were added
     */
    record Resumed(int intervals) implements EventDetails {}

    /**
     * The run was asked to end.
     *
     * @param how ramp-down or stop
     */
    record Interrupted(@JsonSetter(nulls = Nulls.AS_EMPTY) String how) implements EventDetails {}

    /**
     * One row of a reconciliation.
     *
     * @param before what the SUT held before the load, null where it was not counted
     * @param after what it held after the drain, null where it was not counted
     * @param met whether the numbers agree
     * @param things whether things were compared one by one
     * @param untested why the row proves nothing, empty otherwise
     * @param restarted which servers were restarted, empty for none
     */
    record ComparedData(
            @Nullable String what,
            @JsonInclude(Include.NON_NULL) @Nullable Long before,
            @JsonInclude(Include.NON_NULL) @Nullable Long after,
            @JsonSetter(nulls = Nulls.AS_EMPTY) long expected,
            @JsonSetter(nulls = Nulls.AS_EMPTY) long actual,
            @JsonSetter(nulls = Nulls.AS_EMPTY) long uncertain,
            @JsonSetter(nulls = Nulls.AS_EMPTY) boolean met,
            @JsonSetter(nulls = Nulls.AS_EMPTY) boolean things,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String untested,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String restarted)
            implements EventDetails {
        /**
         * A row as a plugin gives it.
         *
         * @param restarted which servers were restarted, empty for none
         */
        public static ComparedData of(Reconciliation row, String restarted) {
            return new ComparedData(
                    row.what(),
                    row.before(),
                    row.after(),
                    row.expected(),
                    row.actual(),
                    row.uncertain(),
                    row.isMet(),
                    row.kind() == Reconciliation.Kind.THINGS,
                    row.untested(),
                    restarted);
        }
    }

    /** All that is foreseen of the verdict, the gravest first. */
    record Forecasts(List<Foreseen> forecasts) implements EventDetails {}

    /**
     * One forecast of the verdict.
     *
     * @param certainty certain or likely
     * @param value what was found, null where the rule has no number
     * @param bound what is allowed, null where the rule has no number
     */
    @JsonInclude(Include.NON_NULL)
    record Foreseen(
            String certainty,
            String verdict,
            String rule,
            String scope,
            @Nullable Double value,
            @Nullable Double bound,
            String unit,
            String message) {}

    /**
     * A fault that prevented another event.
     *
     * @param during the label of the type of that event
     */
    record Prevented(String during) implements EventDetails {}

    /**
     * The run has ended.
     *
     * @param status completed, interrupted, not-started or crashed
     * @param by the user or signal that asked the run to end, empty for none or when not known
     * @param fault whether a fault, and no request, interrupted it
     */
    record RunEnded(
            @JsonSetter(nulls = Nulls.AS_EMPTY) String status,
            @JsonInclude(Include.NON_EMPTY) String by,
            @JsonInclude(Include.NON_DEFAULT) boolean fault)
            implements EventDetails {}
}
