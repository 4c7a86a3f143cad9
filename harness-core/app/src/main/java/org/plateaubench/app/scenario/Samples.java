// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import com.github.curiousoddman.rgxgen.RgxGen;
import com.github.curiousoddman.rgxgen.config.RgxGenOption;
import com.github.curiousoddman.rgxgen.config.RgxGenProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Values that schemas of OpenAPI allow. */
final class Samples {
    private static final int MAX_DEPTH = 6;
    private static final int MAX_IDS = 100;
    private static final int MAX_ELEMENTS = 20;
    private static final int ATTEMPTS = 100;
    private static final int MAX_FIELD_DEPTH = 3;
    private static final int MAX_PATTERN = 500;
    private static final int MAX_TEXT = 1_000;
    private static final double MAX_REPETITIONS = 100_000;
    /** The number of repetitions that are generated where a pattern allows any number. */
    private static final int UNBOUNDED = 4;

    /** A repetition with a greatest number, or without one. */
    private static final Pattern REPETITION = Pattern.compile("\\{(?:\\d*,)?(\\d+)\\}|[*+]|\\{\\d+,\\}");

    private static final Pattern FIELD = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

    private final UnaryOperator<JsonNode> resolver;
    private final Fields included;

    enum Fields {
        /** Required fields only, or all that a client may set if none is required. */
        REQUIRED,
        WRITABLE,
        /** Also those that only the server sets. */
        ALL
    }

    Samples(UnaryOperator<JsonNode> resolver, Fields included) {
        this.resolver = resolver;
        this.included = included;
    }

    String source(JsonNode schema, JsonNode parameter) {
        JsonNode given = given(schema, parameter);
        List<JsonNode> words = schema.path("enum").valueStream().toList();
        if (!words.isEmpty()) {
            return "{ choice: "
                    + Draft.flow(words.stream()
                            .map(word -> ImportedText.literal(word.asString("")))
                            .toList())
                    + " }";
        }
        if (ImportedText.isAbsent(given) && type(schema).equals("integer")) {
            long minimum = ((Number) number(schema, true)).longValue();
            long maximum = (long) schema.path("maximum").asDouble(0);
            return "{ uniform: " + minimum + ".."
                    + Math.min(maximum >= minimum ? maximum : Long.MAX_VALUE, minimum + MAX_IDS - 1)
                    + " } # DECIDE: values that exist";
        }
        if (ImportedText.isAbsent(given) && schema.path("format").asString("").equals("uuid")) {
            return "{ uuid: true } # DECIDE: values that exist";
        }
        if (ImportedText.isAbsent(given) && schema.path("format").asString("").equals("date")) {
            return "{ date: 2026-01-01..2026-12-31 }";
        }
        return "{ choice: " + Draft.flow(List.of(ImportedText.literal(text(schema, parameter))))
                + " } # DECIDE: values that exist";
    }

    private static JsonNode given(JsonNode schema, JsonNode parameter) {
        return Stream.concat(
                        Stream.of(parameter, schema)
                                .flatMap(owner -> Stream.of("example", "default", "x-example")
                                        .map(owner::path)),
                        parameter.path("examples").valueStream().map(example -> example.path("value")))
                .filter(each -> !each.asString("").isEmpty())
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    String text(JsonNode schema, JsonNode parameter) {
        JsonNode given = given(schema, parameter);
        Object sample = ImportedText.isAbsent(given) ? of(schema) : ImportedText.value(given);
        Object first = sample instanceof List<?> list && !list.isEmpty() ? list.getFirst() : sample;
        return first instanceof Map || first instanceof List || first == null ? "1" : first.toString();
    }

    @Nullable
    Object of(JsonNode schema) {
        return of(schema, 0);
    }

    private @Nullable Object of(JsonNode given, int depth) {
        JsonNode schema = resolver.apply(given);
        if (depth > MAX_DEPTH) {
            return null;
        }
        Optional<JsonNode> known = Stream.concat(
                        Stream.of("example", "default", "const").map(schema::path),
                        Stream.of("examples", "enum")
                                .map(key -> schema.path(key).path(0)))
                .filter(each -> !ImportedText.isAbsent(each))
                .findFirst();
        if (known.isPresent()) {
            return writable(schema, ImportedText.value(known.get()));
        }
        return switch (type(schema)) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "integer" -> number(schema, true);
            case "number" -> number(schema, false);
            case "boolean" -> true;
            default -> alternative(schema, depth);
        };
    }

