// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts the values of a run file or plan to a parameters record, and back. Stateless; any thread. */
public final class ParameterBinder {
    private ParameterBinder() {}

    /**
     * Binds values, with the record's defaults for missing ones.
     *
     * @param raw values by name: text, number, boolean, list or mapping of these; null for a name without a value
     * @throws IllegalArgumentException when the record is not a valid parameters record
     */
    public static <P extends Record> Binding<P> bind(Class<P> type, Map<String, ? extends @Nullable Object> raw) {
        List<ParameterComponent> components = ParameterComponent.of(type);
        List<ParameterProblem> problems = new ArrayList<>(unknownNames(components, raw));
        @Nullable Object[] values = new @Nullable Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            ParameterComponent component = components.get(i);
            if (!raw.containsKey(component.name()) && component.isRequired()) {
                problems.add(new ParameterProblem(
                        "",
                        false,
                        "needs " + component.name() + ": " + component.type().label()));
                continue;
            }
            Object given = raw.containsKey(component.name()) ? raw.get(component.name()) : component.defaultRaw();
            ValueReader reader = new ValueReader(component.parameter());
            values[i] = reader.read(component.type(), given, component.name());
            problems.addAll(reader.problems());
        }
        return problems.isEmpty() ? construct(type, values) : new Binding<>(null, problems);
    }

    private static List<ParameterProblem> unknownNames(List<ParameterComponent> components, Map<String, ?> raw) {
        List<String> known = components.stream().map(ParameterComponent::name).toList();
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

    /** Constructs a record, with the records nested in it, from the next values. */
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
                    result.put(component.getName(), Objects.requireNonNull(PlainValues.of(value)));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(parameters.getClass().getName() + " cannot be read", e);
            }
        }
        return result;
    }

    /** The canonical default of every parameter that has one. */
    public static Map<String, Object> plainDefaults(Class<? extends Record> type) {
        Map<String, Object> result = new TreeMap<>();
        for (ParameterComponent component : ParameterComponent.of(type)) {
            if (!component.isRequired()) {
                result.put(component.name(), PlainValues.ofDefault(component));
            }
        }
        return result;
    }

    /**
     * A problem for each secret that is written in plain text, since the plan would contain it. Empty text and the
     * default are not secrets.
     *
     * @param raw values as for {@link #bind}
     */
    public static List<ParameterProblem> openSecrets(Class<? extends Record> type, Map<String, ?> raw) {
        List<ParameterProblem> problems = new ArrayList<>();
        for (ParameterComponent component : ParameterComponent.of(type)) {
            Object given = raw.get(component.name());
            if (component.parameter().secret()
                    && given != null
                    && !given.toString().isEmpty()
                    && !given.toString().equals(component.parameter().defaultValue())
                    && !SecretReferences.isIn(given.toString())) {
                problems.add(new ParameterProblem(
                        component.name(),
                        false,
                        "is a secret and would be stored with the run: write ${env:NAME} or ${file:path}"));
            }
        }
        return problems;
    }

    /**
     * The names of the SUTs that parameters refer to, by parameter; parameters that refer to none are omitted.
     *
     * @param plain values as {@link #plain} returns them
     */
    public static Map<String, String> sutNames(Class<? extends Record> type, Map<String, ?> plain) {
        Map<String, String> names = new TreeMap<>();
        for (ParameterComponent component : ParameterComponent.of(type)) {
            Object name = plain.get(component.name());
            if (component.parameter().sut() && name instanceof String sut && !sut.isEmpty()) {
                names.put(component.name(), sut);
            }
        }
        return names;
    }

    /**
     * Descriptors of the parameters, in order.
     *
     * @throws IllegalArgumentException when the record is not a valid parameters record
     */
    public static List<ParameterDescriptor> descriptors(Class<? extends Record> type) {
        return ParameterComponent.of(type).stream()
                .map(ParameterComponent::descriptor)
                .toList();
    }

    /** The parameters in JSON Schema: the properties, by name, of the schema of the object that contains them. */
    public static Map<String, Object> schemaProperties(Class<? extends Record> type) {
        Map<String, Object> result = new LinkedHashMap<>();
        ParameterComponent.of(type).forEach(component -> result.put(component.name(), ParameterSchema.of(component)));
        return result;
    }

    /** Names of the parameters that are any mapping. */
    public static List<String> trees(Class<? extends Record> type) {
        return ParameterComponent.of(type).stream()
                .filter(component -> component.type() instanceof ValueType.Tree)
                .map(ParameterComponent::name)
                .toList();
    }

    /** Names of the parameters that have no default. */
    public static List<String> required(Class<? extends Record> type) {
        return ParameterComponent.of(type).stream()
                .filter(ParameterComponent::isRequired)
                .map(ParameterComponent::name)
                .toList();
    }
}
