// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

public final class ParameterBinder {
    /** The placeholder in a text that is assembled for each tile; the resulting text is checked later. */
    private static final String TILE = "\\$\\{tile}";

    /** Keywords outside JSON Schema, which other tools ignore; the bounds are for durations. */
    private static final String REACH = "x-plateau-reach";

    private static final String UNIT = "x-plateau-unit";
    private static final String MIN = "x-plateau-least";
    private static final String MAX = "x-plateau-most";

    private ParameterBinder() {}

    /**
     * Binds values, with the record's defaults for missing ones.
     *
     * @param raw values by name: text, number, boolean, list or mapping of these; null for a name without a value
     * @throws IllegalArgumentException when the record is not a valid parameters record
     */
    public static <P extends Record> Binding<P> bind(Class<P> type, Map<String, ? extends @Nullable Object> raw) {
        List<ParameterDescriptor> components = ParameterDescriptor.of(type);
        List<ParameterProblem> problems = new ArrayList<>(unknownNames(components, raw));
        @Nullable Object[] values = new @Nullable Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            ParameterDescriptor component = components.get(i);
            if (!raw.containsKey(component.name()) && component.isRequired()) {
                problems.add(new ParameterProblem(
                        "", false, "needs the parameter '" + component.name() + "' (" + component.type() + ")"));
                continue;
            }
            Object value = raw.containsKey(component.name()) ? raw.get(component.name()) : component.rawDefault();
            ValueReader reader = new ValueReader(component.parameter());
            values[i] = reader.read(component.valueType(), value, component.name());
            problems.addAll(reader.problems());
        }
        return problems.isEmpty() ? construct(type, values) : new Binding<>(null, problems);
    }

    private static List<ParameterProblem> unknownNames(List<ParameterDescriptor> components, Map<String, ?> raw) {
        List<String> known = components.stream().map(ParameterDescriptor::name).toList();
        return raw.keySet().stream()
                .filter(name -> !known.contains(name))
                .map(name -> new ParameterProblem(
                        name,
                        true,
                        "unknown parameter" + (known.isEmpty() ? ", there are none" : NearestName.hint(name, known))))
                .toList();
    }

    private static <P extends Record> Binding<P> construct(Class<P> type, @Nullable Object[] values) {
        try {
            return new Binding<>(instance(type, Arrays.asList(values).iterator()), List.of());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                String message = String.valueOf(refused.getMessage());
                return new Binding<>(null, List.of(new ParameterProblem("", false, message)));
            }
            throw new IllegalArgumentException(type.getName() + " cannot be constructed: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " cannot be constructed", e);
        }
    }

    private static <P extends Record> P instance(Class<P> type, Iterator<? extends @Nullable Object> values)
            throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        @Nullable Object[] arguments = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i].isRecord() ? instance(types[i].asSubclass(Record.class), values) : values.next();
        }
        Constructor<P> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(arguments);
    }

    /**
     * The values of a record in canonical form, which {@link #bind} accepts: Long, Double, Boolean, String (durations
     * and enum constants as in a run file), List and Map of these, in name order.
     */
    public static Map<String, Object> plain(Record parameters) {
        Map<String, Object> result = new TreeMap<>();
        for (RecordComponent component : parameters.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                Object value = component.getAccessor().invoke(parameters);
                if (value instanceof Record keys) {
                    result.putAll(plain(keys));
                } else {
                    result.put(component.getName(), Objects.requireNonNull(ValueReader.plain(value)));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(parameters.getClass().getName() + " cannot be read", e);
            }
        }
        return result;
    }

    /** Plain values in canonical form. */
    public static Map<String, Object> canonical(Map<?, ?> tree) {
        return ValueReader.canonical(tree);
    }

    /** The canonical default of every parameter that has one. */
    public static Map<String, Object> plainDefaults(Class<? extends Record> type) {
        Map<String, Object> result = new TreeMap<>();
        for (ParameterDescriptor component : ParameterDescriptor.of(type)) {
            if (!component.isRequired()) {
                result.put(component.name(), Objects.requireNonNull(ValueReader.plain(component.defaultValue())));
            }
        }
        return result;
    }

    /** A problem per secret in plain text, which the plan would contain. Empty text and defaults are no secrets. */
    public static List<ParameterProblem> plainTextSecrets(Class<? extends Record> type, Map<String, ?> raw) {
        List<ParameterProblem> problems = new ArrayList<>();
        for (ParameterDescriptor component : ParameterDescriptor.of(type)) {
            Object value = raw.get(component.name());
            if (component.parameter().secret()
                    && value != null
                    && !value.toString().isEmpty()
                    && !value.toString().equals(component.parameter().defaultValue())
                    && !SecretReferences.isIn(value.toString())) {
                problems.add(new ParameterProblem(
                        component.name(),
                        false,
                        "is a secret and would be stored with the run: write ${env:NAME} or ${file:path}"));
            }
        }
        return problems;
    }

    /** The names of the SUTs that parameters refer to, by parameter; parameters that refer to none are omitted. */
    public static Map<String, String> sutNames(Class<? extends Record> type, Map<String, ?> plain) {
        Map<String, String> names = new TreeMap<>();
        for (ParameterDescriptor component : ParameterDescriptor.of(type)) {
            Object name = plain.get(component.name());
            if (component.parameter().sut() && name instanceof String sut && !sut.isEmpty()) {
                names.put(component.name(), sut);
            }
        }
        return names;
    }

    /** The parameters in JSON Schema: the properties, by name, of the schema of the object that contains them. */
    public static Map<String, Object> schemaProperties(Class<? extends Record> type) {
        Map<String, Object> result = new LinkedHashMap<>();
        ParameterDescriptor.of(type).forEach(component -> result.put(component.name(), schema(component)));
        return result;
    }

    public static List<String> trees(Class<? extends Record> type) {
        return ParameterDescriptor.of(type).stream()
                .filter(component -> component.valueType() instanceof ValueType.Tree)
                .map(ParameterDescriptor::name)
                .toList();
    }

    public static List<String> required(Class<? extends Record> type) {
        return ParameterDescriptor.of(type).stream()
                .filter(ParameterDescriptor::isRequired)
                .map(ParameterDescriptor::name)
                .toList();
    }

    /** JSON Schema (draft 07) by which an editor accepts what {@link #bind} accepts. */
    private static Map<String, Object> schema(ParameterDescriptor component) {
        Map<String, Object> schema = new LinkedHashMap<>();
        Parameter parameter = component.parameter();
        String unit = parameter.unit().isEmpty() ? "" : " (" + parameter.unit() + ")";
        schema.put("description", parameter.description() + unit);
        schema.putAll(schema(component.valueType(), parameter));
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
            schema.put("default", Objects.requireNonNull(ValueReader.plain(component.defaultValue())));
        }
        return schema;
    }

    private static Map<String, Object> schema(ValueType type, Parameter parameter) {
        Map<String, Object> schema = new LinkedHashMap<>();
        switch (type) {
            case ValueType.ListOf list -> {
                schema.put("type", "array");
                schema.put("items", schema(list.element(), parameter));
            }
            case ValueType.MapOf map -> {
                schema.put("type", "object");
                schema.put("additionalProperties", schema(map.element(), parameter));
            }
            case ValueType.Tree tree -> schema.put("type", List.of("object", "string"));
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
                putBound(schema, MIN, parameter.min(), ParameterBinder::ofMillis);
                putBound(schema, MAX, parameter.max(), ParameterBinder::ofMillis);
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

    /** The result of binding values to a parameters record. */
    public record Binding<P extends Record>(@Nullable P value, List<ParameterProblem> problems) {
        /** The record of values known to be valid; throws with all problems otherwise. */
        public P required() {
            if (value == null) {
                throw new IllegalArgumentException("parameters cannot be bound: " + problems);
            }
            return value;
        }
    }
}
