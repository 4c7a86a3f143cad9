// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.document.RecordSchema;
import org.plateaubench.engine.run.event.EventType;

/** A line of {@code events.ndjson}; it has no {@code runNanos} before the run's clock was started. */
@JsonInclude(Include.NON_NULL)
public record EventDocument(
        Instant at, @Nullable Long runNanos, String type, String scope, String message, Map<String, Object> details) {
    public static String jsonSchema() {
        return RecordSchema.ofLine(EventDocument.class, "A line of events.ndjson", EventType.details());
    }

    public static EventDocument of(RunEvent event) {
        return new EventDocument(
                event.at(),
                event.runNanos() == RunEvent.BEFORE_START ? null : event.runNanos(),
                event.type(),
                event.scope(),
                event.message(),
                event.details());
    }

    /** Reads a line; throws an {@link IllegalArgumentException} for anything else. */
    public static RunEvent read(String line) {
        EventDocument event = Documents.read(line, EventDocument.class);
        return new RunEvent(
                event.at,
                Objects.requireNonNullElse(event.runNanos, RunEvent.BEFORE_START),
                event.type,
                event.scope,
                event.message,
                event.details);
    }
}