    private @Nullable Object alternative(JsonNode schema, int depth) {
        for (String key : List.of("oneOf", "anyOf")) {
            for (JsonNode choice : schema.path(key)) {
                Object value = of(choice, depth + 1);
                if (value != null) {
                    return value;
                }
            }
        }
        return type(schema).equals("null") ? null : word(schema);
    }

    /** An example without the fields that only the server sets. */
    @Nullable
    Object writable(JsonNode given, @Nullable Object value) {
        JsonNode schema = resolver.apply(given);
        if (included == Fields.ALL || !(value instanceof Map<?, ?> fields)) {
            return value;
        }
        Map<String, JsonNode> properties = properties(schema, 0);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        fields.forEach((name, each) -> {
            JsonNode property =
                    resolver.apply(properties.getOrDefault(String.valueOf(name), MissingNode.getInstance()));
            if (!property.path("readOnly").asBoolean(false)) {
                result.put(String.valueOf(name), writable(property, each));
            }
        });
        return result;
    }

    private Map<String, @Nullable Object> object(JsonNode schema, int depth) {
        Map<String, JsonNode> properties = properties(schema, 0);
        Set<String> required = required(schema, 0);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        properties.forEach((name, property) -> {
            boolean isWanted = included == Fields.ALL
                    || (!resolver.apply(property).path("readOnly").asBoolean(false)
                            && (included == Fields.WRITABLE || required.isEmpty() || required.contains(name)));
            Object value = isWanted ? of(property, depth + 1) : null;
            if (value != null) {
                result.put(name, value);
            }
        });
        return result;
    }

    private Map<String, JsonNode> properties(JsonNode schema, int depth) {
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        parts(schema, depth).forEach(part -> properties.putAll(properties(resolver.apply(part), depth + 1)));
        schema.path("properties").forEachEntry(properties::put);
        return properties;
    }

    private Set<String> required(JsonNode schema, int depth) {
        Set<String> required = new LinkedHashSet<>();
        parts(schema, depth).forEach(part -> required.addAll(required(resolver.apply(part), depth + 1)));
        schema.path("required").forEach(name -> required.add(name.asString("")));
        return required;
    }

    /** The schemas that an object combines: all of them, and the first of alternatives. */
    private static List<JsonNode> parts(JsonNode schema, int depth) {
        List<JsonNode> parts = new ArrayList<>();
        if (depth <= MAX_DEPTH) {
            parts.addAll(schema.path("allOf").values());
            for (String key : List.of("oneOf", "anyOf")) {
                schema.path(key)
                        .valueStream()
                        .filter(part -> !part.path("type").asString("").equals("null"))
                        .findFirst()
                        .ifPresent(parts::add);
            }
        }
        return parts;
    }

    private List<Object> array(JsonNode schema, int depth) {
        int count = Math.clamp((long) schema.path("minItems").asDouble(0), 1, MAX_ELEMENTS);
        Object element = of(schema.path("items"), depth + 1);
        List<Object> elements = new ArrayList<>();
        for (int number = 0; number < count && element != null; number++) {
            boolean isDistinct = number > 0 && schema.path("uniqueItems").asBoolean(false);
            elements.add(isDistinct && element instanceof String text ? text + number : element);
        }
        return elements;
    }

    private String type(JsonNode schema) {
        JsonNode declared = schema.path("type");
        // A list may have null as one of the types.
        boolean isNullFirst = declared.path(0).asString("").equals("null");
        String type = (declared.isArray() ? declared.path(isNullFirst ? 1 : 0) : declared).asString("");
        boolean isObject = type.isEmpty()
                && (schema.path("properties").isObject()
                        || parts(schema, 0).stream()
                                .anyMatch(part -> type(resolver.apply(part)).equals("object")));
        return isObject ? "object" : type;
    }

