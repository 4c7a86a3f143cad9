// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

/** One component of a parameters record and its annotation. Binding, listings, docs and forms use it. */
public record ParameterDescriptor(String name, Parameter parameter, ValueType valueType) {
    /**
     * The components of a parameters record, in order; a nested record is replaced by its components.
     *
     * @throws IllegalArgumentException naming the component when the record is not valid for parameters
     */
    public static List<ParameterDescriptor> of(Class<? extends Record> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new IllegalArgumentException(type.getName() + " is not a record");
        }
        List<ParameterDescriptor> result = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (RecordComponent component : components) {
            RecordComponent[] inner = component.getType().getRecordComponents();
            if (inner != null && component.isAnnotationPresent(Parameter.class)) {
                throw new IllegalArgumentException(type.getSimpleName() + "." + component.getName()
                        + " is a record of keys, and must have no @Parameter of its own");
            }
            for (RecordComponent key : inner == null ? new RecordComponent[] {component} : inner) {
                if (!names.add(key.getName())) {
                    throw new IllegalArgumentException(type.getName() + " has two keys " + key.getName());
                }
                result.add(of(inner == null ? type : component.getType(), key));
            }
        }
        return result;
    }

    private static ParameterDescriptor of(Class<?> owner, RecordComponent component) {
        String name = owner.getSimpleName() + "." + component.getName();
        Parameter parameter = component.getAnnotation(Parameter.class);
        if (parameter == null) {
            throw new IllegalArgumentException(name + " has no @Parameter");
        }
        try {
            ParameterDescriptor result =
                    new ParameterDescriptor(component.getName(), parameter, ValueType.of(component.getGenericType()));
            result.checkDefault();
            return result;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    private void checkDefault() {
        if (!isRequired()) {
            ValueReader reader = new ValueReader(parameter);
            reader.read(valueType, rawDefault(), name);
            if (!reader.problems().isEmpty()) {
                throw new IllegalArgumentException(
                        "default " + reader.problems().getFirst().message());
            }
        }
    }

    /**
     * The default in the form of a run file: text, a list of texts or a mapping of texts. In the annotation they have
     * the form {@code [a, b]} and {@code {a: 1, b: 2}}.
     *
     * @throws IllegalArgumentException when the text of a list or mapping does not have this form
     */
    Object rawDefault() {
        String text = parameter.defaultValue();
        return switch (valueType) {
            case ValueType.Scalar scalar -> text;
            case ValueType.Choice choice -> text;
            case ValueType.ListOf list -> parts(text, '[', ']');
            case ValueType.MapOf map -> mapping(text);
            case ValueType.Tree tree -> mapping(text);
        };
    }

    Object defaultValue() {
        Object value = new ValueReader(parameter).read(valueType, rawDefault(), name);
        return Objects.requireNonNull(value, "checked by checkDefault");
    }

    public boolean isRequired() {
        return parameter.defaultValue().equals(Parameter.REQUIRED);
    }

    /** The name of the type in messages, such as {@code whole number} or {@code list of text}. */
    public String type() {
        return valueType.label();
    }

    /** Whether the value must not appear in plans, logs and results. */
    public boolean secret() {
        return parameter.secret();
    }

    public Reach reach() {
        return parameter.reach();
    }

    /** The allowed words; empty when the type does not list them. */
    public List<String> allowedValues() {
        return valueType instanceof ValueType.Choice choice ? choice.words() : List.of();
    }

    private static List<String> parts(String text, char open, char close) {
        if (text.length() < 2 || text.charAt(0) != open || text.charAt(text.length() - 1) != close) {
            throw new IllegalArgumentException("default '" + text + "' must be enclosed in " + open + " and " + close);
        }
        List<String> parts = new ArrayList<>();
        String inner = text.substring(1, text.length() - 1).strip();
        if (!inner.isEmpty()) {
            for (String part : inner.split(",", -1)) {
                parts.add(part.strip());
            }
        }
        return parts;
    }

    private static Map<String, String> mapping(String text) {
        Map<String, String> result = new LinkedHashMap<>();
        for (String part : parts(text, '{', '}')) {
            int colon = part.indexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("default '" + text + "' must hold entries such as name: value");
            }
            result.put(
                    part.substring(0, colon).strip(), part.substring(colon + 1).strip());
        }
        return result;
    }
}
