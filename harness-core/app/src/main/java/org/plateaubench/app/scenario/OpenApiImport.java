// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Creates a scenario from an API description: OpenAPI 3 or Swagger 2, as YAML or JSON. Not thread-safe. */
final class OpenApiImport {
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete", "head");
    private static final int MAX_REFERENCES = 50;
    private static final int READS_PER_WRITE = 5;
    private static final Pattern UNIQUE = Pattern.compile("(?i).*(user_?name|login|e-?mail|slug|sku|handle)");
    private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{[^}]+}");

    private final JsonNode document;
    private final Draft draft;
    private final Naming names = new Naming();
    private final Samples samples = new Samples(this::resolved, Samples.Fields.REQUIRED);
    private final Samples complete = new Samples(this::resolved, Samples.Fields.WRITABLE);
    private final Samples answers = new Samples(this::resolved, Samples.Fields.ALL);
    private final List<Request> requests = new ArrayList<>();

    private OpenApiImport(JsonNode document, Draft draft) {
        this.document = document;
        this.draft = draft;
    }

    static Draft read(String file, String text, String name) throws UsageError {
        JsonNode document = ImportedText.yaml(file, text);
        if (document.path("openapi").asString("").isEmpty()
                && document.path("swagger").asString("").isEmpty()) {
            throw new UsageError(file + ": has neither 'openapi' nor 'swagger': is it a description by OpenAPI?");
        }
        OpenApiImport reader = new OpenApiImport(document, new Draft(file, name));
        reader.readOperations();
        reader.addFlows();
        if (reader.draft.flows.isEmpty()) {
            throw new UsageError(file + ": describes no operation (paths)");
        }
        return reader.draft;
    }

    private void readOperations() {
        String base = base();
        document.path("paths")
                .forEachEntry((path, item) -> METHODS.forEach(method -> {
                    JsonNode operation = item.path(method);
                    if (operation.isObject()) {
                        addRequest(base + path, method, operation, parameters(item, operation));
                    }
                }));
    }

    /** Each item with its requests becomes a flow, and so does every other operation. */
    private void addFlows() {
        Items items = new Items(draft, requests, variable -> true);
        items.link();
        draft.data.keySet().removeIf(name -> requests.stream().noneMatch(each -> each.mentions(name)));
        for (List<Request> flow : items.flows()) {
            Request first = flow.getFirst();
            boolean isRead = flow.stream().allMatch(each -> each.method.equals("GET") || each.method.equals("HEAD"));
            draft.add(names, first.name + "-flow", isRead ? READS_PER_WRITE : 1, flow);
        }
    }

    /** Sets the address of the site; returns the path before those of all operations. */
    private String base() {
        JsonNode server = document.path("servers").path(0);
        String url = server.isMissingNode() ? swaggerAddress() : address(server);
        draft.address = HarImport.origin(url);
        String path = url.substring(draft.address.length());
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static String address(JsonNode server) {
        String url = server.path("url").asString("");
        for (Map.Entry<String, JsonNode> variable : server.path("variables").properties()) {
            url = url.replace(
                    "{" + variable.getKey() + "}",
                    variable.getValue().path("default").asString(""));
        }
        return url;
    }

    private String swaggerAddress() {
        String host = document.path("host").asString("");
        boolean tls = document.path("schemes")
                .valueStream()
                .anyMatch(scheme -> scheme.asString("").equals("https"));
        return (host.isEmpty() ? "" : (tls ? "https://" : "http://") + host)
                + document.path("basePath").asString("");
    }

    /** The parameters of an operation and of its path; those of the operation take precedence. */
    private List<JsonNode> parameters(JsonNode item, JsonNode operation) {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        for (JsonNode owner : List.of(item, operation)) {
            for (JsonNode given : owner.path("parameters")) {
                JsonNode parameter = resolved(given);
                parameters.put(
                        parameter.path("in").asString("") + " "
                                + parameter.path("name").asString(""),
                        parameter);
            }
        }
        return List.copyOf(parameters.values());
    }

    private void addRequest(String path, String method, JsonNode operation, List<JsonNode> parameters) {
        Request request = new Request(method.toUpperCase(Locale.ROOT), ImportedText.literal(path));
        String id = operation.path("operationId").asString("");
        if (!id.isEmpty()) {
            request.name = Naming.of(id);
        }
        List<String> query = new ArrayList<>();
        Map<String, String> form = new LinkedHashMap<>();
        for (JsonNode parameter : parameters) {
            parameter(request, parameter, query, form);
        }
        request.target = PLACEHOLDER.matcher(request.target).replaceAll("1");
        if (!query.isEmpty()) {
            request.target += "?" + String.join("&", query);
        }
        if (!form.isEmpty()) {
            request.body = new Request.Body.Form(form);
        }
        content(request, resolved(operation.path("requestBody")).path("content"));
        answer(request, operation.path("responses"));
        if (request.target.contains("${")) {
            request.declined = 404;
        }
        secure(request, operation);
        if (request.method.equals("DELETE")) {
            request.decisions.add("this operation deletes.");
        }
        requests.add(request);
    }

    private void parameter(Request request, JsonNode parameter, List<String> query, Map<String, String> form) {
        String name = parameter.path("name").asString("");
        JsonNode schema = parameter.path("schema").isObject() ? resolved(parameter.path("schema")) : parameter;
        boolean isRequired = parameter.path("required").asBoolean(false);
        switch (parameter.path("in").asString("")) {
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
                    request.headers.put(name, ImportedText.literal(samples.text(schema, parameter)));
                }
            }
            case "formData" -> form.put(name, ImportedText.literal(samples.text(schema, parameter)));
            case "body" -> json(request, bodies(request).of(parameter.path("schema")));
            default -> {} // The site sets the cookies.
        }
    }

    private String source(String name, JsonNode schema, JsonNode parameter) {
        String variable = Naming.ofVariable(name);
        String source = samples.source(schema, parameter);
        for (int number = 2; draft.data.containsKey(variable) && !source.equals(draft.data.get(variable)); number++) {
            variable = Naming.ofVariable(name) + number;
        }
        draft.data.put(variable, source);
        return variable;
    }

    private void content(Request request, JsonNode content) {
        for (Map.Entry<String, JsonNode> each : content.properties()) {
            String type = each.getKey();
            JsonNode schema = each.getValue().path("schema");
            Object sample = Stream.concat(
                            Stream.of(each.getValue().path("example")),
                            each.getValue()
                                    .path("examples")
                                    .valueStream()
                                    .map(named -> resolved(named).path("value")))
                    .filter(example -> !ImportedText.isAbsent(example))
                    .findFirst()
                    .map(example -> bodies(request).writable(schema, ImportedText.value(example)))
                    .orElseGet(() -> bodies(request).of(schema));
            if (type.contains("json")) {
                json(request, sample);
                if (!type.startsWith("application/json")) {
                    request.headers.put("Content-Type", type);
                }
                return;
            }
            if (sample instanceof Map<?, ?> fields
                    && !fields.isEmpty()
                    && (type.contains("form-urlencoded") || type.contains("form-data"))) {
                Map<String, String> texts = new LinkedHashMap<>();
                fields.forEach(
                        (name, value) -> texts.put(String.valueOf(name), ImportedText.literal(String.valueOf(value))));
                request.body =
                        type.contains("form-data") ? new Request.Body.Multipart(texts) : new Request.Body.Form(texts);
                return;
            }
        }
        if (!content.isEmpty()) {
            String type = content.propertyNames().iterator().next();
            request.headers.put("Content-Type", type);
            request.body = new Request.Body.Text("");
            request.decisions.add("the body, of type " + type + ".");
        }
    }

    /** If no path contains the changed item, the body identifies it. */
    private Samples bodies(Request request) {
        return request.method.equals("PUT") && !request.target.contains("{") ? complete : samples;
    }

    /** A JSON body; fields that are probably unique have a different value for each item. */
    private void json(Request request, @Nullable Object sample) {
        Object value = Request.Body.literal(sample);
        if (request.method.equals("POST") && value instanceof Map<?, ?> fields) {
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            fields.forEach((name, each) -> {
                boolean isUnique = each instanceof String text
                        && UNIQUE.matcher(String.valueOf(name)).matches()
                        && (text.equals("string") || text.equals("user@example.com"));
                if (isUnique) {
                    draft.data.put("unique", "{ uniform: 100000000..999999999 }");
                }
                String unique = "user@example.com".equals(each) ? "user${unique}@example.com" : "user${unique}";
                result.put(String.valueOf(name), isUnique ? unique : each);
            });
            value = result;
        }
        request.body = new Request.Body.Json(value);
    }

    private void answer(Request request, JsonNode responses) {
        List<String> successes = responses.propertyNames().stream()
                .filter(status -> status.matches("2\\d\\d"))
                .sorted()
                .toList();
        if (successes.isEmpty()) {
            return;
        }
        request.status = successes.size() == 1 ? successes.getFirst() : "200..299";
        for (String status : successes) {
            JsonNode response = resolved(responses.path(status));
            Stream.concat(response.path("content").valueStream(), Stream.of(response))
                    .filter(content -> content.path("schema").isObject() || content.hasNonNull("example"))
                    .findFirst()
                    .ifPresent(content -> Samples.fields(
                                    content.path("schema").isObject()
                                            ? answers.of(content.path("schema"))
                                            : ImportedText.value(content.path("example")))
                            .forEach(request.reply::putIfAbsent));
            response.path("headers").propertyNames().stream()
                    .filter(Items.LOCATION::equalsIgnoreCase)
                    .forEach(name -> request.reply.putIfAbsent(Items.LOCATION, Map.of("header", name)));
        }
    }

    private void secure(Request request, JsonNode operation) {
        JsonNode required = operation.hasNonNull("security") ? operation.path("security") : document.path("security");
        if (required.valueStream().anyMatch(JsonNode::isEmpty)) {
            return;
        }
        for (String schemeName : required.path(0).propertyNames()) {
            JsonNode declared =
                    document.path("components").path("securitySchemes").path(schemeName);
            JsonNode scheme = resolved(
                    declared.isObject()
                            ? declared
                            : document.path("securityDefinitions").path(schemeName));
            String name = scheme.path("name").asString("");
            switch (scheme.path("type").asString("") + " " + scheme.path("in").asString("")) {
                case "apiKey query" -> {
                    boolean isMore = request.target.contains("?");
                    request.target += (isMore ? "&" : "?") + name + "=" + credential(name);
                }
                case "apiKey cookie" -> request.headers.put("Cookie", name + "=" + credential(name));
                case "apiKey header" -> request.headers.put(name, credential(name));
                default -> {
                    if (scheme.path("type").asString("").equals("basic")
                            || scheme.path("scheme").asString("").equalsIgnoreCase("basic")) {
                        request.basic.addAll(List.of(credential("apiUser"), credential("apiPassword")));
                    } else {
                        request.headers.put("Authorization", "Bearer " + credential("apiToken"));
                    }
                }
            }
        }
    }

    /** A variable that a person sets, from the environment. */
    private String credential(String name) {
        String variable = Naming.ofVariable(name);
        String environment = name.replaceAll("([a-z])([A-Z])", "$1_$2")
                .replaceAll("[^A-Za-z0-9]+", "_")
                .toUpperCase(Locale.ROOT);
        if (draft.variables.put(variable, "${env:" + environment + "}") == null) {
            draft.notes.add(
                    "DECIDE: set " + environment + " in the environment; it is the credential " + variable + ".");
        }
        return "${" + variable + "}";
    }

    private JsonNode resolved(JsonNode node) {
        JsonNode at = node;
        for (int hops = 0; hops < MAX_REFERENCES; hops++) {
            String reference = at.path("$ref").asString("");
            if (!reference.startsWith("#/")) {
                return at;
            }
            at = document.at(reference.substring(1));
        }
        return MissingNode.getInstance();
    }
}
