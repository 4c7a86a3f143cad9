// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;

/**
 * The type of the value of a key: its reader, its schema and its description in one place, so that editors and the
 * reader agree. Immutable.
 *
 * @param form makes the schema from the help text
 * @param written converts a value to the notation of a file
 * @param inner the keys below a value
 */
public record ValueType<T>(
        String words,
        Function<String, Map<String, Object>> form,
        Reader<T> reader,
        Function<T, Object> written,
        Inner inner) {

    /** Reads the value at a path; returns null, and reports a problem, if it is wrong. */
    public interface Reader<T> {
        @Nullable
        T read(ConfigNode node, String path, Reading reading);
    }

    /** Passes keys to a visitor with their paths; {@code NAME} means any name. */
    public interface Inner {
        void visit(String path, BiConsumer<String, Key<?>> visitor);
    }

    public static <T> ValueType<T> of(String words, Function<String, Map<String, Object>> form, Reader<T> reader) {
        return new ValueType<>(words, form, reader, value -> value, (path, visitor) -> {});
    }

    public ValueType<T> written(Function<T, Object> newWritten) {
        return new ValueType<>(words, form, reader, newWritten, inner);
    }

    public ValueType<T> containing(Inner keys) {
        return new ValueType<>(words, form, reader, written, keys);
    }

    @Nullable
    public T read(ConfigNode node, String path, Reading reading) {
        return reader.read(node, path, reading);
    }

    public Map<String, Object> schema(String help) {
        return form.apply(help);
    }
}
