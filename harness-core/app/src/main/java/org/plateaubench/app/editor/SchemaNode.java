// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.document.Documents;

/** Reads the kinds of JSON Schema that the schema of run files uses. Pure functions. */
final class SchemaNode {
    private static final String REFERENCE = "#/definitions/";

    private SchemaNode() {}

    /** The schema at a path of keys, such as {@code properties, run}; an empty schema if there is none. */
    static Map<?, ?> at(Map<?, ?> schema, String... keys) {
        Map<?, ?> node = schema;
        for (String key : keys) {
            node = node.get(key) instanceof Map<?, ?> below ? below : Map.of();
        }
        return node;
    }

    static Map<?, ?> property(Map<?, ?> schema, String name) {
        return at(schema, "properties", name);
    }

    /** The name of the definition to which a schema refers, with or without a description; empty if there is none. */
    static String definition(Map<?, ?> schema) {
        if (schema.get("$ref") instanceof String reference) {
            return reference.substring(REFERENCE.length());
        }
        List<Map<?, ?>> all = Documents.mappings(schema.get("allOf"));
        return all.size() == 1 && !schema.containsKey("properties") ? definition(all.getFirst()) : "";
    }

    /** The schema itself, or the only one of several that lists words. */
    static Map<?, ?> resolved(Map<?, ?> schema) {
        for (Map<?, ?> alternative : Documents.mappings(schema.get("anyOf"))) {
            if (alternative.containsKey("enum")) {
                Map<Object, Object> result = new LinkedHashMap<>(schema);
                result.put("enum", alternative.get("enum"));
                return result;
            }
        }
        return schema;
    }

    /** The words that a schema allows, empty when it does not list them. */
    static List<String> words(Map<?, ?> schema) {
        return schema.get("enum") instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
    }

    static String description(Map<?, ?> schema) {
        return schema.get("description") instanceof String text ? text : "";
    }
}
