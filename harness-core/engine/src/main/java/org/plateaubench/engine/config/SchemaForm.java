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
        Map<String, Object> schema = typed("object", description);
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    /** A mapping by name. */
    static Map<String, Object> byName(String description, Map<String, Object> element) {
        Map<String, Object> schema = typed("object", description);
        schema.put("propertyNames", Map.of("pattern", NameType.PATTERN));
        schema.put("additionalProperties", element);
        return schema;
    }

    /** A mapping whose keys are operations. */
    static Map<String, Object> byOperation(String description, Map<String, Object> element) {
        Map<String, Object> schema = typed("object", description);
        schema.put("additionalProperties", element);
        return schema;
    }

    static Map<String, Object> pattern(String description, String pattern) {
        Map<String, Object> schema = typed("string", description);
        schema.put("pattern", pattern);
        return schema;
    }

    static Map<String, Object> words(String description, List<String> words) {
        Map<String, Object> schema = described(description);
        schema.put("enum", words);
        return schema;
    }

    /** A schema defined once, see {@code definitions}. */
    static Map<String, Object> reference(String name) {
        return Map.of("$ref", "#/definitions/" + name);
    }

    /** A schema defined once, with its own description unless that is empty. */
    static Map<String, Object> reference(String name, String description) {
        if (description.isEmpty()) {
            return reference(name);
        }
        // Draft 07 ignores keywords beside a $ref, but editors show them inside allOf.
        return oneWay(description, "allOf", List.of(reference(name)));
    }

    /** Alternatives, or schemas that hold together. */
    static Map<String, Object> oneWay(String description, String keyword, List<?> schemas) {
        Map<String, Object> schema = described(description);
        schema.put(keyword, schemas);
        return schema;
    }

    /** A list. */
    static Map<String, Object> list(String description, Map<String, Object> element, int atLeast) {
        Map<String, Object> schema = typed("array", description);
        schema.put("items", element);
        if (atLeast > 0) {
            schema.put("minItems", atLeast);
        }
        return schema;
    }

    static Map<String, Object> withDefault(Map<String, Object> schema, Object value) {
        Map<String, Object> result = new LinkedHashMap<>(schema);
        result.put("default", value);
        return result;
    }

    static Map<String, Object> typed(String type, String description) {
        Map<String, Object> schema = described(description);
        schema.put("type", type);
        return schema;
    }

    private static Map<String, Object> described(String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (!description.isEmpty()) {
            schema.put("description", description);
        }
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
