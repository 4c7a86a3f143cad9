// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A request of a scenario that is being generated. All texts are templates of the scenario. Not thread-safe. */
final class Request {
    final String method;
    /** Path and query, or a complete address for another site. */
    String target;

    String name;
    final Map<String, String> headers = new LinkedHashMap<>();

    @Nullable
    Body body;
    /** Values that are read from the reply: the rule, such as {@code json: $.id}, by variable. */
    final Map<String, Map<String, String>> extracts = new LinkedHashMap<>();

    /** The known scalars of the reply by name, each with the rule that extracts it. */
    final Map<String, Map<String, String>> reply = new LinkedHashMap<>();

    /** Content type of the recorded reply. */
    String replyType = "";

    String replyText = "";

    /** Status that is checked, or a range; empty for none. */
    String status = "";

    final List<String> basic = new ArrayList<>();

    @Nullable
    String contains;
    /** Status that is an expected refusal, 0 for none. */
    int declined;

    long pauseMillis;
    /** Decisions that the user must make, a sentence each. */
    final List<String> decisions = new ArrayList<>();

    Request(String method, String target) {
        this.method = method;
        this.target = target;
        this.name = Naming.ofRequest(method, target);
    }

    boolean mentions(String variable) {
        String reference = "${" + variable + "}";
        return target.contains(reference) || (headers + " " + body + " " + basic).contains(reference);
    }

    /** A reference to a number in a JSON body, which must not be quoted. */
    record Unquoted(String unquotedReference) {
        @Override
        public String toString() {
            return "${" + unquotedReference + "}";
        }
    }

    sealed interface Body {
        /** A text with the content type of the request's header. */
        record Text(String text) implements Body {}

        record Json(@Nullable Object value) implements Body {}

        record File(String name) implements Body {}

        record Form(Map<String, String> fields) implements Body {}

        /** The parts of a form with files; the value of a file is its name behind an at sign. */
        record Multipart(Map<String, String> parts) implements Body {}

        /** The body of a text; its content type becomes a header where the kind of the body does not imply it. */
        static @Nullable Body of(String text, String type, Request request) {
            if (text.isEmpty()) {
                return null;
            }
            Optional<JsonNode> json =
                    type.isEmpty() || type.contains("json") ? ImportedText.jsonIn(text) : Optional.empty();
            boolean isStructured = json.filter(JsonNode::isContainer).isPresent();
            if (isStructured) {
                if (!type.isEmpty() && !type.startsWith("application/json")) {
                    request.headers.put("Content-Type", type);
                }
                return new Json(literal(ImportedText.value(json.orElseThrow())));
            }
            if (!type.isEmpty()) {
                request.headers.put("Content-Type", type);
            }
            return new Text(ImportedText.literal(text));
        }

        /** A JSON value without references of the scenario. */
        static @Nullable Object literal(@Nullable Object value) {
            return mapped(value, ImportedText::literal);
        }

        static @Nullable Object mapped(@Nullable Object value, UnaryOperator<String> texts) {
            return switch (value) {
                case String text -> texts.apply(text);
                case List<?> list -> {
                    List<@Nullable Object> result = new ArrayList<>();
                    list.forEach(each -> result.add(mapped(each, texts)));
                    yield result;
                }
                case Map<?, ?> map -> {
                    Map<String, @Nullable Object> result = new LinkedHashMap<>();
                    map.forEach((name, each) -> result.put(String.valueOf(name), mapped(each, texts)));
                    yield result;
                }
                case null, default -> value;
            };
        }

        static Map<String, String> fields(String encoded) {
            Map<String, String> fields = new LinkedHashMap<>();
            for (String field : encoded.split("&", -1)) {
                int equals = field.indexOf('=');
                String name = equals < 0 ? field : field.substring(0, equals);
                if (!name.isEmpty()) {
                    fields.put(
                            decoded(name),
                            ImportedText.literal(decoded(equals < 0 ? "" : field.substring(equals + 1))));
                }
            }
            return fields;
        }

        static String basic(String credentials) {
            return Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        }

        static String decoded(String text) {
            try {
                return URLDecoder.decode(text, StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return text;
            }
        }
    }
}
