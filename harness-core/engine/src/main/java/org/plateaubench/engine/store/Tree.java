// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads typed values from a parsed tree; a missing or wrong one is an {@link IllegalArgumentException}. */
final class Tree {
    private Tree() {}

    static Map<String, Object> object(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> result = new LinkedHashMap<>();
            map.forEach((key, element) -> put(result, String.valueOf(key), element));
            return result;
        }
        throw new IllegalArgumentException("an object was expected, found " + value);
    }

    static List<Map<String, Object>> objects(Map<String, Object> tree, String key) {
        if (!(tree.get(key) instanceof List<?> list)) {
            throw new IllegalArgumentException("'" + key + "' is no list");
        }
        List<Map<String, Object>> result = new ArrayList<>(list.size());
        list.forEach(element -> result.add(object(element)));
        return result;
    }

    static String text(Map<String, Object> tree, String key) {
        if (tree.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("'" + key + "' is no text");
    }

    static long number(Map<String, Object> tree, String key) {
        return decimalOrWhole(tree, key).longValue();
    }

    static long numberOrZero(Map<String, Object> tree, String key) {
        return tree.containsKey(key) ? number(tree, key) : 0;
    }

    static Map<String, Long> numbersOrNone(Map<String, Object> tree, String key) {
        return tree.containsKey(key) ? numbers(tree, key) : Map.of();
    }

    static int smallNumber(Map<String, Object> tree, String key) {
        return Math.toIntExact(number(tree, key));
    }

    static double decimal(Map<String, Object> tree, String key) {
        return decimalOrWhole(tree, key).doubleValue();
    }

    static boolean flag(Map<String, Object> tree, String key) {
        if (tree.get(key) instanceof Boolean flag) {
            return flag;
        }
        throw new IllegalArgumentException("'" + key + "' is neither true nor false");
    }

    static Map<String, Long> numbers(Map<String, Object> tree, String key) {
        Map<String, Object> values = object(tree.get(key));
        Map<String, Long> result = new LinkedHashMap<>();
        values.keySet().forEach(name -> result.put(name, number(values, name)));
        return result;
    }

    static Map<String, Double> decimals(Map<String, Object> tree, String key) {
        Map<String, Object> values = object(tree.get(key));
        Map<String, Double> result = new LinkedHashMap<>();
        values.keySet().forEach(name -> result.put(name, decimal(values, name)));
        return result;
    }

    private static Number decimalOrWhole(Map<String, Object> tree, String key) {
        if (tree.get(key) instanceof Number number) {
            return number;
        }
        throw new IllegalArgumentException("'" + key + "' is no number");
    }

    /** JSON null is the same as a missing key, so that a tree contains no null. */
    private static void put(Map<String, Object> map, String key, @Nullable Object value) {
        if (value != null) {
            map.put(key, value instanceof Map<?, ?> nested ? object(nested) : value);
        }
    }
}
