// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of a run file with its place in the file. Immutable; an alias shares the node of its anchor. */
public sealed interface ConfigNode {
    int SHOWN_LENGTH = 60;

    /** The place where it begins. */
    Location location();

    /** The part of the text that contains it; {@link Span#NONE} for a value that is not in a text. */
    Span span();

    /** The same value at the place of an alias of it. */
    ConfigNode at(Span alias);

    /** The value in messages, truncated because it may be hostile. */
    String shown();

    /** The number of nodes in it; an alias counts as its target. */
    long size();

    /** The plain value, from which parameters are bound: text, null, list or mapping. */
    @Nullable
    Object plain();

    /**
     * A part of a text, for changes of the text.
     *
     * @param start offset of the first character, including an anchor or tag, counted in characters
     * @param end offset after the last character; for a block scalar, offset of the next item in the text
     * @param isInline whether it is written in braces, brackets, quotes or as one word, so that it can be replaced in place
     * @param isAlias whether it is a reference to a value elsewhere
     */
    record Span(int start, int end, boolean isInline, boolean isAlias) {
        /** No part of a text. */
        public static final Span NONE = new Span(0, 0, false, false);
    }

    /**
     * A text, number, boolean or null, not yet distinguished.
     *
     * @param text as written, without quotes
     * @param isPlain whether it was written without quotes
     */
    record Scalar(Location location, String text, boolean isPlain, Span span) implements ConfigNode {
        /** A value that is not in a text. */
        public Scalar(Location location, String text, boolean isPlain) {
            this(location, text, isPlain, Span.NONE);
        }

        @Override
        public Scalar at(Span alias) {
            return new Scalar(location, text, isPlain, alias);
        }

        /** Whether it is null or empty, without quotes. */
        public boolean isNothing() {
            return isPlain && (text.isEmpty() || text.equals("null") || text.equals("~"));
        }

        @Override
        public String shown() {
            if (isNothing()) {
                return "nothing";
            }
            return text.length() <= SHOWN_LENGTH ? "'" + text + "'" : "'" + text.substring(0, SHOWN_LENGTH) + "...'";
        }

        @Override
        public long size() {
            return 1;
        }

        @Override
        public @Nullable Object plain() {
            return isNothing() ? null : text;
        }
    }

    record Sequence(Location location, List<ConfigNode> elements, long size, Span span) implements ConfigNode {
        public Sequence {
            elements = List.copyOf(elements);
        }

        @Override
        public Sequence at(Span alias) {
            return new Sequence(location, elements, size, alias);
        }

        @Override
        public String shown() {
            return "a list";
        }

        @Override
        public Object plain() {
            List<@Nullable Object> result = new ArrayList<>();
            elements.forEach(element -> result.add(element.plain()));
            return Collections.unmodifiableList(result);
        }
    }

    /** Values by name, in the order of the file. */
    record Mapping(Location location, Map<String, Field> fields, long size, Span span) implements ConfigNode {
        public Mapping {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }

        /** A mapping that is not in a text. */
        public Mapping(Location location, Map<String, Field> fields, long size) {
            this(location, fields, size, Span.NONE);
        }

        @Override
        public Mapping at(Span alias) {
            return new Mapping(location, fields, size, alias);
        }

        @Override
        public String shown() {
            return "a mapping";
        }

        @Override
        public Map<String, @Nullable Object> plain() {
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            fields.forEach((name, field) -> result.put(name, field.value().plain()));
            return result;
        }
    }

    record Field(Location keyLocation, Span keySpan, ConfigNode value) {
        /** A name that is not in a text. */
        public Field(Location keyLocation, ConfigNode value) {
            this(keyLocation, Span.NONE, value);
        }
    }
}
