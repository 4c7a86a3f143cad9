// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Values that keep a schema, and values that do not, drawn from a seed. Not for several threads. */
final class Values {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 5;
    private static final int HUGE = 40_000;

    /** What breaks those who trust their callers. */
    private static final List<String> HOSTILE_TEXTS = List.of(
            "",
            " ",
            "\u0000",
            "..",
            "../../../../etc/passwd",
            "..\\..\\x",
            "/etc/passwd",
            "a/b",
            "<script>alert(1)</script>",
            "' OR '1'='1",
            "%",
            "_%",
            "%2e%2e%2f",
            "\u202e\u0301\ud83d\udca5\ufffd",
            "\ud800",
            "\r\nX-Injected: 1",
            "null",
            "NaN",
            "-1",
            "1e400",
            "99999999999999999999",
            "\u0661\u0662",
            "${env:HOME}",
            "true",
            "\t\u000b");

    /** For patterns: whatever is asked for, one of these is likely to be it. */
    private static final List<String> PLAIN_TEXTS = List.of(
            "nonesuch",
            "ab",
            "a-b1",
            "none.yaml",
            "20260101T000000Z-nonesuch-0a1b2c",
            "0123456789abcdef",
            "00000000-0000-4000-8000-000000000000",
            "2026-01-01T00:00:00Z",
            "A1",
            "999999",
            "10s",
            "a".repeat(40),
            "0".repeat(64));

    private final ApiDocument document;
    private final Random random;
    /** What keeps each schema of a text, by the node of the document. */
    private final IdentityHashMap<JsonNode, List<String>> texts = new IdentityHashMap<>();

    Values(ApiDocument document, Random random) {
        this.document = document;
        this.random = random;
    }

    /** One of several. */
    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    <T> List<T> shuffled(List<T> choices) {
        List<T> shuffled = new ArrayList<>(choices);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    boolean chance(double share) {
        return random.nextDouble() < share;
    }

    /** A text that no schema asks for. */
    String hostileText() {
        return chance(0.1) ? "x".repeat(HUGE / 10) : pick(HOSTILE_TEXTS);
    }

    /** A value that keeps the schema as far as can be drawn. */
    JsonNode valid(JsonNode reference) {
        return valid(reference, 0);
    }

    private JsonNode valid(JsonNode reference, int depth) {
        JsonNode schema = document.resolve(reference);
        if (schema.has("const")) {
            return schema.get("const");
        }
        if (schema.has("enum")) {
            return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
        }
        for (String choice : List.of("oneOf", "anyOf")) {
            if (schema.has(choice)) {
                return valid(
                        schema.get(choice).get(random.nextInt(schema.get(choice).size())), depth);
            }
        }
        if (schema.has("allOf")) {
            ObjectNode all = NODES.objectNode();
            for (JsonNode part : schema.get("allOf")) {
                if (valid(part, depth) instanceof ObjectNode object) {
                    all.setAll(object);
                }
            }
            return all;
        }
        return switch (type(schema)) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "integer" -> NODES.numberNode(whole(schema));
            case "number" -> NODES.numberNode((double) whole(schema) + (chance(0.5) ? 0.5 : 0));
            case "boolean" -> NODES.booleanNode(random.nextBoolean());
            case "null" -> NODES.nullNode();
            case "string" -> NODES.stringNode(text(schema));
            default -> NODES.stringNode(pick(PLAIN_TEXTS));
        };
    }

