// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Inserts the number of a tile where a run file has {@code ${tile}}. */
final class TileText {
    private static final String REFERENCE = "${tile}";

    private TileText() {}

    static Map<String, @Nullable Object> in(Map<String, ? extends @Nullable Object> parameters, int tile) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        parameters.forEach((name, value) -> result.put(name, value(value, tile)));
        return result;
    }

    private static @Nullable Object value(@Nullable Object value, int tile) {
        if (value instanceof String text) {
            return text.replace(REFERENCE, Integer.toString(tile));
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> result = new ArrayList<>();
            list.forEach(element -> result.add(value(element, tile)));
            return result;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            map.forEach((name, element) -> result.put(String.valueOf(name), value(element, tile)));
            return result;
        }
        return value;
    }
}
