// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parts of a JSON Schema (draft 07, which editors support best). */
final class SchemaForm {
    private SchemaForm() {}

    /** A mapping of known keys; every other key is refused. */
    static Map<String, Object> object(String description, Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", description);
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    /** A mapping by name. */
    static Map<String, Object> byName(String description, Map<String, Object> element) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", description);
        schema.put("type", "object");
        schema.put("propertyNames", Map.of("pattern", ScalarReader.NAME_PATTERN));
        schema.put("additionalProperties", element);
        return schema;
    }

    /** A mapping whose keys are operations. */
    static Map<String, Object> byOperation(String description, Map<String, Object> element) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", description);
        schema.put("type", "object");
        schema.put("additionalProperties", element);
        return schema;
    }

    static Map<String, Object> text(String description) {
        return typed("string", description);
    }

    static Map<String, Object> pattern(String description, String pattern) {
        Map<String, Object> schema = typed("string", description);
        schema.put("pattern", pattern);
        return schema;
    }

    static Map<String, Object> whole(String description, long min, long max) {
        Map<String, Object> schema = typed("integer", description);
        schema.put("minimum", min);
        schema.put("maximum", max);
        return schema;
    }

    static Map<String, Object> choice(String description, Class<? extends Enum<?>> type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", description);
        schema.put("enum", ScalarReader.words(type));
        return schema;
    }

    /** A schema defined once, see {@code definitions}. */
    static Map<String, Object> reference(String name) {
        return Map.of("$ref", "#/definitions/" + name);
    }

    /** A schema defined once with its own description. */
    static Map<String, Object> reference(String name, String description) {
        // Draft 07 ignores keywords beside a $ref, but editors show them inside allOf.
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", description);
        schema.put("allOf", List.of(reference(name)));
        return schema;
    }

    static Map<String, Object> withDefault(Map<String, Object> schema, Object value) {
        Map<String, Object> result = new LinkedHashMap<>(schema);
        result.put("default", value);
        return result;
    }

    private static Map<String, Object> typed(String type, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", description);
        schema.put("type", type);
        return schema;
    }

    /** A map in the order given: names and values in turn. */
    static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> result = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            result.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return result;
    }
}
