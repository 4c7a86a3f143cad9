// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts plain values to canonical form: String, Long, Double, Boolean, unmodifiable lists and maps in name order.
 */
final class Tree {
    private Tree() {}

    static Map<String, Object> map(Map<?, ?> map) {
        Map<String, Object> result = new TreeMap<>();
        map.forEach((name, value) -> result.put(String.valueOf(name), value(value)));
        return Collections.unmodifiableMap(result);
    }

    static @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Boolean flag -> flag;
            case Double number -> number;
            case Number number ->
                number instanceof Float || number instanceof BigDecimal
                        ? (Object) number.doubleValue()
                        : (Object) number.longValue();
            case List<?> list -> list.stream().map(Tree::value).toList();
            case Map<?, ?> map -> map(map);
            default -> throw new IllegalArgumentException("a plan cannot hold " + value.getClass());
        };
    }
}
