// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

/**
 * Describes a parameter in JSON Schema (draft 07), so that an editor accepts the values that {@link ParameterBinder}
 * accepts.
 */
final class ParameterSchema {
    /** The placeholder in a text that is assembled for each tile; the resulting text is checked later. */
    private static final String TILE = "\\$\\{tile}";

    /** Keywords outside JSON Schema, which other tools ignore; the bounds are those of a duration. */
    private static final String REACH = "x-plateau-reach";

    private static final String UNIT = "x-plateau-unit";
    private static final String LEAST = "x-plateau-least";
    private static final String MOST = "x-plateau-most";

    private ParameterSchema() {}

    static Map<String, Object> of(ParameterComponent component) {
        Map<String, Object> schema = new LinkedHashMap<>();
        Parameter parameter = component.parameter();
        String unit = parameter.unit().isEmpty() ? "" : " (" + parameter.unit() + ")";
        schema.put("description", parameter.description() + unit);
        schema.putAll(of(component.type(), parameter));
        if (!unit.isEmpty()) {
            schema.put(UNIT, parameter.unit());
        }
        if (parameter.secret()) {
            schema.put("writeOnly", true);
        }
        if (parameter.reach() != Reach.FREE) {
            schema.put(REACH, parameter.reach().word());
        }
        if (!component.isRequired()) {
            schema.put("default", PlainValues.ofDefault(component));
        }
        return schema;
    }

    private static Map<String, Object> of(ValueType type, Parameter parameter) {
        Map<String, Object> schema = new LinkedHashMap<>();
        switch (type) {
            case ValueType.ListOf list -> {
                schema.put("type", "array");
                schema.put("items", of(list.element(), parameter));
            }
            case ValueType.MapOf map -> {
                schema.put("type", "object");
                schema.put("additionalProperties", of(map.element(), parameter));
            }
            case ValueType.Tree tree -> schema.put("type", List.of("object", "string"));
            case ValueType.Choice choice -> {
                schema.put("anyOf", List.of(Map.of("enum", choice.words()), text(TILE)));
            }
            case ValueType.Scalar scalar -> putScalar(schema, scalar, parameter);
        }
        return schema;
    }

    private static void putScalar(Map<String, Object> schema, ValueType.Scalar scalar, Parameter parameter) {
        switch (scalar) {
            case INT, LONG -> putNumber(schema, "integer", "^[-+]?\\d+$", parameter);
            case DOUBLE -> putNumber(schema, "number", "^[-+]?\\d+(\\.\\d+)?([eE][-+]?\\d+)?$", parameter);
            case BOOLEAN -> {
                schema.put("type", List.of("boolean", "string"));
                schema.put("pattern", "^(true|false)$|" + TILE);
            }
            case TEXT -> schema.put("type", List.of("string", "number", "boolean"));
            case DURATION -> {
                schema.put("type", List.of("string", "integer"));
                schema.put("pattern", Durations.PATTERN + "|" + TILE);
                schema.put("minimum", 0);
                schema.put("maximum", 0);
                if (!Double.isInfinite(parameter.min())) {
                    schema.put(LEAST, ofMillis(parameter.min()));
                }
                if (!Double.isInfinite(parameter.max())) {
                    schema.put(MOST, ofMillis(parameter.max()));
                }
            }
        }
    }

    private static void putNumber(Map<String, Object> schema, String type, String pattern, Parameter parameter) {
        schema.put("type", List.of(type, "string"));
        schema.put("pattern", pattern + "|" + TILE);
        if (!Double.isInfinite(parameter.min())) {
            schema.put("minimum", parameter.min());
        }
        if (!Double.isInfinite(parameter.max())) {
            schema.put("maximum", parameter.max());
        }
    }

    private static String ofMillis(double millis) {
        return Durations.format(Duration.ofNanos(Math.round(millis * 1e6)));
    }

    private static Map<String, Object> text(String pattern) {
        return Map.of("type", "string", "pattern", pattern);
    }
}
