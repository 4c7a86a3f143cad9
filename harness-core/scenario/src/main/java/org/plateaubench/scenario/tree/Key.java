// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.tree;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A key of a mapping in a scenario, from which the reader, the schema for editors and the reference of keys follow.
 *
 * @param name the key
 * @param description meaning of the key, one sentence
 * @param schema JSON Schema of its value
 */
public record Key(String name, String description, Map<String, Object> schema) {
    private static final String TYPE = "type";

    /** A key with a text, number or truth value; text may contain <code>${name}</code>. */
    public static Key text(String name, String description) {
        return new Key(name, description, Map.of(TYPE, List.of("string", "number", "boolean")));
    }

    /** A key with a number. */
    public static Key number(String name, String description) {
        return new Key(name, description, Map.of(TYPE, "number"));
    }

    /** A key with {@code true} or {@code false}. */
    public static Key flag(String name, String description) {
        return new Key(name, description, Map.of(TYPE, "boolean"));
    }

    /** A key with one of several words. */
    public static Key oneOf(String name, String description, List<String> words) {
        return new Key(name, description, Map.of("enum", words));
    }

    /** A key with a mapping from any names. */
    public static Key mapping(String name, String description) {
        return new Key(name, description, Map.of(TYPE, "object"));
    }

    /** A key with a list of anything. */
    public static Key list(String name, String description) {
        return new Key(name, description, Map.of(TYPE, "array"));
    }

    /** A key with any value. */
    public static Key any(String name, String description) {
        return new Key(name, description, Map.of());
    }

    /** A key with a mapping that has the given keys. */
    public static Key section(String name, String description, List<Key> keys) {
        return new Key(name, description, object(keys));
    }

    /** The schema of a mapping with the given keys and no others. */
    public static Map<String, Object> object(List<Key> keys) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Key key : keys) {
            Map<String, Object> property = new LinkedHashMap<>(key.schema);
            property.put("description", key.description);
            properties.put(key.name, property);
        }
        return Map.of(TYPE, "object", "properties", properties, "additionalProperties", false);
    }
}
