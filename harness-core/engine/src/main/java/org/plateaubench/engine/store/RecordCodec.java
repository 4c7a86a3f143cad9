// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The lines of {@code events.ndjson}, {@code errors.ndjson} and {@code telemetry.ndjson}. */
final class RecordCodec {
    private RecordCodec() {}

    static Map<String, Object> toTree(RunEvent event) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("at", event.at().toString());
        if (event.runNanos() != RunEvent.BEFORE_START) {
            tree.put("runNanos", event.runNanos());
        }
        tree.put("type", event.type());
        tree.put("scope", event.scope());
        tree.put("message", event.message());
        tree.put("details", event.details());
        return tree;
    }

    static RunEvent event(Map<String, Object> tree) {
        return new RunEvent(
                instant(tree),
                tree.containsKey("runNanos") ? Tree.number(tree, "runNanos") : RunEvent.BEFORE_START,
                Tree.text(tree, "type"),
                Tree.text(tree, "scope"),
                Tree.text(tree, "message"),
                Tree.object(tree.get("details")));
    }

    private static Instant instant(Map<String, Object> tree) {
        try {
            return Instant.parse(Tree.text(tree, "at"));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'at' is no instant", e);
        }
    }

    static Map<String, Object> toTree(ErrorRecord error) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("scope", error.scope());
        tree.put("operation", error.operation());
        tree.put("errorClass", error.errorClass());
        tree.put("message", error.message());
        tree.put("count", error.count());
        tree.put("firstNanos", error.firstNanos());
        tree.put("lastNanos", error.lastNanos());
        return tree;
    }

    static ErrorRecord error(Map<String, Object> tree) {
        return new ErrorRecord(
                Tree.text(tree, "scope"),
                Tree.text(tree, "operation"),
                Tree.text(tree, "errorClass"),
                Tree.text(tree, "message"),
                Tree.number(tree, "count"),
                Tree.number(tree, "firstNanos"),
                Tree.number(tree, "lastNanos"));
    }

    static Map<String, Object> toTree(TelemetryPoint point) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("runNanos", point.runNanos());
        tree.put("source", point.source());
        tree.put("series", point.series());
        tree.put("value", point.value());
        tree.put("unit", point.unit());
        tree.put("cumulative", point.cumulative());
        return tree;
    }

    static TelemetryPoint telemetryPoint(Map<String, Object> tree) {
        return new TelemetryPoint(
                Tree.number(tree, "runNanos"),
                Tree.text(tree, "source"),
                Tree.text(tree, "series"),
                Tree.decimal(tree, "value"),
                Tree.text(tree, "unit"),
                Tree.flag(tree, "cumulative"));
    }
}
