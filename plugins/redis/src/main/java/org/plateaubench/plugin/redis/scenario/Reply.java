// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Section;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** Reads the reply objects of Jedis: bytes, numbers, lists, pairs of maps, errors, and null. Stateless. */
final class Reply {
    /** Words for the kinds of replies. */
    static final List<String> TYPES = List.of("text", "integer", "double", "boolean", "list", "none");

    /** Whole numbers up to this are exact in a double. */
    private static final double EXACT = 1L << 53;

    private Reply() {}

    /** Reads a place within a reply: indices from 0, and names of fields. Problems are reported. */
    static List<Object> place(Section section, String key) {
        List<Object> place = new ArrayList<>();
        for (String text : section.texts(key)) {
            boolean isIndex = text.length() < 10 && text.chars().allMatch(c -> c >= '0' && c <= '9');
            place.add(isIndex ? (Object) Integer.valueOf(text) : text);
        }
        return List.copyOf(place);
    }

    /** The reply at a place; null if there is none. */
    static @Nullable Object at(@Nullable Object reply, List<Object> place) {
        Object at = reply;
        for (Object segment : place) {
            List<?> list = at instanceof List<?> its ? flat(its) : List.of();
            int index = segment instanceof Integer number ? number : valueOf(list, (String) segment);
            at = index >= 0 && index < list.size() ? list.get(index) : null;
        }
        return at;
    }

    /** Protocol 2 lists the fields and values of a map; so does this for the pairs of protocol 3. */
    private static List<?> flat(List<?> list) {
        if (list.isEmpty() || !(list.getFirst() instanceof KeyValue)) {
            return list;
        }
        List<@Nullable Object> flat = new ArrayList<>();
        for (Object each : list) {
            if (each instanceof KeyValue<?, ?> pair) {
                flat.add(pair.getKey());
                flat.add(pair.getValue());
            }
        }
        return flat;
    }

    private static int valueOf(List<?> list, String field) {
        for (int i = 0; i + 1 < list.size(); i += 2) {
            if (field.equals(text(list.get(i)))) {
                return i + 1;
            }
        }
        return -1;
    }

    /** The text of a reply; null for none and for a list. */
    static @Nullable String text(@Nullable Object reply) {
        return switch (reply) {
            case null -> null;
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            case List<?> _ -> null;
            case Double number
            when number == Math.rint(number) && Math.abs(number) <= EXACT -> Long.toString(number.longValue());
            default -> reply.toString();
        };
    }

    /** One of {@link #TYPES}. */
    static String type(@Nullable Object reply) {
        return switch (reply) {
            case null -> "none";
            case List<?> _ -> "list";
            case Long _ -> "integer";
            case Double _ -> "double";
            case Boolean _ -> "boolean";
            default -> "text";
        };
    }

    /** Number of bytes of a text, or of elements of a list, with fields and values of a map counted; 0 for none. */
    static long length(@Nullable Object reply) {
        if (reply instanceof List<?> list) {
            return flat(list).size();
        }
        String text = text(reply);
        return reply instanceof byte[] bytes ? bytes.length : text == null ? 0 : text.length();
    }

    /** The first error of a reply or of its elements; null for none. */
    static @Nullable String error(@Nullable Object reply) {
        if (reply instanceof List<?> list) {
            for (Object each : list) {
                String error = error(each);
                if (error != null) {
                    return error;
                }
            }
        }
        return reply instanceof JedisDataException error ? String.valueOf(error.getMessage()) : null;
    }

    /** The reply for a person. */
    static String shown(@Nullable Object reply) {
        return switch (reply) {
            case null -> "(none)";
            case List<?> list -> flat(list).stream().map(Reply::shown).collect(Collectors.joining(", ", "[", "]"));
            case JedisDataException error -> "(error) " + error.getMessage();
            default -> String.valueOf(text(reply));
        };
    }
}
