// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.ConfigNode.Scalar;

/**
 * A whole number.
 *
 * @param min least number allowed
 * @param max greatest number allowed
 * @param made the number as it is used
 */
record WholeType<T>(long min, long max, LongFunction<T> made) implements ValueType<T> {
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

    /** A number of things, of which there is at least one. */
    static WholeType<Integer> count(int max) {
        return new WholeType<>(1, max, Math::toIntExact);
    }

    static WholeType<Long> upTo(long max) {
        return new WholeType<>(0, max, value -> value);
    }

    @Override
    public @Nullable T read(ConfigNode node, String path, Reading reading) {
        String text = TextType.scalar(node, path, reading, words());
        if (text == null) {
            return null;
        }
        boolean isPlain = node instanceof Scalar scalar && scalar.isPlain();
        if (isPlain && WHOLE.matcher(text).matches()) {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return made.apply(value);
            }
        }
        reading.problem(node, path, "must be " + words() + ", found " + (isPlain ? "" : "text ") + node.shown());
        return null;
    }

    @Override
    public Map<String, Object> schema(String help) {
        Map<String, Object> schema = SchemaForm.typed("integer", help);
        schema.put("minimum", min);
        schema.put("maximum", max);
        return schema;
    }

    @Override
    public String words() {
        return "a whole number from " + min + " to " + max;
    }
}
