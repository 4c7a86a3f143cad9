// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.List;

/**
 * A value that a workload measures in addition to its operations.
 *
 * @param name name in results and charts
 * @param kind counter, gauge or observed series
 * @param unit unit of the value, such as {@code rows} or {@code bytes}; {@code ms} for a series that is not an {@link
 *     #event}
 * @param description one sentence
 * @param limits default limits of a series; a run file may replace them. Empty for a counter or gauge
 */
public record MeasureDefinition(String name, Kind kind, String unit, String description, List<QosLimit> limits) {
    /** Marks a series or telemetry whose values are durations, in ms, of events on the time axis of charts. */
    public static final String EVENT_UNIT = "ms of an event";

    /** The meaning of the values, which determines how they are summed. */
    public enum Kind {
        /** A count that only grows; its growth per interval is summed over users and agents. */
        COUNTER,
        /** A level; its values at the end of an interval are summed over users and agents. */
        GAUGE,
        /** Durations that are not operations, such as the delivery of mail. */
        SERIES
    }

    public MeasureDefinition {
        Names.requirePluginName(name, "measure");
        limits = List.copyOf(limits);
        if (kind != Kind.SERIES && !limits.isEmpty()) {
            throw new IllegalArgumentException("only a series has limits, and " + name + " is a " + kind);
        }
    }

    /** A counter. */
    public static MeasureDefinition counter(String name, String unit, String description) {
        return new MeasureDefinition(name, Kind.COUNTER, unit, description, List.of());
    }

    /** A gauge. */
    public static MeasureDefinition gauge(String name, String unit, String description) {
        return new MeasureDefinition(name, Kind.GAUGE, unit, description, List.of());
    }

    /** A series of observed durations. */
    public static MeasureDefinition series(String name, String description) {
        return new MeasureDefinition(name, Kind.SERIES, "ms", description, List.of());
    }

    /**
     * A series whose durations are events on the time axis, such as migrations of machines: each lasts from the
     * observed start to the observed end. Results compare the response times of the other workloads within and outside
     * of the events.
     */
    public static MeasureDefinition event(String name, String description) {
        return new MeasureDefinition(name, Kind.SERIES, EVENT_UNIT, description, List.of());
    }

    /** Whether the values are the lengths of events on the time axis. */
    public boolean isEvent() {
        return kind == Kind.SERIES && unit.equals(EVENT_UNIT);
    }

    /** This series with the given default limits instead of its own. */
    public MeasureDefinition withLimits(QosLimit... newLimits) {
        return new MeasureDefinition(name, kind, unit, description, List.of(newLimits));
    }
}
