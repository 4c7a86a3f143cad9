// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a scenario of a description of an interface: OpenAPI 3 or Swagger 2, as YAML or JSON. Not thread-safe. */
final class OpenApiImport {
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete", "head");
    private static final int MAX_REFERENCES = 50;
    private static final int READS_PER_WRITE = 5;
    private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{[^}]+}");

    private final Node document;
    private final Draft draft;
    private final Naming names = new Naming();
    private final Samples samples = new Samples(this::resolved);

    private OpenApiImport(Node document, Draft draft) {
        this.document = document;
        this.draft = draft;
    }

    static Draft read(String file, String text, String name) throws Unreadable {
        Node document = Node.yaml(file, text);
        if (document.text("openapi").isEmpty() && document.text("swagger").isEmpty()) {
            throw new Unreadable(file + ": has neither 'openapi' nor 'swagger': is it a description by OpenAPI?");
        }
        OpenApiImport made = new OpenApiImport(document, new Draft(file, name));
        made.take();
        if (made.draft.flows.isEmpty()) {
            throw new Unreadable(file + ": describes no operation (paths)");
        }
        return made.draft;
    }

    private void take() {
        String base = base();
        document.at("paths")
                .fields()
                .forEach((path, item) -> METHODS.forEach(method -> {
                    Node operation = item.at(method);
                    if (operation.isMap()) {
                        take(base + path, method, operation, parameters(item, operation));
                    }
                }));
    }

    /** Sets the address of the site; returns the path before those of all operations. */
    private String base() {
        String url = document.at("servers").elements().stream()
                .findFirst()
                .map(this::server)
                .orElseGet(this::swaggerAddress);
        draft.address = HarImport.origin(url);
        String path = url.substring(draft.address.length());
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private String server(Node server) {
        String url = server.text("url");
        for (Map.Entry<String, Node> variable : server.at("variables").fields().entrySet()) {
            url = url.replace("{" + variable.getKey() + "}", variable.getValue().text("default"));
        }
        return url;
    }

    private String swaggerAddress() {
        String host = document.text("host");
        boolean tls = document.at("schemes").elements().stream()
                .anyMatch(scheme -> scheme.text().equals("https"));
        return (host.isEmpty() ? "" : (tls ? "https://" : "http://") + host) + document.text("basePath");
    }

    /** The parameters of an operation and of its path; those of the operation win. */
    private List<Node> parameters(Node item, Node operation) {
        Map<String, Node> parameters = new LinkedHashMap<>();
        for (Node owner : List.of(item, operation)) {
            for (Node given : owner.at("parameters").elements()) {
                Node parameter = resolved(given);
                parameters.put(parameter.text("in") + " " + parameter.text("name"), parameter);
            }
        }
        return List.copyOf(parameters.values());
    }

    private void take(String path, String method, Node operation, List<Node> parameters) {
        Request request = new Request(method.toUpperCase(Locale.ROOT), Draft.literal(path));
        String id = operation.text("operationId");
        if (!id.isEmpty()) {
            request.name = Naming.of(id);
        }
        List<String> query = new ArrayList<>();
        Map<String, String> form = new LinkedHashMap<>();
        for (Node parameter : parameters) {
            parameter(request, parameter, query, form);
        }
        request.target = PLACEHOLDER.matcher(request.target).replaceAll("1");
        if (!query.isEmpty()) {
            request.target += "?" + String.join("&", query);
        }
        if (!form.isEmpty()) {
            request.body = new Request.Body.Form(form);
        }
        content(request, resolved(operation.at("requestBody")).at("content"));
        request.status = status(operation);
        if (request.target.contains("${") && request.method.equals("GET")) {
            request.declined = 404;
        }
        secure(request, query.isEmpty(), operation);
        boolean isRead = request.method.equals("GET") || request.method.equals("HEAD");
        if (request.method.equals("DELETE")) {
            request.decisions.add("this operation deletes.");
        }
        draft.add(names, request.name + "-flow", isRead ? READS_PER_WRITE : 1, List.of(request));
    }

    private void parameter(Request request, Node parameter, List<String> query, Map<String, String> form) {
        String name = parameter.text("name");
        Node schema = parameter.at("schema").isMap() ? resolved(parameter.at("schema")) : parameter;
        boolean isRequired = parameter.text("required").equals("true");
        switch (parameter.text("in")) {
            case "path" -> {
                String variable = source(name, schema, parameter);
                request.target = request.target.replace("{" + name + "}", "${" + variable + "}");
            }
            case "query" -> {
                if (isRequired) {
                    query.add(name + "=${" + source(name, schema, parameter) + "}");
                }
            }
            case "header" -> {
                if (isRequired && !name.equalsIgnoreCase("authorization")) {
                    request.headers.put(name, Draft.literal(samples.text(schema, parameter)));
                }
            }
            case "formData" -> form.put(name, Draft.literal(samples.text(schema, parameter)));
            case "body" -> request.body = new Request.Body.Json(Bodies.literal(samples.of(parameter.at("schema"))));
            default -> {} // Cookies are those that the site sets.
        }
    }

    private String source(String name, Node schema, Node parameter) {
        String variable = Naming.ofVariable(name);
        String source = samples.source(schema, parameter);
        for (int number = 2; draft.data.containsKey(variable) && !source.equals(draft.data.get(variable)); number++) {
            variable = Naming.ofVariable(name) + number;
        }
        draft.data.put(variable, source);
        return variable;
    }

    private void content(Request request, Node content) {
        for (Map.Entry<String, Node> each : content.fields().entrySet()) {
            String type = each.getKey();
            Node example = each.getValue().at("example");
            Object sample = example.isMissing()
                    ? each.getValue().at("examples").fields().values().stream()
                            .findFirst()
                            .map(one -> resolved(one).at("value").value())
                            .orElseGet(() -> samples.of(each.getValue().at("schema")))
                    : example.value();
            if (type.contains("json")) {
                request.body = new Request.Body.Json(Bodies.literal(sample));
                if (!type.startsWith("application/json")) {
                    request.headers.put("Content-Type", type);
                }
                return;
            }
            if (sample instanceof Map<?, ?> fields
                    && (type.contains("form-urlencoded") || type.contains("form-data"))) {
                Map<String, String> texts = new LinkedHashMap<>();
                fields.forEach((name, value) -> texts.put(String.valueOf(name), Draft.literal(String.valueOf(value))));
                request.body =
                        type.contains("form-data") ? new Request.Body.Multipart(texts) : new Request.Body.Form(texts);
                return;
            }
        }
        if (!content.fields().isEmpty()) {
            String type = content.fields().keySet().iterator().next();
            request.headers.put("Content-Type", type);
            request.body = new Request.Body.Text("");
            request.decisions.add("the body, of type " + type + ".");
        }
    }

    /** The smallest status of a success; 0 if none is described. */
    private static int status(Node operation) {
        return operation.at("responses").fields().keySet().stream()
                .filter(status -> status.matches("2\\d\\d"))
                .mapToInt(Integer::parseInt)
                .min()
                .orElse(0);
    }

    private void secure(Request request, boolean isFirst, Node operation) {
        Node needs = operation.at("security").isMissing() ? document.at("security") : operation.at("security");
        Optional<String> scheme = needs.elements().stream()
                .flatMap(need -> need.fields().keySet().stream())
                .findFirst();
        if (scheme.isEmpty()
                || needs.elements().stream().anyMatch(need -> need.fields().isEmpty())) {
            return;
        }
        Node declared = document.at("components", "securitySchemes", scheme.get());
        Node how = resolved(declared.isMap() ? declared : document.at("securityDefinitions", scheme.get()));
        String type = how.text("type");
        if (type.equals("apiKey") && how.text("in").equals("query")) {
            request.target += (isFirst ? "?" : "&") + how.text("name") + "=${env:API_KEY}";
        } else if (type.equals("apiKey")) {
            boolean isCookie = how.text("in").equals("cookie");
            request.headers.put(
                    isCookie ? "Cookie" : how.text("name"),
                    (isCookie ? how.text("name") + "=" : "") + "${env:API_KEY}");
        } else {
            boolean isBasic = type.equals("basic") || how.text("scheme").equalsIgnoreCase("basic");
            request.headers.put("Authorization", isBasic ? "Basic ${env:API_BASIC}" : "Bearer ${env:API_TOKEN}");
        }
        String note =
                "Credentials come from the environment: API_TOKEN, API_KEY, or API_BASIC (user:password in Base64).";
        if (!draft.notes.contains(note)) {
            draft.notes.add(note);
        }
    }

    /** The value to which a reference within the document leads. */
    private Node resolved(Node node) {
        Node at = node;
        for (int hops = 0; hops < MAX_REFERENCES; hops++) {
            String reference = at.text("$ref");
            if (!reference.startsWith("#/")) {
                return at;
            }
            Node target = document;
            for (String part : reference.substring(2).split("/", -1)) {
                target = target.at(part.replace("~1", "/").replace("~0", "~"));
            }
            at = target;
        }
        return new Node(null);
    }

    private record Samples(java.util.function.UnaryOperator<Node> resolver) {
        private static final int DEEPEST = 8;
        private static final int MAX_IDS = 100;

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
            String form = schema.text("format");
            if (given.isMissing() && type(schema).equals("integer")) {
                long least = Math.max(1, (long) schema.at("minimum").number());
                long most = (long) schema.at("maximum").number();
                return "{ uniform: " + least + ".."
                        + Math.min(most >= least ? most : Long.MAX_VALUE, least + MAX_IDS - 1)
                        + " } # DECIDE: values that exist";
            }
            if (given.isMissing() && form.equals("uuid")) {
                return "{ uuid: true } # DECIDE: values that exist";
            }
            if (given.isMissing() && form.equals("date")) {
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
            return new Node(null);
        }

        String text(Node schema, Node parameter) {
            Node given = given(schema, parameter);
            Object sample = given.isMissing() ? of(schema) : given.value();
            return sample instanceof Map || sample instanceof List || sample == null ? "1" : sample.toString();
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
                    return schema.at(key).value();
                }
            }
            for (String key : List.of("examples", "enum")) {
                List<Node> values = schema.at(key).elements();
                if (!values.isEmpty()) {
                    return values.getFirst().value();
                }
            }
            for (String key : List.of("oneOf", "anyOf")) {
                List<Node> choices = schema.at(key).elements();
                if (!choices.isEmpty()) {
                    return of(choices.getFirst(), depth + 1);
                }
            }
            return switch (type(schema)) {
                case "object" -> object(schema, depth);
                case "array" -> {
                    Object element = of(schema.at("items"), depth + 1);
                    yield element == null ? List.of() : List.of(element);
                }
                case "integer" -> (long) Math.max(1, schema.at("minimum").number());
                case "number" -> Math.max(1, schema.at("minimum").number());
                case "boolean" -> true;
                default -> word(schema);
            };
        }

        private Map<String, @Nullable Object> object(Node schema, int depth) {
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            for (Node part : schema.at("allOf").elements()) {
                if (of(part, depth + 1) instanceof Map<?, ?> fields) {
                    fields.forEach((name, value) -> result.put(String.valueOf(name), value));
                }
            }
            schema.at("properties").fields().forEach((name, property) -> {
                if (!resolver.apply(property).text("readOnly").equals("true")) {
                    Object value = of(property, depth + 1);
                    if (value != null) {
                        result.put(name, value);
                    }
                }
            });
            return result;
        }

        private static String type(Node schema) {
            String type = schema.at("type").elements().stream()
                    .map(Node::text)
                    .filter(each -> !each.equals("null"))
                    .findFirst()
                    .orElse(schema.text("type"));
            return type.isEmpty()
                            && (schema.at("properties").isMap()
                                    || !schema.at("allOf").isMissing())
                    ? "object"
                    : type;
        }

        private static String word(Node schema) {
            return switch (schema.text("format")) {
                case "date-time" -> "2026-01-15T12:00:00Z";
                case "date" -> "2026-01-15";
                case "uuid" -> "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
                case "email" -> "user@example.com";
                case "uri", "url" -> "https://example.com/";
                case "password" -> "Secret-123";
                case "byte" -> "cGxhdGVhdQ==";
                default -> {
                    int least = (int) schema.at("minLength").number();
                    yield least > "string".length() && least <= 1_000 ? "x".repeat(least) : "string";
                }
            };
        }
    }
}
