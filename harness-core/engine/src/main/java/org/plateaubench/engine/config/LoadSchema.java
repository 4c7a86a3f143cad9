// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.plateaubench.engine.config.SchemaForm.byName;
import static org.plateaubench.engine.config.SchemaForm.choice;
import static org.plateaubench.engine.config.SchemaForm.object;
import static org.plateaubench.engine.config.SchemaForm.ordered;
import static org.plateaubench.engine.config.SchemaForm.pattern;
import static org.plateaubench.engine.config.SchemaForm.reference;
import static org.plateaubench.engine.config.SchemaForm.whole;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;

/** The schema of a load, beside {@link LoadReader}. */
final class LoadSchema {
    private LoadSchema() {}

    static Map<String, Object> load() {
        return ordered(
                "description", "How much work the workload is given.",
                "type", "object",
                "oneOf", List.of(closed(), open(), ScheduleSchema.closed(), ScheduleSchema.open()));
    }

    private static Map<String, Object> closed() {
        Map<String, Object> properties =
                ordered("users", whole("Emulated users over all agents.", 1, LoadReader.MAX_USERS));
        properties.putAll(paced());
        return object("Closed load: a fixed number of users.", properties, List.of("users"));
    }

    /** The keys that may accompany users, with or without a schedule. */
    static Map<String, Object> paced() {
        Map<String, Object> gaps = ordered(
                "think", reference("distribution", "Gap from the end of a unit to the start of the next."),
                "cycle", reference("distribution", "Gap from the start of a unit to the start of the next."));
        Map<String, Object> properties = ordered();
        properties.putAll(gaps);
        properties.put("units", byName("Pacing of single units.", object("Pacing of this unit.", gaps, List.of())));
        properties.put(
                "onLate",
                choice(
                        "What happens to a cycle that is already past: keep the schedule, or rebase it, which does not"
                                + " correct for omission and is labelled so.",
                        Pacing.OnLate.class));
        properties.put("depth", depth());
        return properties;
    }

    private static Map<String, Object> open() {
        Map<String, Object> properties =
                ordered("rate", pattern("Units per time, such as 200/s or 12000/min.", ScalarReader.RATE_PATTERN));
        properties.putAll(arriving());
        return object(
                "Open load: arrivals at a rate, whatever the SUT does with them.",
                properties,
                List.of("rate", "maxUsers"));
    }

    /** The keys that may accompany a rate, with or without a schedule. */
    static Map<String, Object> arriving() {
        return ordered(
                "arrival", choice("Spacing of the arrivals, by default poisson.", Load.Arrival.class),
                "maxUsers", whole("Most arrivals in service at once.", 1, LoadReader.MAX_USERS),
                "lanes", whole("Independent arrival sequences, by default 64.", 1, LoadReader.MAX_LANES),
                "queue",
                        whole(
                                "Arrivals that may wait for a free user, by default the greater of"
                                        + " 2 x maxUsers and 5 s of arrivals; one more is dropped.",
                                1,
                                Integer.MAX_VALUE),
                "depth", depth());
    }

    private static Map<String, Object> depth() {
        return whole(
                "Commands that one connection may have outstanding; above 1 only for event-loop drivers.",
                1,
                LoadReader.MAX_DEPTH);
    }

    static Map<String, Object> distribution() {
        Map<String, Object> uniform = object(
                "Every time from min to max equally likely.",
                ordered("min", reference("duration"), "max", reference("duration")),
                List.of("min", "max"));
        Map<String, Object> exponential = object(
                "Exponential of a mean; a draw beyond a bound becomes the bound; shift is added to every draw.",
                ordered(
                        "mean", reference("duration"),
                        "min", reference("duration"),
                        "max", reference("duration"),
                        "shift", reference("duration")),
                List.of("mean"));
        return ordered(
                "description",
                "A time: always the same, uniform, or exponential.",
                "anyOf",
                List.of(
                        reference("duration"),
                        one("fixed", reference("duration")),
                        one("uniform", uniform),
                        one("exponential", Map.of("anyOf", List.of(reference("duration"), exponential)))));
    }

    private static Map<String, Object> one(String key, Map<String, Object> schema) {
        return ordered(
                "type",
                "object",
                "properties",
                Map.of(key, schema),
                "required",
                List.of(key),
                "additionalProperties",
                false);
    }

    static Map<String, Object> mix() {
        Map<String, Object> weight = Map.of("type", "number", "exclusiveMinimum", 0);
        Map<String, Object> cell = Map.of("type", "number", "minimum", 0);
        Map<String, Object> flat = byName("Relative weight of each unit.", weight);
        flat.put("minProperties", 1);
        Map<String, Object> matrix =
                byName("Relative weight of each next unit, by unit; starts at the first.", byName("Row.", cell));
        matrix.put("minProperties", 1);
        Map<String, Object> sequence = ordered(
                "description",
                "The units in this order, again and again.",
                "type",
                "array",
                "items",
                Map.of("type", "string"),
                "minItems",
                1);
        return ordered(
                "description",
                "How the next unit is chosen, by default as the plugin defines it.",
                "oneOf",
                List.of(one("flat", flat), one("matrix", matrix), one("sequence", sequence)));
    }
}
