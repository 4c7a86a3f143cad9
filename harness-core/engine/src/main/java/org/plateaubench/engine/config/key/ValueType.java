// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;

/**
 * What the value of a key may be: one place for its reader, its schema and its name in documents, so that an editor and
 * the reader agree. Immutable.
 *
 * @param words what may be written, for the table of the user guide
 * @param form its JSON Schema by help, which may be empty
 * @param reader its reader
 * @param written a value as it would be written
 * @param inner the keys below a value
 * @param <T> what a value is after it was read
 */
public record ValueType<T>(
        String words,
        Function<String, Map<String, Object>> form,
        Reader<T> reader,
        Function<T, Object> written,
        Inner inner) {

    /** Reads the value at a path; null, with a problem, when it is wrong. */
    public interface Reader<T> {
        @Nullable
        T read(ConfigNode node, String path, Reading reading);
    }

    /** Shows keys to a visitor, with their paths; {@code NAME} stands for any name. */
    public interface Inner {
        void visit(String path, BiConsumer<String, Key<?>> visitor);
    }

    public static <T> ValueType<T> of(String words, Function<String, Map<String, Object>> form, Reader<T> reader) {
        return new ValueType<>(words, form, reader, value -> value, (path, visitor) -> {});
    }

    /** The same type, whose values are written in their own way. */
    public ValueType<T> written(Function<T, Object> other) {
        return new ValueType<>(words, form, reader, other, inner);
    }

    /** The same type, whose values hold keys. */
    public ValueType<T> holding(Inner keys) {
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
