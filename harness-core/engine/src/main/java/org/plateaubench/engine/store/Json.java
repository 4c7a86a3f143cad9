// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON text of trees of plain data: maps, lists, strings, numbers, booleans and null. Keys keep the order of the map; a
 * number that JSON cannot represent (NaN, infinite) becomes null. Any thread.
 */
public final class Json {
    private static final ObjectMapper COMPACT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ObjectMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    /** One line, without a line end. */
    public static String toLine(Object tree) {
        return COMPACT.writeValueAsString(plain(tree));
    }

    /** Indented, for people, with a line end. */
    public static String toText(Object tree) {
        return INDENTED.writeValueAsString(plain(tree)) + "\n";
    }

    /**
     * Reads an object.
     *
     * @throws IllegalArgumentException with the place when the text is no JSON object
     */
    public static Map<String, Object> parse(String text) {
        try {
            if (COMPACT.readValue(text, Object.class) instanceof Map<?, ?> map) {
                return Tree.object(map);
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
        }
        throw new IllegalArgumentException("JSON, but no object");
    }

    private static @Nullable Object plain(@Nullable Object tree) {
        return switch (tree) {
            case null -> null;
            case Double number -> Double.isFinite(number) ? number : null;
            case Float number -> Float.isFinite(number) ? number : null;
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                map.forEach((key, value) -> copy.put(String.valueOf(key), plain(value)));
                yield copy;
            }
            case List<?> list -> {
                List<@Nullable Object> copy = new ArrayList<>(list.size());
                list.forEach(element -> copy.add(plain(element)));
                yield copy;
            }
            default -> tree;
        };
    }
}
