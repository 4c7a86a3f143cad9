// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import com.github.curiousoddman.rgxgen.RgxGen;
import com.github.curiousoddman.rgxgen.parsing.dflt.RgxGenParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Values that schemas of OpenAPI allow. */
final class Samples {
    private static final int DEEPEST = 6;
    private static final int MAX_IDS = 100;
    private static final int MAX_ELEMENTS = 20;
    private static final int ATTEMPTS = 100;

    private final UnaryOperator<Node> resolver;
    private final Fields wanted;

    enum Fields {
        /** Required fields only, or all that a client may set if none is required. */
        REQUIRED,
        WRITABLE,
        /** Also those that only the server sets. */
        ALL
    }

    Samples(UnaryOperator<Node> resolver, Fields wanted) {
        this.resolver = resolver;
        this.wanted = wanted;
    }

    String source(Node schema, Node parameter) {
        Node given = given(schema, parameter);
        List<Node> words = schema.at("enum").elements();
        if (!words.isEmpty()) {
            return "{ choice: "
                    + DraftText.flow(words.stream()
                            .map(word -> Draft.literal(word.text()))
                            .toList())
                    + " }";
        }
        if (given.isMissing() && type(schema).equals("integer")) {
            long least = ((Number) number(schema, true)).longValue();
            long most = (long) schema.at("maximum").number();
            return "{ uniform: " + least + ".."
                    + Math.min(most >= least ? most : Long.MAX_VALUE, least + MAX_IDS - 1)
                    + " } # DECIDE: values that exist";
        }
        if (given.isMissing() && schema.text("format").equals("uuid")) {
            return "{ uuid: true } # DECIDE: values that exist";
        }
        if (given.isMissing() && schema.text("format").equals("date")) {
            return "{ date: 2026-01-01..2026-12-31 }";
        }
        return "{ choice: " + DraftText.flow(List.of(Draft.literal(text(schema, parameter))))
                + " } # DECIDE: values that exist";
    }

    private static Node given(Node schema, Node parameter) {
        for (Node owner : List.of(parameter, schema)) {
            for (String key : List.of("example", "default", "x-example")) {
                if (!owner.at(key).text().isEmpty()) {
                    return owner.at(key);
                }
            }
        }
        return parameter.at("examples").fields().values().stream()
                .map(example -> example.at("value"))
                .findFirst()
                .orElse(new Node(null));
    }

    String text(Node schema, Node parameter) {
        Node given = given(schema, parameter);
        Object sample = given.isMissing() ? of(schema) : given.value();
        Object first = sample instanceof List<?> list && !list.isEmpty() ? list.getFirst() : sample;
        return first instanceof Map || first instanceof List || first == null ? "1" : first.toString();
    }

    @Nullable
    Object of(Node schema) {
        return of(schema, 0);
    }

