// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;

/** A map of a plan's tree that is being read. Every method throws IllegalArgumentException with the path of a wrong value. */
final class TreeReader {
    private final String path;
    private final Map<?, ?> map;

    TreeReader(String path, Map<?, ?> map) {
        this.path = path;
        this.map = map;
    }

    private <T> T read(String name, Class<T> type) {
        T value = readOptional(name, type);
        if (value == null) {
            throw new IllegalArgumentException("plan: " + path + name + " is missing");
        }
        return value;
    }

    private <T> @Nullable T readOptional(String name, Class<T> type) {
        Object value = map.get(name);
        if (value == null) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "plan: " + path + name + " must be a " + type.getSimpleName() + ", found " + value.getClass());
        }
        return type.cast(value);
    }

    String text(String name) {
        return read(name, String.class);
    }

    @Nullable
    String optionalText(String name) {
        return readOptional(name, String.class);
    }

    boolean flag(String name) {
        return read(name, Boolean.class);
    }

    long whole(String name) {
        if (Tree.value(read(name, Number.class)) instanceof Long whole) {
            return whole;
        }
        throw new IllegalArgumentException("plan: " + path + name + " must be a whole number");
    }

    int count(String name) {
        long value = whole(name);
        if (value != (int) value) {
            throw new IllegalArgumentException("plan: " + path + name + " is out of range: " + value);
        }
        return (int) value;
    }

    double decimal(String name) {
        return read(name, Number.class).doubleValue();
    }

    @Nullable
    Double optionalDecimal(String name) {
        Number number = readOptional(name, Number.class);
        return number == null ? null : Double.valueOf(number.doubleValue());
    }

    long key(String name) {
        return HexFormat.fromHexDigitsToLong(text(name));
    }

    Duration duration(String name) {
        return Durations.parse(text(name));
    }

    @Nullable
    Duration optionalDuration(String name) {
        String text = optionalText(name);
        return text == null ? null : Durations.parse(text);
    }

    <E extends Enum<E>> E choice(String name, Class<E> type) {
        String word = text(name);
        for (E constant : type.getEnumConstants()) {
            if (PlanWriter.word(constant).equals(word)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                "plan: " + path + name + " is not one of " + type.getSimpleName() + ": " + word);
    }

    Map<?, ?> map(String name) {
        return read(name, Map.class);
    }

    TreeReader below(String name) {
        return new TreeReader(path + name + ".", map(name));
    }

    /** Like {@link #list}, but empty when there is none. */
    <T> List<T> optionalList(String name, Function<TreeReader, T> reader) {
        return map.containsKey(name) ? list(name, reader) : List.of();
    }

    <T> List<T> list(String name, Function<TreeReader, T> reader) {
        List<T> result = new ArrayList<>();
        List<?> elements = read(name, List.class);
        for (int i = 0; i < elements.size(); i++) {
            String below = path + name + "[" + i + "].";
            if (!(elements.get(i) instanceof Map<?, ?> element)) {
                throw new IllegalArgumentException("plan: " + below + " must be a map");
            }
            result.add(reader.apply(new TreeReader(below, element)));
        }
        return result;
    }

    /** A list of single values. */
    List<Object> values(String name) {
        List<Object> result = new ArrayList<>();
        for (Object element : read(name, List.class)) {
            result.add(Tree.value(element));
        }
        return result;
    }

    List<String> texts(String name) {
        return values(name).stream().map(String::valueOf).toList();
    }

    /** Like {@link #texts}, but empty when there are none. */
    List<String> optionalTexts(String name) {
        return map.containsKey(name) ? texts(name) : List.of();
    }

    <T> Map<String, T> byName(String name, Function<TreeReader, T> reader) {
        Map<String, T> result = new TreeMap<>();
        TreeReader entries = below(name);
        entries.map.keySet().forEach(key -> {
            String entry = String.valueOf(key);
            result.put(entry, reader.apply(entries.below(entry)));
        });
        return Collections.unmodifiableMap(result);
    }

    Map<String, Double> weights(String name) {
        Map<String, Double> result = new TreeMap<>();
        TreeReader entries = below(name);
        entries.map.keySet().forEach(key -> result.put(String.valueOf(key), entries.decimal(String.valueOf(key))));
        return result;
    }

    /** The names of the map below. */
    List<String> names(String name) {
        return map(name).keySet().stream().map(String::valueOf).sorted().toList();
    }

    IllegalArgumentException wrong(String name) {
        return new IllegalArgumentException("plan: " + path + name + " is unknown: " + map.get(name));
    }
}
