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

    /** Makes a value of a mapping's valid values; null, with a problem, if they contradict each other. */
    public interface Maker<T> {
        @Nullable
        T make(MappingValues given, Section section);
    }

    /** Makes the value of one name; returns null if its values do not allow it. */
    public interface NamedFactory<T> {
        @Nullable
        T make(String name, MappingValues given, Section section);
    }

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

    public static ValueType<MappingValues> of(Keys keys) {
        return of(keys, (given, section) -> given);
    }

    public static <T> ValueType<Map<String, T>> named(String kind, String help, Keys keys, NamedFactory<T> maker) {
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

    /** Exactly one of several keys; {@code wanted} is for the problem of a mapping with another number. */
    public static <T> ValueType<T> oneOf(String wanted, List<Key<T>> keys) {
        return ValueType.of(
                wanted, help -> SchemaForm.oneWay(help, "oneOf", alternatives(keys)), (node, path, reading) -> {
                    Section section = Section.of(path, node, reading);
                    section.allow(keys);
                    List<Key<T>> given = keys.stream().filter(section::has).toList();
                    if (given.size() != 1) {
                        section.problem("needs " + wanted);
                    }
                    T value = given.size() == 1 ? section.take(given.getFirst()) : null;
                    section.end();
                    return value;
                });
    }

    /** A number, which is the value of one key alone, or a mapping. */
    public static <T> ValueType<T> numberOr(
            ValueType<T> mapping, String help, Key<Integer> key, Function<Integer, T> made) {
        return ValueType.<T>of(
                        "a number, or a mapping",
                        all -> SchemaForm.oneWay(all, "oneOf", List.of(key.schema(), mapping.schema(help))),
                        (node, path, reading) -> {
                            if (node instanceof ConfigNode.Mapping) {
                                return mapping.read(node, path, reading);
                            }
                            Integer number = key.type().read(node, path, reading);
                            return number == null ? null : made.apply(number);
                        })
                .holding(mapping.inner());
    }

    public static List<Map<String, Object>> alternatives(List<? extends Key<?>> keys) {
        return keys.stream()
                .map(key -> SchemaForm.object("", Map.of(key.name(), key.schema()), List.of(key.name())))
                .toList();
    }
}
