// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the value of a key may be: one place for its reader, its schema and its name in documents, so that an editor and
 * the reader agree. Immutable.
 *
 * @param <T> what a value is after it was read
 */
interface ValueType<T> {
    /** The value at a path; null, with a problem, when it is wrong. */
    @Nullable
    T read(ConfigNode node, String path, Reading reading);

    /** The JSON Schema of the value; the help may be empty. */
    Map<String, Object> schema(String help);

    /** What may be written, for the table of the user guide. */
    String words();

    /** A value as it would be written. */
    default Object shown(T value) {
        return value;
    }

    /** Shows the keys below a value to a visitor, with their paths; {@code NAME} stands for any name. */
    default void visit(String path, BiConsumer<String, Key<?>> visitor) {}
}
