// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Mappings by name.
 *
 * @param kind what is named, for messages
 * @param help a sentence about one of them
 * @param keys keys of each
 * @param rest stands in documents for the other keys, which the maker reads; null where there are none
 * @param maker makes the value of each
 */
record NamedType<T>(
        String kind, String help, Keys keys, @Nullable Key<?> rest, Maker<T> maker)
        implements ValueType<Map<String, T>> {

    /** Makes the value of one name; null when its values do not allow it. */
    interface Maker<T> {
        @Nullable
        T make(String name, Given given, Section section);
    }

    @Override
    public Map<String, T> read(ConfigNode node, String path, Reading reading) {
        Section all = Section.of(path, node, reading);
        Map<String, T> result = new LinkedHashMap<>();
        all.named(kind).forEach((name, value) -> {
            Section section = Section.of(all.path(name), value, reading);
            T made = maker.make(name, section.take(keys), section);
            section.end();
            if (made != null) {
                result.put(name, made);
            }
        });
        return result;
    }

    @Override
    public Map<String, Object> schema(String description) {
        return SchemaForm.byName(description, keys.schema(help));
    }

    @Override
    public String words() {
        return "a mapping by name";
    }

    @Override
    public void visit(String path, BiConsumer<String, Key<?>> visitor) {
        keys.visit(path + ".NAME", visitor);
        if (rest != null) {
            Keys.of(rest).visit(path + ".NAME", visitor);
        }
    }
}
