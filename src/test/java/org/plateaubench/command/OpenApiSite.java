// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A site that implements its OpenAPI description and refuses every request that the description does not allow. It
 * stores items: {@code x-id} names the field with the id of an item that a POST creates.
 */
final class OpenApiSite implements AutoCloseable {
    static final String CREDENTIAL = "secret-1";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode document;
    private final Schemas schemas;
    private final HttpServer server;
    private final Map<String, Map<String, Object>> items = new TreeMap<>();
    private int lastId;
    /** Requests that were refused, with the reason. */
    final List<String> refused = new ArrayList<>();
    /** Operations that were carried out. */
    final Set<String> served = new TreeSet<>();

    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        Refusal(int status, String explanation) {
            super(explanation);
            this.status = status;
        }
    }

    OpenApiSite(JsonNode document) throws IOException {
        this.document = document;
        schemas = new Schemas(document);
        document.path("x-items")
                .properties()
                .forEach(collection -> collection
                        .getValue()
                        .properties()
                        .forEach(field -> field.getValue()
                                .forEach(id -> items.put(
                                        base() + collection.getKey() + "/" + id.asString(),
                                        Map.of(field.getKey(), id.asString())))));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    Set<String> describedOperations() {
        Set<String> all = new TreeSet<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(operation -> operation.getValue().has("responses"))
                        .forEach(operation -> all.add(operation.getKey() + " " + path.getKey())));
        return all;
    }

    private String base() {
        if (document.has("basePath")) {
            return document.path("basePath").asString();
        }
        JsonNode site = document.path("servers").path(0);
        String url = site.path("url").asString();
        for (var variable : site.path("variables").properties()) {
            url = url.replace(
                    "{" + variable.getKey() + "}",
                    variable.getValue().path("default").asString());
        }
        return url.replaceFirst("^https?://[^/]*", "").replaceFirst("/$", "");
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        String what = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        byte[] sent = exchange.getRequestBody().readAllBytes();
        int status;
        Object answer;
        try {
            answer = answer(exchange, new String(sent, StandardCharsets.UTF_8));
            status = (int) exchange.getAttribute("status");
        } catch (Refusal e) {
            refused.add(what + ": " + e.getMessage() + " " + new String(sent, StandardCharsets.UTF_8));
            answer = Map.of("error", String.valueOf(e.getMessage()));
            status = e.status;
        }
        byte[] text = JSON.writeValueAsBytes(answer);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, status == 204 ? -1 : text.length);
        if (status != 204) {
            exchange.getResponseBody().write(text);
        }
        exchange.close();
    }

    private Object answer(HttpExchange exchange, String body) throws Refusal {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod().toLowerCase(java.util.Locale.ROOT);
        String template = template(path, method);
        JsonNode item = document.path("paths").path(template);
        JsonNode operation = item.path(method);
        authorise(exchange, operation);
        Map<String, String> query = fields(exchange.getRequestURI().getRawQuery());
        Map<String, Object> form = new LinkedHashMap<>(fields(body));
        for (JsonNode owner : List.of(item, operation)) {
            for (JsonNode each : owner.path("parameters")) {
                check(exchange, schemas.resolved(each), query, form, body);
            }
        }
        Object value = body(exchange, operation, body);
        exchange.setAttribute("status", status(operation));
        served.add(method + " " + template);
        return execute(exchange, template, path, operation, value);
    }

    private String template(String path, String method) throws Refusal {
        List<String> matching = new ArrayList<>();
        for (String each : document.path("paths").propertyNames()) {
            boolean fits = path.matches(base() + each.replaceAll("\\{[^}]+}", "[^/{}\\$]+"));
            if (fits && document.path("paths").path(each).has(method)) {
                matching.add(each);
            }
        }
        return matching.stream()
                .min((first, second) -> Integer.compare(first.split("\\{", -1).length, second.split("\\{", -1).length))
                .orElseThrow(() -> new Refusal(404, "there is no such operation"));
    }

    private static int status(JsonNode operation) {
        return operation.path("responses").propertyNames().stream()
                .filter(each -> each.matches("2\\d\\d"))
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(200);
    }

    private void authorise(HttpExchange exchange, JsonNode operation) throws Refusal {
        JsonNode needs = operation.has("security") ? operation.path("security") : document.path("security");
        for (String scheme : needs.path(0).propertyNames()) {
            JsonNode securityScheme = document.has("swagger")
                    ? document.path("securityDefinitions").path(scheme)
                    : document.path("components").path("securitySchemes").path(scheme);
            String name = securityScheme.path("name").asString("");
            String basic = Base64.getEncoder()
                    .encodeToString((CREDENTIAL + ":" + CREDENTIAL).getBytes(StandardCharsets.UTF_8));
            boolean isCorrect = switch (securityScheme.path("type").asString()
                    + securityScheme.path("in").asString("")) {
                case "apiKeyheader" -> CREDENTIAL.equals(header(exchange, name));
                case "apiKeyquery" ->
                    CREDENTIAL.equals(
                            fields(exchange.getRequestURI().getRawQuery()).get(name));
                case "apiKeycookie" -> (name + "=" + CREDENTIAL).equals(header(exchange, "Cookie"));
                default ->
                    (securityScheme.path("scheme").asString("").equals("basic")
                                    ? "Basic " + basic
                                    : "Bearer " + CREDENTIAL)
                            .equals(header(exchange, "Authorization"));
            };
            if (!isCorrect) {
                throw new Refusal(401, "wrong credentials for " + scheme);
            }
        }
    }

    private static @Nullable String header(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    private void check(
            HttpExchange exchange, JsonNode parameter, Map<String, String> query, Map<String, Object> form, String body)
            throws Refusal {
        String name = parameter.path("name").asString();
        String value = switch (parameter.path("in").asString()) {
            case "query" -> query.get(name);
            case "header" -> header(exchange, name);
            case "formData" -> (String) form.get(name);
            case "body" -> body;
            default -> null;
        };
        boolean isInPath = parameter.path("in").asString().equals("path");
        if (value == null && !isInPath && parameter.path("required").asBoolean(false)) {
            throw new Refusal(400, "parameter " + name + " is missing");
        }
        if (value != null && !parameter.path("in").asString().equals("body")) {
            JsonNode schema = parameter.has("schema") ? schemas.resolved(parameter.path("schema")) : parameter;
            boolean isList = schema.path("type").asString("").equals("array");
            requireNoProblem(schemas.problem(
                    isList ? schemas.resolved(schema.path("items")) : schema, schemas.typed(schema, value), name));
        }
    }

    private static void requireNoProblem(String problem) throws Refusal {
        if (!problem.isEmpty()) {
            throw new Refusal(400, problem);
        }
    }

    private @Nullable Object body(HttpExchange exchange, JsonNode operation, String body) throws Refusal {
        JsonNode content = schemas.resolved(operation.path("requestBody")).path("content");
        for (JsonNode parameter : operation.path("parameters")) {
            if (parameter.path("in").asString("").equals("body")) {
                content = JSON.createObjectNode().set("application/json", parameter);
            }
        }
        if (content.isEmpty()) {
            return null;
        }
        String type = String.valueOf(header(exchange, "Content-Type")).split(";", 2)[0];
        if (!content.has(type)) {
            throw new Refusal(415, "a body of type " + type);
        }
        JsonNode schema = content.path(type).path("schema");
        Object value = body;
        try {
            if (type.contains("json")) {
                value = JSON.readValue(body, Object.class);
            } else if (type.contains("form-urlencoded")) {
                value = schemas.typedFields(schema, fields(body));
            } else if (type.contains("form-data")) {
                Map<String, String> parts = new LinkedHashMap<>();
                schema.path("properties").propertyNames().forEach(name -> {
                    String[] after = body.split("name=\"" + name + "\"[^\\n]*\\r\\n(?:[^\\r]+\\r\\n)*\\r\\n", 2);
                    if (after.length == 2) {
                        parts.put(name, after[1].split("\\r\\n", 2)[0]);
                    }
                });
                value = schemas.typedFields(schema, parts);
            }
        } catch (tools.jackson.core.JacksonException e) {
            throw new Refusal(400, "a body that is not JSON");
        }
        requireNoProblem(schemas.problem(schema, value, "body"));
        return value;
    }

    private Object execute(
            HttpExchange exchange, String template, String path, JsonNode operation, @Nullable Object value)
            throws Refusal {
        String[] names = template.split("/", -1);
        String[] segments = path.substring(base().length()).split("/", -1);
        String prefix = base();
        for (int at = 1; at < names.length; at++) {
            prefix += "/" + segments[at];
            if (names[at].startsWith("{") && !items.containsKey(prefix)) {
                throw new Refusal(404, "there is no " + prefix);
            }
        }
        Map<?, ?> sent = value instanceof Map<?, ?> map ? map : Map.of();
        for (String reference : schemas.references(operation, sent, base())) {
            if (!items.containsKey(reference)) {
                throw new Refusal(422, "there is no " + reference);
            }
        }
        String id = operation.path("x-id").asString("");
        if (exchange.getRequestMethod().equals("PUT")
                && !id.isEmpty()
                && !items.containsKey(path + "/" + sent.get(id))) {
            throw new Refusal(404, "there is no " + sent.get(id));
        }
        if (exchange.getRequestMethod().equals("POST") && !id.isEmpty()) {
            return created(exchange, path, operation, id, sent);
        }
        if (exchange.getRequestMethod().equals("DELETE") && names[names.length - 1].startsWith("{")) {
            items.keySet().removeIf(each -> each.equals(path) || each.startsWith(path + "/"));
        }
        List<Object> children = new ArrayList<>();
        items.forEach((each, content) -> {
            if (each.substring(0, each.lastIndexOf('/')).equals(path)) {
                children.add(content);
            }
        });
        String envelope = operation.path("x-envelope").asString("");
        return items.containsKey(path)
                ? items.get(path)
                : envelope.isEmpty() ? children : Map.of("total", children.size(), envelope, children);
    }

    private Object created(HttpExchange exchange, String path, JsonNode operation, String id, Map<?, ?> sent)
            throws Refusal {
        Map<String, Object> item = new LinkedHashMap<>();
        sent.forEach((name, each) -> item.put(String.valueOf(name), each));
        JsonNode schema = schemas.property(operation, id);
        lastId += 7;
        boolean isUuid = schema.path("format").asString("").equals("uuid");
        boolean isInteger = schema.path("type").asString("").equals("integer");
        item.putIfAbsent(
                id, isInteger ? (Object) lastId : isUuid ? UUID.randomUUID().toString() : "k" + lastId);
        String place = path + "/" + item.get(id);
        if (items.putIfAbsent(place, item) != null) {
            throw new Refusal(409, "there is a " + place);
        }
        if (operation.has("x-location")) {
            exchange.getResponseHeaders().set("Location", place);
            return Map.of();
        }
        String envelope = operation.path("x-envelope").asString("");
        return envelope.isEmpty() ? item : Map.of(envelope, item);
    }

    private static Map<String, String> fields(@Nullable String encoded) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : String.valueOf(encoded).split("&", -1)) {
            String[] parts = field.split("=", 2);
            if (parts.length == 2) {
                fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            }
        }
        return fields;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
