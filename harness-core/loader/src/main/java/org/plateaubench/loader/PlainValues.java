// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;

/** Converts values of parameters to canonical form: numbers, booleans, texts, lists and maps. */
final class PlainValues {
    private PlainValues() {}

    static @Nullable Object of(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Integer number -> number.longValue();
            case Long number -> number;
            case Double number -> number;
            case Boolean flag -> flag;
            case String text -> text;
            case Enum<?> constant -> ValueType.Choice.word(constant);
            case Duration duration -> Durations.format(duration);
            case List<?> list -> {
                List<@Nullable Object> result = new ArrayList<>();
                list.forEach(element -> result.add(of(element)));
                yield result;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> result = new TreeMap<>();
                map.forEach((name, element) -> result.put(String.valueOf(name), of(element)));
                yield result;
            }
            default -> throw new IllegalArgumentException("a parameter cannot hold " + value.getClass());
        };
    }

    static Object ofDefault(ParameterComponent component) {
        Object value =
                new ValueReader(component.parameter()).read(component.type(), component.defaultRaw(), component.name());
        return Objects.requireNonNull(of(value), "checked with the component");
    }
}
