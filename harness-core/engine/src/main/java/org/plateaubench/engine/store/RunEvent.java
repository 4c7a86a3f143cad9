// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.document.RecordSchema;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;

/**
 * An event of a run. Immutable.
 *
 * @param scope empty for the run, {@code tile/workload}, {@code sut/<name>} or {@code agent/<name>}
 * @param details plain values by name: those of its {@link EventDetails}, and any that later versions have added
 */
public record RunEvent(
        Instant at,

        @JsonProperty("runNanos") @JsonInclude(Include.NON_NULL) @Nullable
        Long clockNanos,

        String type,
        String scope,
        String message,
        Map<String, Object> details) {
    /** The value that means an instant before the run's clock was started. */
    public static final long BEFORE_START = Long.MIN_VALUE;

    public RunEvent {
        clockNanos = clockNanos == null || clockNanos == BEFORE_START ? null : clockNanos;
    }

    public static String jsonSchema() {
        return RecordSchema.ofLine(RunEvent.class, "A line of events.ndjson", EventType.details());
    }

    public static RunEvent of(Instant at, long runNanos, EventDetails event, String scope, String message) {
        return new RunEvent(
                at,
                runNanos,
                EventType.of(event).label(),
                scope,
                message,
                event instanceof EventType ? Map.of() : Documents.tree(event));
    }

    public static RunEvent read(String line) {
        return Documents.read(line, RunEvent.class);
    }

    /** The instant on the run's clock; {@link #BEFORE_START} while it does not run. */
    public long runNanos() {
        return clockNanos == null ? BEFORE_START : clockNanos;
    }

    /** The wall-clock time at which the run's clock was 0, by the first event that has both times; null without one. */
    public static @Nullable Instant origin(List<RunEvent> events) {
        return events.stream()
                .filter(event -> event.clockNanos != null)
                .findFirst()
                .map(event -> event.at.minusNanos(event.runNanos()))
                .orElse(null);
    }

    public boolean is(EventType kind) {
        return type.equals(kind.label());
    }

    /** The details of the event, if its type has details of this kind; fields that do not fit count as missing. */
    public <T extends EventDetails> Optional<T> as(Class<T> kind) {
        return is(EventType.of(kind)) ? Documents.ifValid(details, kind) : Optional.empty();
    }
}
