// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.client.JedisLink;
import org.plateaubench.scenario.tree.Section;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** A reply or a part of one, as Jedis returns it: bytes, a number, a list, the pairs of a map, an error or null. */
record Reply(@Nullable Object value) {
    /** Words for the kinds of replies. */
    static final List<String> TYPES = List.of("text", "integer", "double", "boolean", "list", "none");

    /** Reads a place within a reply: indices from 0, and names of fields. Problems are reported. */
    static List<Object> place(Section section, String key) {
        List<Object> place = new ArrayList<>();
        for (String text : section.texts(key)) {
            boolean isIndex = text.length() < 10 && text.chars().allMatch(c -> c >= '0' && c <= '9');
            place.add(isIndex ? (Object) Integer.valueOf(text) : text);
        }
        return List.copyOf(place);
    }

    /** The part at a place, which may be none. */
    Reply at(List<Object> place) {
        Reply at = this;
        for (Object segment : place) {
            List<Reply> list = at.elements();
            int index = segment instanceof Integer number ? number : valueOf(list, (String) segment);
            at = index >= 0 && index < list.size() ? list.get(index) : new Reply(null);
        }
        return at;
    }

    /** The elements of a list. Protocol 2 lists the fields and values of a map; so does this for protocol 3. */
    private List<Reply> elements() {
        List<Reply> elements = new ArrayList<>();
        for (Object each : value instanceof List<?> list ? list : List.of()) {
            if (each instanceof KeyValue<?, ?> pair) {
                elements.add(new Reply(pair.getKey()));
                elements.add(new Reply(pair.getValue()));
            } else {
                elements.add(new Reply(each));
            }
        }
        return elements;
    }

    private static int valueOf(List<Reply> list, String field) {
        for (int i = 0; i + 1 < list.size(); i += 2) {
            if (field.equals(list.get(i).text())) {
                return i + 1;
            }
        }
        return -1;
    }

    boolean exists() {
        return value != null;
    }

    /** The text; null for none and for a list. */
    @Nullable
    String text() {
        return switch (value) {
            case null -> null;
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            case List<?> _ -> null;
            default -> JedisLink.text(value);
        };
    }

    /** One of {@link #TYPES}. */
    String type() {
        return switch (value) {
            case null -> "none";
            case List<?> _ -> "list";
            case Long _ -> "integer";
            case Double _ -> "double";
            case Boolean _ -> "boolean";
            default -> "text";
        };
    }

    /** Number of bytes of a text, or of elements of a list, with fields and values of a map counted; 0 for none. */
    long length() {
        if (value instanceof List) {
            return elements().size();
        }
        String text = text();
        return value instanceof byte[] bytes ? bytes.length : text == null ? 0 : text.length();
    }

    /** The first error of the reply or of its elements; null for none. */
    @Nullable
    String error() {
        return error(value);
    }

    private static @Nullable String error(@Nullable Object value) {
        if (value instanceof List<?> list) {
            for (Object each : list) {
                String error = error(each);
                if (error != null) {
                    return error;
                }
            }
        }
        return value instanceof JedisDataException error ? String.valueOf(error.getMessage()) : null;
    }

    /** The reply for a person. */
    String shown() {
        return switch (value) {
            case null -> "(none)";
            case List<?> _ -> elements().stream().map(Reply::shown).collect(Collectors.joining(", ", "[", "]"));
            case JedisDataException error -> "(error) " + error.getMessage();
            default -> String.valueOf(text());
        };
    }
}
