// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.wire.DocumentRules;
import org.plateaubench.wire.Json;
import org.plateaubench.wire.ValueTexts;
import org.plateaubench.wire.ValueTexts.ValueText;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;

/** Derives a JSON Schema from records. Fields always written are required; others are allowed for later versions. */
public final class RecordSchema {
    private static final Map<Class<?>, String> PLAIN = Map.of(
            String.class, "string",
            boolean.class, "boolean",
            Boolean.class, "boolean",
            int.class, "integer",
            Integer.class, "integer",
            long.class, "integer",
            Long.class, "integer",
            double.class, "number",
            Double.class, "number");

    private final SerializationContext context = Json.MAPPER._serializationContext();
    private final Map<String, Object> definitions = new TreeMap<>();
    private final Map<String, Map<String, Object>> known;

    private RecordSchema(Map<String, Map<String, Object>> known) {
        this.known = known;
    }

    public static String text(Class<? extends Record> document, String name) {
        return text(document, name, Map.of());
    }

    /** As JSON text; {@code known} contains schemas that do not follow from types, by {@code Record.field}. */
    public static String text(Class<? extends Record> document, String name, Map<String, Map<String, Object>> known) {
        RecordSchema schema = new RecordSchema(known);
        Fields fields = schema.fields(schema.context.constructType(document));
        fields.put("schema", Map.of("const", name), true);
        return schema.text(name, fields.schema());
    }

    public static String ofLine(Class<? extends Record> line, String title, Map<String, Class<?>> details) {
        RecordSchema schema = new RecordSchema(Map.of());
        Map<String, Object> root =
                schema.fields(schema.context.constructType(line)).schema();
        List<Object> rules = new ArrayList<>();
        details.forEach((type, record) -> {
            Object known = schema.reference(schema.context.constructType(record));
            rules.add(ordered(
                    "if",
                    Map.of("properties", Map.of("type", Map.of("const", type))),
                    "then",
                    Map.of(
                            "properties",
                            Map.of("details", Map.of("anyOf", List.of(known, Map.of("maxProperties", 0)))))));
        });
        root.put("allOf", rules);
        return schema.text(title, root);
    }

    private String text(String title, Map<String, Object> content) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("$schema", "http://json-schema.org/draft-07/schema#");
        root.put("title", title);
        root.putAll(content);
        root.put("definitions", definitions);
        return Documents.text(root);
    }

    private record Fields(Map<String, Object> properties, List<String> required) {
        Fields() {
            this(new LinkedHashMap<>(), new ArrayList<>());
        }

        void put(String name, Object value, boolean isRequired) {
            properties.put(name, value);
            if (isRequired && !required.contains(name)) {
                required.add(name);
            }
        }

        Map<String, Object> schema() {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("properties", properties);
            schema.put("required", required);
            return schema;
        }
    }

    private Fields fields(JavaType type) {
        BeanDescription record = context.introspectBeanDescription(type);
        JsonInclude.Value inclusion = record.findPropertyInclusion(JsonInclude.Value.empty());
        Fields fields = new Fields();
        for (BeanPropertyDefinition property : record.findProperties()) {
            if (!property.couldSerialize()) {
                // This is the setter of an unwrapped record.
                continue;
            }
            AnnotatedMember accessor = property.getAccessor();
            if (accessor.hasAnnotation(JsonUnwrapped.class)) {
                Fields unwrapped = fields(accessor.getType());
                unwrapped.properties.forEach(
                        (name, value) -> fields.put(name, value, unwrapped.required.contains(name)));
            } else {
                add(fields, property, accessor, inclusion.withOverrides(property.findInclusion()));
            }
        }
        return fields;
    }

    private void add(
            Fields fields, BeanPropertyDefinition property, AnnotatedMember accessor, JsonInclude.Value inclusion) {
        boolean isNull =
                DocumentRules.isNullable(accessor) && inclusion.getValueInclusion() != JsonInclude.Include.NON_NULL;
        Object value = known.get(accessor.getDeclaringClass().getSimpleName() + "." + property.getName());
        if (value == null) {
            value = value(accessor.getType());
        }
        Object schema = isNull ? Map.of("anyOf", List.of(value, Map.of("type", "null"))) : value;
        fields.put(property.getName(), schema, isNull || property.isRequired());
    }

    private Object value(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (PLAIN.containsKey(raw)) {
            return Map.of("type", PLAIN.get(raw));
        }
        if (raw.isEnum()) {
            if (context.introspectBeanDescription(type).findJsonValueAccessor() != null) {
                return Map.of("type", "string");
            }
            return Map.of(
                    "enum",
                    Arrays.stream(raw.getEnumConstants())
                            .map(constant -> DocumentRules.word((Enum<?>) constant))
                            .toList());
        }
        if (type.isMapLikeType()) {
            return ordered("type", "object", "additionalProperties", value(type.getContentType()));
        }
        if (type.isCollectionLikeType()) {
            return ordered("type", "array", "items", value(type.getContentType()));
        }
        if (DocumentRules.hasKinds(raw)) {
            List<Object> kinds = new ArrayList<>();
            DocumentRules.kinds(raw).values().forEach(kind -> kinds.add(reference(context.constructType(kind))));
            return Map.of("oneOf", kinds);
        }
        return ValueTexts.of(raw).<Object>map(ValueText::schema).orElseGet(() -> record(type));
    }

    /** The schema of a record or of its form in a document. For a value of any type, the schema permits everything. */
    private Object record(JavaType type) {
        if (!type.getRawClass().isRecord()) {
            return Map.of();
        }
        AnnotatedMember form = context.introspectBeanDescription(type).findJsonValueAccessor();
        return form == null ? reference(type) : value(form.getType());
    }

    private Object reference(JavaType type) {
        Class<?> raw = type.getRawClass();
        String name = raw.getName().substring(raw.getPackageName().length() + 1).replace('$', '.');
        if (!definitions.containsKey(name)) {
            definitions.put(name, Map.of());
            Fields fields = fields(type);
            if (DocumentRules.hasKind(raw)) {
                fields.put(DocumentRules.KIND, Map.of("const", DocumentRules.kind(raw)), true);
            }
            definitions.put(name, fields.schema());
        }
        return Map.of("$ref", "#/definitions/" + name);
    }

    private static Map<String, Object> ordered(
            String firstKey, Object firstValue, String secondKey, Object secondValue) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(firstKey, firstValue);
        map.put(secondKey, secondValue);
        return map;
    }
}
