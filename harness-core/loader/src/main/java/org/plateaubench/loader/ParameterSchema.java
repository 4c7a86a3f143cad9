// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
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

    static Map<String, Object> of(ParameterDescriptor component) {
        Map<String, Object> schema = new LinkedHashMap<>();
        Parameter parameter = component.parameter();
        String unit = parameter.unit().isEmpty() ? "" : " (" + parameter.unit() + ")";
        schema.put("description", parameter.description() + unit);
        schema.putAll(of(component.valueType(), parameter));
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
            schema.put("default", component.plainDefault());
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
            case ValueType.Choice choice -> {
                schema.put("anyOf", List.of(Map.of("enum", choice.words()), Map.of("type", "string", "pattern", TILE)));
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
                putBound(schema, LEAST, parameter.min(), ParameterSchema::ofMillis);
                putBound(schema, MOST, parameter.max(), ParameterSchema::ofMillis);
            }
        }
    }

    private static void putNumber(Map<String, Object> schema, String type, String pattern, Parameter parameter) {
        schema.put("type", List.of(type, "string"));
        schema.put("pattern", pattern + "|" + TILE);
        putBound(schema, "minimum", parameter.min(), bound -> bound);
        putBound(schema, "maximum", parameter.max(), bound -> bound);
    }

    private static void putBound(
            Map<String, Object> schema, String keyword, double bound, DoubleFunction<Object> form) {
        if (!Double.isInfinite(bound)) {
            schema.put(keyword, form.apply(bound));
        }
    }

    private static String ofMillis(double millis) {
        return Durations.format(Duration.ofNanos(Math.round(millis * 1e6)));
    }
}
