// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.config.edit.RunFileText;
import org.plateaubench.engine.document.Documents;

/** Follows a path of a text through the schema of run files, along every alternative that is not excluded. */
record SchemaWalk(Map<String, Object> schema, RunFileText text) {
    private static final int DEEPEST = 8;

    /** Every schema that may apply to the value at a path, except those that are only alternatives of another. */
    List<Map<?, ?>> at(List<String> path) {
        List<Map<?, ?>> nodes = expanded(List.of(schema), "");
        StringBuilder place = new StringBuilder();
        for (String part : path) {
            List<Map<?, ?>> below = new ArrayList<>();
            for (Map<?, ?> node : nodes) {
                below.addAll(below(node, part));
            }
            place.append(place.isEmpty() || part.equals(CursorPlace.ELEMENT) ? "" : ".")
                    .append(part.equals(CursorPlace.ELEMENT) ? "[999999]" : part);
            nodes = expanded(below, place.toString());
        }
        return nodes;
    }

    private static List<Map<?, ?>> below(Map<?, ?> node, String part) {
        if (part.equals(CursorPlace.ELEMENT)) {
            return node.get("items") instanceof Map<?, ?> items ? List.of(items) : List.of();
        }
        if (SchemaNode.at(node, "properties").get(part) instanceof Map<?, ?> property) {
            return List.of(property);
        }
        return node.get("additionalProperties") instanceof Map<?, ?> any ? List.of(any) : List.of();
    }

    private List<Map<?, ?>> expanded(List<Map<?, ?>> nodes, String place) {
        List<Map<?, ?>> result = new ArrayList<>();
        nodes.forEach(node -> expand(node, place, result, 0));
        return result;
    }

    private void expand(Map<?, ?> node, String place, List<Map<?, ?>> result, int depth) {
        if (depth > DEEPEST || !holds(node, place)) {
            return;
        }
        result.add(node);
        String definition = node.get("$ref") instanceof String ? SchemaNode.definition(node) : "";
        if (!definition.isEmpty()) {
            expand(SchemaNode.at(schema, "definitions", definition), place, result, depth + 1);
        }
        for (String keyword : List.of("allOf", "anyOf", "oneOf")) {
            Documents.mappings(node.get(keyword)).forEach(part -> expand(part, place, result, depth + 1));
        }
        if (node.get("then") instanceof Map<?, ?> then) {
            expand(then, place, result, depth + 1);
        }
    }

    /** Whether the values at a place meet the condition of a rule. */
    private boolean holds(Map<?, ?> node, String place) {
        if (!(node.get("if") instanceof Map<?, ?> condition)) {
            return true;
        }
        boolean result = true;
        for (Map.Entry<?, ?> property : SchemaNode.at(condition, "properties").entrySet()) {
            String path = (place.isEmpty() ? "" : place + ".") + property.getKey();
            Object given = path.contains("[") ? null : text.at(path);
            Map<?, ?> wanted = property.getValue() instanceof Map<?, ?> map ? map : Map.of();
            boolean isIt = wanted.containsKey("const")
                    ? String.valueOf(wanted.get("const")).equals(given)
                    : SchemaNode.words(wanted).contains(String.valueOf(given));
            result = result && isIt;
        }
        return result;
    }
}
