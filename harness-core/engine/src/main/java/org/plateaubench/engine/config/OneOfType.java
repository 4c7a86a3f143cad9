// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mapping with exactly one of several keys.
 *
 * @param keys keys
 * @param wanted what to write, for the problem of a value without one of them
 */
record OneOfType<T>(List<Key<T>> keys, String wanted) implements ValueType<T> {

    @Override
    public @Nullable T read(ConfigNode node, String path, Reading reading) {
        Section section = Section.of(path, node, reading);
        section.know(keys);
        List<Key<T>> given = keys.stream().filter(section::has).toList();
        if (given.size() != 1) {
            section.problem("needs " + wanted);
        }
        T value = given.size() == 1 ? section.take(given.getFirst()) : null;
        section.end();
        return value;
    }

    @Override
    public Map<String, Object> schema(String help) {
        return SchemaForm.oneWay(help, "oneOf", alternatives());
    }

    /** The schema of a mapping with each of the keys. */
    List<Map<String, Object>> alternatives() {
        return keys.stream().map(OneOfType::only).toList();
    }

    private static Map<String, Object> only(Key<?> key) {
        return SchemaForm.object("", Map.of(key.name(), key.schema()), List.of(key.name()));
    }

    @Override
    public String words() {
        return wanted;
    }
}
