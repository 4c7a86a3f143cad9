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

/** Bodies of requests by their content type. Pure functions. */
final class Bodies {
    private static final String CONTENT_TYPE = "Content-Type";

    private Bodies() {}

    /** The body of a text; its content type becomes a header where the kind of the body does not imply it. */
    static Request.@Nullable Body of(String text, String type, Request request) {
        if (text.isEmpty()) {
            return null;
        }
        Optional<JsonNode> json = type.isEmpty() || type.contains("json") ? ImportedText.jsonIn(text) : Optional.empty();
        boolean structured = json.filter(JsonNode::isContainer).isPresent();
        if (structured) {
            if (!type.isEmpty() && !type.startsWith("application/json")) {
                request.headers.put(CONTENT_TYPE, type);
            }
            return new Request.Body.Json(literal(ImportedText.value(json.orElseThrow())));
        }
        if (!type.isEmpty()) {
            request.headers.put(CONTENT_TYPE, type);
        }
        return new Request.Body.Text(Draft.literal(text));
    }

    /** A JSON value in whose texts the scenario refers to nothing. */
    static @Nullable Object literal(@Nullable Object value) {
        return mapped(value, Draft::literal);
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
                fields.put(decoded(name), Draft.literal(decoded(equals < 0 ? "" : field.substring(equals + 1))));
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
