// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;

/** The types of mappings: with known keys, by name, and with exactly one of several keys. */
public final class MappingTypes {
    private MappingTypes() {}

    /** Creates an object from a mapping's valid values; returns null, with a problem, if they contradict each other. */
    public interface Factory<T> {
        @Nullable
        T create(MappingValues values, Section section);
    }

    /** Creates the object of one name; returns null if its values are not complete. */
    public interface NamedFactory<T> {
        @Nullable
        T create(String name, MappingValues values, Section section);
    }

    public static <T> ValueType<T> of(Keys keys, Factory<T> factory) {
        return ValueType.<T>of("a mapping", keys::schema, (node, path, reading) -> {
                    if (!(node instanceof ConfigNode.Mapping)) {
                        reading.mustBe("a mapping", node, path);
                        return null;
                    }
                    Section section = Section.of(path, node, reading);
                    T value = factory.create(section.take(keys), section);
                    section.end();
                    return value;
                })
                .containing(keys::visit);
    }

    public static ValueType<MappingValues> of(Keys keys) {
        return of(keys, (values, section) -> values);
    }

    public static <T> ValueType<Map<String, T>> named(String kind, String help, Keys keys, NamedFactory<T> factory) {
        return ValueType.<Map<String, T>>of(
                        "a mapping by name",
                        description -> SchemaForm.byName(description, keys.schema(help)),
                        (node, path, reading) -> {
                            Map<String, T> result = new LinkedHashMap<>();
                            Section all = Section.of(path, node, reading);
                            all.named(kind).forEach((name, value) -> {
                                Section section = Section.of(all.path(name), value, reading);
                                T created = factory.create(name, section.take(keys), section);
                                section.end();
                                if (created != null) {
                                    result.put(name, created);
                                }
                            });
                            return result;
                        })
                .containing((path, visitor) -> keys.visit(path + ".NAME", visitor));
    }

    /** Exactly one of several keys; {@code expected} describes them in the problem of a mapping with none or several. */
    public static <T> ValueType<T> oneOf(String expected, List<Key<T>> keys) {
        return ValueType.of(
                expected, help -> SchemaForm.combined(help, "oneOf", alternatives(keys)), (node, path, reading) -> {
                    Section section = Section.of(path, node, reading);
                    section.allow(keys);
                    List<Key<T>> present = keys.stream().filter(section::has).toList();
                    if (present.size() != 1) {
                        section.problem("needs " + expected);
                    }
                    T value = present.size() == 1 ? section.take(present.getFirst()) : null;
                    section.end();
                    return value;
                });
    }

    /** A number, which is the value of one key alone, or a mapping. */
    public static <T> ValueType<T> numberOr(
            ValueType<T> mapping, String help, Key<Integer> key, Function<Integer, T> factory) {
        return ValueType.<T>of(
                        "a number, or a mapping",
                        all -> SchemaForm.combined(all, "oneOf", List.of(key.schema(), mapping.schema(help))),
                        (node, path, reading) -> {
                            if (node instanceof ConfigNode.Mapping) {
                                return mapping.read(node, path, reading);
                            }
                            Integer number = key.type().read(node, path, reading);
                            return number == null ? null : factory.apply(number);
                        })
                .containing(mapping.inner());
    }

    public static List<Map<String, Object>> alternatives(List<? extends Key<?>> keys) {
        return keys.stream()
                .map(key -> SchemaForm.object("", Map.of(key.name(), key.schema()), List.of(key.name())))
                .toList();
    }
}
