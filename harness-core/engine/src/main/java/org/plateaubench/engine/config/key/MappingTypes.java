// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;

/** The types of mappings: of known keys, by name, and with one of several keys. */
public final class MappingTypes {
    private MappingTypes() {}

    /** Makes a value of the valid values of a mapping; null, with a problem, when they do not fit together. */
    public interface Maker<T> {
        @Nullable
        T make(MappingValues given, Section section);
    }

    /** Makes the value of one name; null when its values do not allow it. */
    public interface NamedMaker<T> {
        @Nullable
        T make(String name, MappingValues given, Section section);
    }

    /** A mapping of known keys. */
    public static <T> ValueType<T> of(Keys keys, Maker<T> maker) {
        return ValueType.<T>of("a mapping", keys::schema, (node, path, reading) -> {
                    if (!(node instanceof ConfigNode.Mapping)) {
                        reading.mustBe("a mapping", node, path);
                        return null;
                    }
                    Section section = Section.of(path, node, reading);
                    T value = maker.make(section.take(keys), section);
                    section.end();
                    return value;
                })
                .holding(keys::visit);
    }

    /** A mapping of known keys, whose values need not fit together. */
    public static ValueType<MappingValues> of(Keys keys) {
        return of(keys, (given, section) -> given);
    }

    /**
     * Mappings of known keys by name.
     *
     * @param kind what is named, for messages
     * @param help a sentence about one of them
     * @param maker makes the value of each
     */
    public static <T> ValueType<Map<String, T>> named(String kind, String help, Keys keys, NamedMaker<T> maker) {
        return ValueType.<Map<String, T>>of(
                        "a mapping by name",
                        description -> SchemaForm.byName(description, keys.schema(help)),
                        (node, path, reading) -> {
                            Map<String, T> result = new LinkedHashMap<>();
                            Section all = Section.of(path, node, reading);
                            all.named(kind).forEach((name, value) -> {
                                Section section = Section.of(all.path(name), value, reading);
                                T made = maker.make(name, section.take(keys), section);
                                section.end();
                                if (made != null) {
                                    result.put(name, made);
                                }
                            });
                            return result;
                        })
                .holding((path, visitor) -> keys.visit(path + ".NAME", visitor));
    }

    /** A mapping with exactly one of several keys; the error for any other number of them says what is allowed. */
    public static <T> ValueType<T> oneOf(String wanted, List<Key<T>> keys) {
        return ValueType.of(
                wanted, help -> SchemaForm.oneWay(help, "oneOf", alternatives(keys)), (node, path, reading) -> {
                    Section section = Section.of(path, node, reading);
                    section.know(keys);
                    List<Key<T>> given = keys.stream().filter(section::has).toList();
                    if (given.size() != 1) {
                        section.problem("needs " + wanted);
                    }
                    T value = given.size() == 1 ? section.take(given.getFirst()) : null;
                    section.end();
                    return value;
                });
    }

    /** The schema of a mapping with each of several keys and no other. */
    public static List<Map<String, Object>> alternatives(List<? extends Key<?>> keys) {
        return keys.stream()
                .map(key -> SchemaForm.object("", Map.of(key.name(), key.schema()), List.of(key.name())))
                .toList();
    }
}
