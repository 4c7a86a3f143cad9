// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value with a reader and a schema of its own.
 *
 * @param words what may be written
 * @param form its schema by help
 * @param reader its reader
 */
record SpecialType<T>(String words, Function<String, Map<String, Object>> form, Reader<T> reader)
        implements ValueType<T> {

    /** Reads a value as {@link ValueType#read} does. */
    interface Reader<T> {
        @Nullable
        T read(ConfigNode node, String path, Reading reading);
    }

    @Override
    public @Nullable T read(ConfigNode node, String path, Reading reading) {
        return reader.read(node, path, reading);
    }

    @Override
    public Map<String, Object> schema(String help) {
        return form.apply(help);
    }
}
