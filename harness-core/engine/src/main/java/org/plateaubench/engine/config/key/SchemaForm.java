// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds parts of a JSON Schema (draft 07, which editors support best). Pure functions. */
public final class SchemaForm {
    private SchemaForm() {}

    /** A mapping of known keys; every other key is refused. */
    public static Map<String, Object> object(
            String description, Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = typed("object", description);
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    public static Map<String, Object> byName(String description, Map<String, Object> element) {
        return with(
                with(typed("object", description), "propertyNames", Map.of("pattern", ScalarTypes.NAME_PATTERN)),
                "additionalProperties",
                element);
    }

    public static Map<String, Object> byOperation(String description, Map<String, Object> element) {
        return with(typed("object", description), "additionalProperties", element);
    }

    public static Map<String, Object> pattern(String description, String pattern) {
        return with(typed("string", description), "pattern", pattern);
    }

    public static Map<String, Object> words(String description, List<String> words) {
        return with(described(description), "enum", words);
    }

    public static Map<String, Object> reference(String name) {
        return Map.of("$ref", "#/definitions/" + name);
    }

    /** A reference to a schema in {@code definitions}, with a description unless that is empty. */
    public static Map<String, Object> reference(String name, String description) {
        if (description.isEmpty()) {
            return reference(name);
        }
        // Draft 07 ignores the siblings of a $ref, but editors show them inside allOf.
        return combined(description, "allOf", List.of(reference(name)));
    }

    /** Several schemas combined by a keyword such as {@code oneOf} or {@code allOf}. */
    public static Map<String, Object> combined(String description, String keyword, List<?> schemas) {
        return with(described(description), keyword, schemas);
    }

    public static Map<String, Object> list(String description, Map<String, Object> element, int atLeast) {
        Map<String, Object> schema = with(typed("array", description), "items", element);
        return atLeast == 0 ? schema : with(schema, "minItems", atLeast);
    }

    public static Map<String, Object> integer(String description, long min, long max) {
        return with(with(typed("integer", description), "minimum", min), "maximum", max);
    }

    public static Map<String, Object> with(Map<String, Object> schema, String keyword, Object value) {
        Map<String, Object> result = new LinkedHashMap<>(schema);
        result.put(keyword, value);
        return result;
    }

    public static Map<String, Object> typed(String type, String description) {
        return with(described(description), "type", type);
    }

    private static Map<String, Object> described(String description) {
        return description.isEmpty() ? new LinkedHashMap<>() : ordered("description", description);
    }

    /** A map in the given order of its arguments, which are alternating names and values. */
    public static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> result = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            result.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return result;
    }
}
