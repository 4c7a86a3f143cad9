// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes plain values (text, list, mapping, null) at a path, to compute the expected result of a change of the text.
 * Pure functions.
 */
final class PlainTree {
    private PlainTree() {}

    /** A copy with every number and boolean as text. */
    static @Nullable Object normal(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> result = new LinkedHashMap<>();
                map.forEach((key, element) -> result.put(String.valueOf(key), normal(element)));
                yield result;
            }
            case List<?> list -> {
                List<@Nullable Object> result = new ArrayList<>();
                list.forEach(element -> result.add(normal(element)));
                yield result;
            }
            default -> YamlText.scalarText(value);
        };
    }

    /** The value at a path, null if there is none. */
    static @Nullable Object at(@Nullable Object root, TextPath path) {
        Object value = root;
        for (Object part : path.parts()) {
            if (value instanceof Map<?, ?> map && part instanceof String) {
                value = map.get(part);
            } else if (value instanceof List<?> list && part instanceof Integer index && index < list.size()) {
                value = list.get(index);
            } else {
                return null;
            }
        }
        return value;
    }

    /** Whether there is a value at a path; it may be empty. */
    static boolean has(@Nullable Object root, TextPath path) {
        if (path.isRoot()) {
            return true;
        }
        Object parent = at(root, path.parent());
        return parent instanceof Map<?, ?> map
                ? map.containsKey(path.last())
                : parent instanceof List<?> list && path.last() instanceof Integer index && index < list.size();
    }

    /** A copy with the value at a path; missing parents are created. */
    static @Nullable Object with(@Nullable Object root, List<Object> parts, @Nullable Object value) {
        if (parts.isEmpty()) {
            return value;
        }
        List<Object> below = parts.subList(1, parts.size());
        if (parts.getFirst() instanceof Integer index) {
            if (!(root instanceof List<?> list) || index >= list.size()) {
                throw new IllegalArgumentException("there is no element " + parts.getFirst());
            }
            List<@Nullable Object> result = new ArrayList<>(list);
            result.set(index, with(result.get(index), below, value));
            return result;
        }
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        if (root instanceof Map<?, ?> map) {
            map.forEach((key, element) -> result.put(String.valueOf(key), element));
        } else if (root != null) {
            throw new IllegalArgumentException("'" + parts.getFirst() + "' cannot be set in "
                    + (root instanceof List ? "a list" : "'" + root + "'"));
        }
        String key = String.valueOf(parts.getFirst());
        result.put(key, with(result.get(key), below, value));
        return result;
    }

    /** A copy without the value at a path and without the enclosing mappings that become empty. */
    static @Nullable Object without(@Nullable Object root, List<Object> parts) {
        Object first = parts.getFirst();
        List<Object> inner = parts.subList(1, parts.size());
        if (root instanceof Map<?, ?> map && first instanceof String name && map.containsKey(name)) {
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            map.forEach((key, element) -> result.put(String.valueOf(key), element));
            Object below = inner.isEmpty() ? null : without(map.get(name), inner);
            if (inner.isEmpty() || (below instanceof Map<?, ?> left && left.isEmpty())) {
                result.remove(name);
            } else {
                result.put(name, below);
            }
            return result;
        }
        if (root instanceof List<?> list && first instanceof Integer index && index < list.size()) {
            if (inner.isEmpty()) {
                throw new IllegalArgumentException("an element of a list is removed by setting the whole list");
            }
            List<@Nullable Object> result = new ArrayList<>(list);
            result.set(index, without(result.get(index), inner));
            return result;
        }
        return root;
    }
}
