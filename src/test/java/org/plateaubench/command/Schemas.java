// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The schemas of an OpenAPI description, against which values are checked. */
record Schemas(JsonNode document) {
    JsonNode resolved(JsonNode node) {
        JsonNode at = node;
        while (at.has("$ref")) {
            at = document.at(at.path("$ref").asString().substring(1));
        }
        return at;
    }

    /** The problem of a value that a client sends; empty if there is none. */
    String problem(JsonNode given, @Nullable Object value, String place) {
        JsonNode schema = resolved(given);
        String problem = "";
        for (JsonNode part : schema.path("allOf")) {
            problem = problem.isEmpty() ? problem(part, value, place) : problem;
        }
        for (String key : List.of("oneOf", "anyOf")) {
            long fitting = 0;
            for (JsonNode part : schema.path(key)) {
                fitting += problem(part, value, place).isEmpty() ? 1 : 0;
            }
            if (schema.has(key) && (fitting == 0 || (key.equals("oneOf") && fitting > 1))) {
                return place + " fits " + fitting + " of " + key;
            }
        }
        if (!problem.isEmpty() || !hasType(schema.path("type"), value)) {
            return problem.isEmpty() ? place + " is not of type " + schema.path("type") : problem;
        }
        boolean isListed = !schema.has("enum");
        for (JsonNode word : schema.path("enum")) {
            isListed |= word.asString().equals(String.valueOf(value));
        }
        if (!isListed
                || (schema.has("const") && !schema.path("const").asString().equals(String.valueOf(value)))) {
            return place + " is another value: " + value;
        }
        return switch (value) {
            case Map<?, ?> fields -> objectProblem(schema, fields, place);
            case List<?> list -> listProblem(schema, list, place);
            case Number number -> isInRange(schema, number.doubleValue()) ? "" : place + " is out of range: " + number;
            case String text -> matchesFormat(schema, text) ? "" : place + " has another form: " + text;
            case null, default -> "";
        };
    }

    private static boolean hasType(JsonNode type, @Nullable Object value) {
        if (type.isArray()) {
            boolean any = false;
            for (JsonNode each : type) {
                any |= hasType(each, value);
            }
            return any;
        }
        return switch (type.asString("")) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            case "string" -> value instanceof String;
            case "null" -> value == null;
            default -> true;
        };
    }

    private String objectProblem(JsonNode schema, Map<?, ?> fields, String place) {
        for (JsonNode name : schema.path("required")) {
            JsonNode property = resolved(schema.path("properties").path(name.asString()));
            if (!fields.containsKey(name.asString())
                    && !property.path("readOnly").asBoolean(false)) {
                return place + "." + name.asString() + " is missing";
            }
        }
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            String name = String.valueOf(field.getKey());
            JsonNode property = schema.path("properties").path(name);
            if (property.isMissingNode() && !schema.path("additionalProperties").asBoolean(true)) {
                return place + "." + name + " is not known";
            }
            if (resolved(property).path("readOnly").asBoolean(false)) {
                return place + "." + name + " is set by the server only";
            }
            String problem = problem(property, field.getValue(), place + "." + name);
            if (!problem.isEmpty()) {
                return problem;
            }
        }
        return "";
    }

    private String listProblem(JsonNode schema, List<?> list, String place) {
        boolean isDouble = schema.path("uniqueItems").asBoolean(false) && new HashSet<>(list).size() < list.size();
        if (list.size() < schema.path("minItems").asInt(0) || isDouble) {
            return place + " has " + list.size() + " elements, or the same twice";
        }
        return list.stream()
                .map(each -> problem(schema.path("items"), each, place + "[]"))
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static boolean isInRange(JsonNode schema, double value) {
        boolean isExclusive = schema.path("exclusiveMinimum").asBoolean(false);
        double least = schema.path("minimum").asDouble(-1e300);
        double above = schema.path("exclusiveMinimum").isNumber()
                ? schema.path("exclusiveMinimum").asDouble()
                : -1e300;
        double steps =
                schema.has("multipleOf") ? value / schema.path("multipleOf").asDouble() : 0;
        return value >= least
                && value > above
                && !(isExclusive && value == least)
                && value <= schema.path("maximum").asDouble(1e300)
                && Math.abs(steps - Math.rint(steps)) < 1e-9;
    }

    private static boolean matchesFormat(JsonNode schema, String value) {
        String form = switch (schema.path("format").asString("")) {
            case "uuid" -> "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
            case "email" -> "[^@\\s]+@[^@\\s]+\\.[a-z]+";
            default -> "(?s).*";
        };
        try {
            switch (schema.path("format").asString("")) {
                case "date" -> LocalDate.parse(value);
                case "date-time" -> OffsetDateTime.parse(value);
                default -> {}
            }
        } catch (DateTimeParseException e) {
            return false;
        }
        return value.matches(form)
                && value.length() >= schema.path("minLength").asInt(0)
                && value.length() <= schema.path("maxLength").asInt(Integer.MAX_VALUE)
                && Pattern.compile(schema.path("pattern").asString(""))
                        .matcher(value)
                        .find();
    }

    /** The value of a text in a parameter or form, by the type of its schema. */
    Object typed(JsonNode given, String text) {
        String type = resolved(given).path("type").asString("");
        boolean isInteger = type.equals("integer") && text.matches("-?\\d{1,18}");
        boolean isBoolean = type.equals("boolean") && text.matches("true|false");
        return isInteger ? (Object) Long.valueOf(text) : isBoolean ? (Object) Boolean.valueOf(text) : text;
    }

    Map<String, Object> typedFields(JsonNode given, Map<String, String> texts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        texts.forEach((name, text) ->
                fields.put(name, typed(resolved(given).path("properties").path(name), text)));
        return fields;
    }

    /** The schema of a field of what an operation creates. */
    JsonNode property(JsonNode operation, String name) {
        return Objects.requireNonNull(properties(sent(operation)).getOrDefault(name, document.path("none")));
    }

    private JsonNode sent(JsonNode operation) {
        JsonNode content = resolved(operation.path("requestBody")).path("content");
        JsonNode inBody = operation.path("parameters").path(0).path("schema");
        return content.isEmpty() ? inBody : content.iterator().next().path("schema");
    }

    private Map<String, JsonNode> properties(JsonNode given) {
        JsonNode schema = resolved(given);
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        schema.path("allOf").forEach(part -> properties.putAll(properties(part)));
        schema.path("properties")
                .properties()
                .forEach(each -> properties.put(each.getKey(), resolved(each.getValue())));
        return properties;
    }

    /** The items to which a body refers. */
    List<String> references(JsonNode operation, Map<?, ?> sent, String base) {
        List<String> references = new ArrayList<>();
        properties(sent(operation)).forEach((name, schema) -> {
            if (schema.has("x-refers") && sent.containsKey(name)) {
                references.add(base + schema.path("x-refers").asString() + "/" + sent.get(name));
            }
        });
        return references;
    }
}