    private static Object number(JsonNode schema, boolean isInteger) {
        double multiple = schema.path("multipleOf").asDouble(0);
        double step = multiple > 0 ? multiple : isInteger ? 1 : 0.01;
        double minimum = bound(schema, "minimum", "exclusiveMinimum", step, Double.NEGATIVE_INFINITY);
        double maximum = bound(schema, "maximum", "exclusiveMaximum", -step, Double.POSITIVE_INFINITY);
        double nearest = Math.max(minimum, Math.min(1, maximum));
        double value = multiple > 0 ? Math.ceil(nearest / multiple) * multiple : nearest;
        return isInteger ? (Object) Math.round(value) : (Object) value;
    }

    private static double bound(JsonNode schema, String key, String exclusive, double inside, double none) {
        if (schema.path(exclusive).isNumber()) {
            return schema.path(exclusive).asDouble(0) + inside;
        }
        double given = schema.path(key).asDouble(0) + (schema.path(exclusive).asBoolean(false) ? inside : 0);
        return schema.path(key).isNumber() ? given : none;
    }

    private static String word(JsonNode schema) {
        int minimum = schema.path("minLength").asInt(0);
        int maximum = schema.path("maxLength").asInt(Integer.MAX_VALUE);
        String pattern = schema.path("pattern").asString("");
        if (!pattern.isEmpty()) {
            return matching(pattern, minimum, maximum);
        }
        return switch (schema.path("format").asString("")) {
            case "date-time" -> "2026-01-15T12:00:00Z";
            case "date" -> "2026-01-15";
            case "time" -> "12:00:00Z";
            case "duration" -> "PT1H";
            case "uuid" -> "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
            case "email" -> "user@example.com";
            case "uri", "url", "uri-reference" -> "https://example.com/";
            case "hostname" -> "example.com";
            case "ipv4" -> "192.0.2.1";
            case "ipv6" -> "2001:db8::1";
            case "password" -> "Secret-12345";
            case "byte" -> "cGxhdGVhdQ==";
            default -> {
                String text = "string";
                String longer = text + "x".repeat(Math.clamp((long) minimum - text.length(), 0, 1_000));
                yield longer.substring(0, Math.min(longer.length(), maximum));
            }
        };
    }

    private static String matching(String pattern, int minimum, int maximum) {
        if (pattern.length() > MAX_PATTERN || repetitions(pattern) > MAX_REPETITIONS) {
            return "string";
        }
        try {
            RgxGenProperties properties = new RgxGenProperties();
            RgxGenOption.INFINITE_PATTERN_REPETITION.setInProperties(properties, UNBOUNDED);
            RgxGen generator = RgxGen.parse(properties, pattern);
            return IntStream.range(0, ATTEMPTS)
                    .mapToObj(seed -> generator.generate(new Random(seed)))
                    .filter(text -> text.length() >= minimum && text.length() <= Math.min(maximum, MAX_TEXT))
                    .findFirst()
                    .orElse("string");
        } catch (RuntimeException e) {
            // The expression has a construct that is not supported, for which the library has several exceptions.
            return "string";
        }
    }

    /** The greatest number of characters generated for one of the pattern, if all repetitions are nested. */
    private static double repetitions(String pattern) {
        return REPETITION
                .matcher(pattern)
                .results()
                .mapToDouble(found -> found.group(1) == null ? UNBOUNDED : Double.parseDouble(found.group(1)))
                .reduce(1, (product, count) -> product * Math.max(1, count));
    }

    /** The fields with a value in an answer, each with the rule that extracts it; the outer ones first. */
    static Map<String, Map<String, String>> fields(@Nullable Object answer) {
        Map<String, Map<String, String>> fields = new LinkedHashMap<>();
        addFields(fields, "$", answer, 0);
        return fields;
    }

    private static void addFields(
            Map<String, Map<String, String>> fields, String path, @Nullable Object value, int depth) {
        if (depth > MAX_FIELD_DEPTH) {
            return;
        }
        if (value instanceof List<?> list && !list.isEmpty()) {
            addFields(fields, path + "[0]", list.getFirst(), depth + 1);
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> inner = new LinkedHashMap<>();
            map.forEach((name, each) -> {
                String field = String.valueOf(name);
                if (each != null && FIELD.matcher(field).matches()) {
                    if (each instanceof Map || each instanceof List) {
                        inner.put(field, each);
                    } else {
                        fields.putIfAbsent(field, Map.of("json", path + "." + field));
                    }
                }
            });
            inner.forEach((name, each) -> addFields(fields, path + "." + name, each, depth + 1));
        }
    }
}
