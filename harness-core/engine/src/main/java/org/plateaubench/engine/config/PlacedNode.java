// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of a YAML text with its place in the text, for changes of the text. Immutable. {@code start} is the offset of
 * its first character, including an anchor or tag, {@code end} the offset after its last one.
 */
sealed interface PlacedNode {
    int start();

    int end();

    /** Whether it is written in braces, brackets, quotes or as one word, so that it can be replaced in place. */
    boolean isInline();

    /**
     * A text.
     *
     * @param isPlain whether without quotes
     * @param isInline whether it is not a block scalar
     */
    record Scalar(int start, int end, String text, boolean isPlain, boolean isInline) implements PlacedNode {
        boolean isNothing() {
            return isPlain && (text.isEmpty() || text.equals("null") || text.equals("~"));
        }
    }

    /** A list. */
    record Sequence(int start, int end, List<PlacedNode> elements, boolean isInline) implements PlacedNode {
        public Sequence {
            elements = List.copyOf(elements);
        }
    }

    /** Values by key; of a duplicate key, the first value. */
    record Mapping(int start, int end, Map<String, Entry> entries, boolean isInline) implements PlacedNode {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /** A reference to a value elsewhere. */
    record Alias(int start, int end) implements PlacedNode {
        @Override
        public boolean isInline() {
            return true;
        }
    }

    /** A key and its value. */
    record Entry(Scalar key, PlacedNode value) {}
}
