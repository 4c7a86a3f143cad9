// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.plateaubench.api.Durations;

/** Converts values of parameters to canonical form: numbers, booleans, texts, lists and maps. */
final class PlainValues {
    private PlainValues() {}

    static Object of(Object value) {
        return switch (value) {
            case Integer number -> number.longValue();
            case Long number -> number;
            case Double number -> number;
            case Boolean flag -> flag;
            case String text -> text;
            case Enum<?> constant -> ValueType.Choice.word(constant);
            case Duration duration -> Durations.format(duration);
            case List<?> list -> list.stream().map(PlainValues::of).toList();
            case Map<?, ?> map -> {
                Map<String, Object> result = new TreeMap<>();
                map.forEach((name, element) -> result.put(String.valueOf(name), of(element)));
                yield result;
            }
            default -> throw new IllegalArgumentException("a parameter cannot hold " + value.getClass());
        };
    }

    static Object ofDefault(ParameterComponent component) {
        Object value =
                new ValueReader(component.parameter()).read(component.type(), component.defaultRaw(), component.name());
        return of(Objects.requireNonNull(value, "checked with the component"));
    }
}
