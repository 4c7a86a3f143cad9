// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;

/** A duration; its constants are the kinds of it. */
enum DurationType implements ValueType<Duration> {
    /** Zero or longer. */
    ANY,
    /** Longer than zero. */
    ABOVE_ZERO,
    /** Whole seconds, at most a minute. */
    INTERVAL;

    /** Its name among the definitions of the schema. */
    static final String DEFINITION = "duration";

    /** Bound on phases and pauses, so that their sums stay far from overflow. */
    private static final Duration LONGEST = Duration.ofHours(1000);

    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);
    private static final String WANTED = "a duration (" + Durations.FORM + ")";

    @Override
    public @Nullable Duration read(ConfigNode node, String path, Reading reading) {
        String text = TextType.scalar(node, path, reading, WANTED);
        if (text == null) {
            return null;
        }
        Duration duration;
        try {
            duration = Durations.parse(text);
        } catch (IllegalArgumentException e) {
            reading.mustBe(WANTED, node, path);
            return null;
        }
        if (duration.compareTo(LONGEST) > 0) {
            reading.mustBe("at most " + Durations.format(LONGEST), node, path);
            return null;
        }
        if (this != ANY && duration.isZero()) {
            reading.problem(node, path, "must be above zero");
            return null;
        }
        if (this == INTERVAL && (duration.toNanosPart() != 0 || duration.compareTo(LONGEST_INTERVAL) > 0)) {
            reading.mustBe("whole seconds, at most " + Durations.format(LONGEST_INTERVAL), node, path);
            return null;
        }
        return duration;
    }

    @Override
    public Map<String, Object> schema(String help) {
        return SchemaForm.reference(DEFINITION, help);
    }

    /** The schema of every duration. */
    static Map<String, Object> definition() {
        return SchemaForm.ordered(
                "description",
                "A duration: " + Durations.FORM + ".",
                "anyOf",
                List.of(
                        SchemaForm.ordered("type", "string", "pattern", Durations.PATTERN),
                        SchemaForm.ordered("type", "integer", "const", 0)));
    }

    @Override
    public String words() {
        return "a duration";
    }

    @Override
    public Object shown(Duration value) {
        return Durations.format(value);
    }
}
