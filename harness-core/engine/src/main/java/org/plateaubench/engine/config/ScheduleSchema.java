// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.plateaubench.engine.config.SchemaForm.object;
import static org.plateaubench.engine.config.SchemaForm.ordered;
import static org.plateaubench.engine.config.SchemaForm.pattern;
import static org.plateaubench.engine.config.SchemaForm.reference;
import static org.plateaubench.engine.config.SchemaForm.text;
import static org.plateaubench.engine.config.SchemaForm.whole;

import java.util.List;
import java.util.Map;

/** The schema of a load that follows a schedule, beside {@link ScheduleReader}. */
final class ScheduleSchema {
    private static final String STEPS = "Steps that fill the steady phase, each judged by itself.";

    private ScheduleSchema() {}

    static Map<String, Object> closed() {
        Map<String, Object> properties = ordered("schedule", steps("users", users()));
        properties.putAll(LoadSchema.paced());
        return object("Closed load whose number of users follows a schedule.", properties, List.of("schedule"));
    }

    static Map<String, Object> open() {
        Map<String, Object> properties = ordered("schedule", steps("rate", rate()));
        properties.putAll(LoadSchema.arriving());
        return object("Open load whose rate follows a schedule.", properties, List.of("schedule", "maxUsers"));
    }

    private static Map<String, Object> users() {
        return whole("Users that are there.", 0, LoadReader.MAX_USERS);
    }

    private static Map<String, Object> rate() {
        return pattern("Units per time, such as 200/s or 12000/min.", ScalarReader.RATE_PATTERN);
    }

    private static Map<String, Object> steps(String key, Map<String, Object> level) {
        Map<String, Object> step = object(
                "A step.",
                ordered("for", reference("duration", "How long the step lasts."), key, forms(level)),
                List.of("for", key));
        return ordered(
                "description",
                STEPS,
                "type",
                "array",
                "items",
                step,
                "minItems",
                1,
                "maxItems",
                ScheduleReader.MAX_STEPS);
    }

    private static Map<String, Object> forms(Map<String, Object> level) {
        return Map.of(
                "anyOf",
                List.of(
                        level,
                        object(
                                "From one level to another, evenly.",
                                ordered("from", level, "to", level),
                                List.of("from", "to")),
                        object(
                                "Bursts at equal distances, the first at the start.",
                                ordered(
                                        "base",
                                        level,
                                        "peak",
                                        level,
                                        "every",
                                        reference("duration", "From burst to burst."),
                                        "for",
                                        reference("duration", "How long a burst lasts.")),
                                List.of("base", "peak", "every", "for")),
                        object(
                                "A sine around a mean, upwards first.",
                                ordered(
                                        "mean", level,
                                        "amplitude", level,
                                        "period", reference("duration", "Length of one swing.")),
                                List.of("mean", "amplitude", "period")),
                        object(
                                "Levels of a file: seconds since the start of the step and the level from then on, line by line.",
                                ordered("replay", text("File in the folder of the run file or below it.")),
                                List.of("replay"))));
    }
}