    private @Nullable Object of(Node given, int depth) {
        Node schema = resolver.apply(given);
        if (depth > DEEPEST) {
            return null;
        }
        for (String key : List.of("example", "default", "const")) {
            if (!schema.at(key).isMissing()) {
                return writable(schema, schema.at(key).value());
            }
        }
        for (String key : List.of("examples", "enum")) {
            List<Node> values = schema.at(key).elements();
            if (!values.isEmpty()) {
                return writable(schema, values.getFirst().value());
            }
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

    private @Nullable Object alternative(Node schema, int depth) {
        for (String key : List.of("oneOf", "anyOf")) {
            for (Node choice : schema.at(key).elements()) {
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
    Object writable(Node given, @Nullable Object value) {
        Node schema = resolver.apply(given);
        if (wanted == Fields.ALL || !(value instanceof Map<?, ?> fields)) {
            return value;
        }
        Map<String, Node> properties = properties(schema, 0);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        fields.forEach((name, each) -> {
            Node property = resolver.apply(properties.getOrDefault(String.valueOf(name), new Node(null)));
            if (!property.text("readOnly").equals("true")) {
                result.put(String.valueOf(name), writable(property, each));
            }
        });
        return result;
    }

    private Map<String, @Nullable Object> object(Node schema, int depth) {
        Map<String, Node> properties = properties(schema, 0);
        Set<String> required = required(schema, 0);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        properties.forEach((name, property) -> {
            boolean isWanted = wanted == Fields.ALL
                    || (!resolver.apply(property).text("readOnly").equals("true")
                            && (wanted == Fields.WRITABLE || required.isEmpty() || required.contains(name)));
            Object value = isWanted ? of(property, depth + 1) : null;
            if (value != null) {
                result.put(name, value);
            }
        });
        discriminate(schema, result);
        return result;
    }

    /** Sets the discriminator, the field that selects one of several schemas for an object. */
    private static void discriminate(Node schema, Map<String, @Nullable Object> result) {
        String field = schema.at("discriminator").text("propertyName");
        schema.at("oneOf").elements().stream()
                .map(choice -> choice.text("$ref"))
                .filter(reference -> !reference.isEmpty() && !field.isEmpty())
                .findFirst()
                .ifPresent(reference -> result.put(
                        field,
                        schema.at("discriminator", "mapping").fields().entrySet().stream()
                                .filter(name -> name.getValue().text().equals(reference))
                                .map(Map.Entry::getKey)
                                .findFirst()
                                .orElse(reference.replaceFirst(".*/", ""))));
    }

    private Map<String, Node> properties(Node schema, int depth) {
        Map<String, Node> properties = new LinkedHashMap<>();
        parts(schema, depth).forEach(part -> properties.putAll(properties(resolver.apply(part), depth + 1)));
        properties.putAll(schema.at("properties").fields());
        return properties;
    }

    private Set<String> required(Node schema, int depth) {
        Set<String> required = new LinkedHashSet<>();
        parts(schema, depth).forEach(part -> required.addAll(required(resolver.apply(part), depth + 1)));
        schema.at("required").elements().forEach(name -> required.add(name.text()));
        return required;
    }

    /** The schemas that an object combines: all of them, and the first of alternatives. */
    private static List<Node> parts(Node schema, int depth) {
        List<Node> parts = new ArrayList<>();
        if (depth <= DEEPEST) {
            parts.addAll(schema.at("allOf").elements());
            for (String key : List.of("oneOf", "anyOf")) {
                schema.at(key).elements().stream()
                        .filter(part -> !part.text("type").equals("null"))
                        .findFirst()
                        .ifPresent(parts::add);
            }
        }
        return parts;
    }

    private List<Object> array(Node schema, int depth) {
        int least = Math.clamp((long) schema.at("minItems").number(), 1, MAX_ELEMENTS);
        Object element = of(schema.at("items"), depth + 1);
        List<Object> elements = new ArrayList<>();
        for (int number = 0; number < least && element != null; number++) {
            boolean isDistinct = number > 0 && schema.text("uniqueItems").equals("true");
            elements.add(isDistinct && element instanceof String text ? text + number : element);
        }
        return elements;
    }

    private String type(Node schema) {
        String type = schema.at("type").elements().stream()
                .map(Node::text)
                .filter(each -> !each.equals("null"))
                .findFirst()
                .orElse(schema.text("type"));
        boolean isObject = type.isEmpty()
                && (schema.at("properties").isMap()
                        || parts(schema, 0).stream()
                                .anyMatch(part -> type(resolver.apply(part)).equals("object")));
        return isObject ? "object" : type;
    }

    private static Object number(Node schema, boolean isInteger) {
        double multiple = schema.at("multipleOf").number();
        double step = multiple > 0 ? multiple : isInteger ? 1 : 0.01;
        double least = bound(schema, "minimum", "exclusiveMinimum", step, Double.NEGATIVE_INFINITY);
        double most = bound(schema, "maximum", "exclusiveMaximum", -step, Double.POSITIVE_INFINITY);
        double nearest = Math.max(least, Math.min(1, most));
        double value = multiple > 0 ? Math.ceil(nearest / multiple) * multiple : nearest;
        return isInteger ? (Object) Math.round(value) : (Object) value;
    }

    private static double bound(Node schema, String key, String exclusive, double inside, double none) {
        if (schema.at(exclusive).isNumber()) {
            return schema.at(exclusive).number() + inside;
        }
        double given = schema.at(key).number() + (schema.text(exclusive).equals("true") ? inside : 0);
        return schema.at(key).isNumber() ? given : none;
    }

    private static String word(Node schema) {
        int least = (int) schema.at("minLength").number();
        int most =
                schema.at("maxLength").isNumber() ? (int) schema.at("maxLength").number() : Integer.MAX_VALUE;
        String pattern = schema.text("pattern");
        if (!pattern.isEmpty()) {
            return matching(pattern, least, most);
        }
        return switch (schema.text("format")) {
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
                String longer = text + "x".repeat(Math.clamp((long) least - text.length(), 0, 1_000));
                yield longer.substring(0, Math.min(longer.length(), most));
            }
        };
    }

    private static String matching(String pattern, int least, int most) {
        try {
            RgxGen generator = RgxGen.parse(pattern);
            return IntStream.range(0, ATTEMPTS)
                    .mapToObj(seed -> generator.generate(new Random(seed)))
                    .filter(text -> text.length() >= least && text.length() <= most)
                    .findFirst()
                    .orElse("string");
        } catch (RgxGenParseException e) {
            // The expression has a construct that is not supported.
            return "string";
        }
    }

    /** The fields with a value in an answer, each with the rule that extracts it; the outer ones first. */
    static Map<String, Map<String, String>> fields(@Nullable Object answer) {
        Map<String, Map<String, String>> fields = new LinkedHashMap<>();
        Map<String, @Nullable Object> level = new LinkedHashMap<>();
        level.put("$", answer);
        for (int depth = 0; depth <= 3 && !level.isEmpty(); depth++) {
            Map<String, @Nullable Object> next = new LinkedHashMap<>();
            level.forEach((path, value) -> {
                if (value instanceof List<?> list && !list.isEmpty()) {
                    next.put(path + "[0]", list.getFirst());
                } else if (value instanceof Map<?, ?> map) {
                    map.forEach((name, each) -> {
                        if (String.valueOf(name).matches("[A-Za-z_][A-Za-z0-9_-]*")) {
                            next.put(path + "." + name, each);
                        }
                    });
                } else if (value != null) {
                    fields.putIfAbsent(path.replaceFirst(".*[.]", ""), Map.of("json", path));
                }
            });
            level = next;
        }
        return fields.entrySet().stream()
                .filter(field -> field.getKey().indexOf('$') < 0)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, Map.Entry::getValue, (one, same) -> one, LinkedHashMap::new));
    }
}