    private String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray()
                ? type.get(random.nextInt(type.size())).asString()
                : type.asString(schema.has("properties") ? "object" : "");
    }

    private ObjectNode object(JsonNode schema, int depth) {
        ObjectNode object = NODES.objectNode();
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asString()));
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            if (required.contains(property.getKey()) || (depth < DEEPEST && chance(0.5))) {
                object.set(property.getKey(), valid(property.getValue(), depth + 1));
            }
        }
        JsonNode others = schema.path("additionalProperties");
        if (others.isObject() && depth < DEEPEST && chance(0.5)) {
            object.set("other", valid(others, depth + 1));
        }
        return object;
    }

    private ArrayNode array(JsonNode schema, int depth) {
        ArrayNode array = NODES.arrayNode();
        int least = schema.path("minItems").asInt(0);
        int most = Math.min(schema.path("maxItems").asInt(3), Math.max(least, 3));
        int size = depth > DEEPEST ? least : least + random.nextInt(most - least + 1);
        for (int i = 0; i < size; i++) {
            JsonNode element = valid(schema.path("items"), depth + 1);
            // Where elements must differ and are texts, they do.
            boolean again = element.isString() && schema.path("uniqueItems").asBoolean(false);
            array.add(again && i > 0 ? NODES.stringNode(element.asString() + i) : element);
        }
        return array;
    }

    private long whole(JsonNode schema) {
        long least = (long) schema.path("minimum").asDouble(schema.has("exclusiveMinimum") ? 1 : 0);
        long most = (long) schema.path("maximum").asDouble((double) Math.max(least, 1_000_000));
        return chance(0.2) ? least : chance(0.2) ? most : least + (long) (random.nextDouble() * (most - least));
    }

    private String text(JsonNode schema) {
        if (schema.path("format").asString("").equals("date-time")) {
            return "2026-01-0" + (1 + random.nextInt(9)) + "T00:00:00Z";
        }
        List<String> fitting = texts.computeIfAbsent(schema, Values::texts);
        return fitting.isEmpty() ? "a".repeat(Math.max(schema.path("minLength").asInt(0), 1)) : pick(fitting);
    }

    private static List<String> texts(JsonNode schema) {
        int least = schema.path("minLength").asInt(0);
        int most = schema.path("maxLength").asInt(Integer.MAX_VALUE);
        Pattern pattern = Pattern.compile(schema.path("pattern").asString(""));
        return PLAIN_TEXTS.stream()
                .filter(text -> text.length() >= least && text.length() <= most)
                .filter(text -> pattern.matcher(text).find())
                .toList();
    }

    /** A text of JSON in which something is wrong, unless nothing can be. */
    String broken(JsonNode schema) {
        JsonNode good = valid(schema);
        return switch (random.nextInt(9)) {
            case 0 -> "";
            case 1 -> "{";
            case 2 -> pick(List.of("null", "[]", "{}", "0", "\"\"", "true", "{\"a\":1,\"a\":2}", "{} {}", "NaN"));
            case 3 -> "[".repeat(5_000);
            case 4 -> good.toString() + "}";
            case 5 -> "{\"" + "n".repeat(3_000) + "\":\"" + "v".repeat(HUGE) + "\"}";
            default -> JsonMapper.shared().writeValueAsString(spoilt(good, 0));
        };
    }

    private JsonNode spoilt(JsonNode good, int depth) {
        if (good instanceof ObjectNode object && !object.isEmpty() && chance(0.85)) {
            List<String> names = new ArrayList<>(object.propertyNames());
            String name = pick(names);
            ObjectNode copy = object.deepCopy();
            switch (random.nextInt(4)) {
                case 0 -> copy.remove(name);
                case 1 -> copy.set("unknown", NODES.numberNode(1));
                default -> copy.set(name, spoilt(object.get(name), depth + 1));
            }
            return copy;
        }
        if (good instanceof ArrayNode array && !array.isEmpty() && chance(0.6)) {
            ArrayNode copy = array.deepCopy();
            copy.set(random.nextInt(array.size()), spoilt(array.get(0), depth + 1));
            return copy;
        }
        return other();
    }

    /** Any value at all. */
    private JsonNode other() {
        return switch (random.nextInt(10)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(pick(List.of(-1L, 0L, Long.MAX_VALUE, Long.MIN_VALUE)));
            case 2 -> NODES.numberNode(pick(List.of(1e308, -0.0, 0.1)));
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.arrayNode().add(NODES.arrayNode().add(1));
            case 5 -> NODES.objectNode().put("a", 1);
            case 6 -> NODES.stringNode("y".repeat(HUGE));
            default -> NODES.stringNode(withoutLoneSurrogates(hostileText()));
        };
    }

    private static String withoutLoneSurrogates(String text) {
        return text.replace("\ud800", "\ufffd");
    }

    /** How a value stands in a query or a path. */
    static @Nullable String plain(JsonNode value) {
        return value.isContainer() ? null : value.asString("");
    }
}
