// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.ErrorRecord;
import org.plateaubench.engine.store.RunEvent;

/** Events and errors of a run as trees of plain data, for the API and the report. */
public final class EventTree {
    private static final double NANOS_PER_SECOND = 1e9;

    private EventTree() {}

    /** An event; {@code runSeconds} is null before the run's clock starts. */
    public static Map<String, @Nullable Object> of(RunEvent event) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("at", event.at().toString());
        tree.put("runSeconds", event.runNanos() == RunEvent.BEFORE_START ? null : event.runNanos() / NANOS_PER_SECOND);
        tree.put("type", event.type());
        tree.put("scope", event.scope());
        tree.put("message", event.message());
        tree.put("details", event.details());
        return tree;
    }

    /** A distinct error with its count. */
    public static Map<String, Object> of(ErrorRecord error) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("scope", error.scope());
        tree.put("operation", error.operation());
        tree.put("errorClass", error.errorClass());
        tree.put("message", error.message());
        tree.put("count", error.count());
        tree.put("firstSeconds", error.firstNanos() / NANOS_PER_SECOND);
        tree.put("lastSeconds", error.lastNanos() / NANOS_PER_SECOND);
        return tree;
    }
}
