// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value of a run file with its place in the file. Immutable; an alias shares the node of its anchor. */
public sealed interface ConfigNode {
    Location location();

    /** The value in messages, truncated because it may be hostile. */
    String shown();

    static String shown(String text) {
        int maxLength = 60;
        return text.length() <= maxLength ? "'" + text + "'" : "'" + text.substring(0, maxLength) + "...'";
    }

    /** The number of nodes in it; an alias counts as its target. */
    long size();

    /** The value with its scalars converted: null, list or mapping. */
    @Nullable
    Object value(Function<Scalar, @Nullable Object> scalars);

    /** The plain value, from which parameters are bound: text, null, list or mapping. */
    default @Nullable Object plain() {
        return value(Scalar::plain);
    }

    /** Like {@link #plain}, but a number, true or false that is written without quotes is a Long, a Double or a Boolean. */
    default @Nullable Object typed() {
        return value(Scalar::typed);
    }

    /** A text, number, boolean or null, not yet distinguished, as written without quotes. */
    record Scalar(Location location, String text, boolean isPlain) implements ConfigNode {
        /** A number with a leading zero is text, such as a telephone number. */
        private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9]\\d{0,17})");

        private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9]\\d{0,17})\\.\\d{1,18}([eE][-+]?\\d{1,2})?");

        /** Whether the value is null or empty, without quotes. */
        public boolean isNothing() {
            return isPlain && (text.isEmpty() || text.equals("null") || text.equals("~"));
        }

        @Override
        public String shown() {
            if (isNothing()) {
                return "nothing";
            }
            return ConfigNode.shown(text);
        }

        @Override
        public long size() {
            return 1;
        }

        @Override
        public @Nullable Object value(Function<Scalar, @Nullable Object> scalars) {
            return scalars.apply(this);
        }

        @Override
        public @Nullable Object plain() {
            return isNothing() ? null : text;
        }

        @Override
        public @Nullable Object typed() {
            if (!isPlain || isNothing()) {
                return plain();
            }
            if (INTEGER.matcher(text).matches()) {
                return Long.valueOf(text);
            }
            if (DECIMAL.matcher(text).matches()) {
                return Double.valueOf(text);
            }
            return text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
        }
    }

    record Sequence(Location location, List<ConfigNode> elements, long size) implements ConfigNode {
        @Override
        public String shown() {
            return "a list";
        }

        @Override
        public Object value(Function<Scalar, @Nullable Object> scalars) {
            List<@Nullable Object> result = new ArrayList<>();
            elements.forEach(element -> result.add(element.value(scalars)));
            return Collections.unmodifiableList(result);
        }
    }

    /** Values by name, in the order of the file. */
    record Mapping(Location location, Map<String, Field> fields, long size) implements ConfigNode {
        /** The place of the value of a key; of the mapping if it is missing. */
        public Location location(String key) {
            Field field = fields.get(key);
            return field == null ? location : field.value().location();
        }

        @Override
        public String shown() {
            return "a mapping";
        }

        @Override
        public Map<String, @Nullable Object> value(Function<Scalar, @Nullable Object> scalars) {
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            fields.forEach((name, field) -> result.put(name, field.value().value(scalars)));
            return result;
        }
    }

    record Field(Location keyLocation, ConfigNode value) {}
}
