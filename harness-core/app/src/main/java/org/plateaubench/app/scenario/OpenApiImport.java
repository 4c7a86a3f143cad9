// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates a scenario from an API description: OpenAPI 3 or Swagger 2, as YAML or JSON. Not thread-safe. */
final class OpenApiImport {
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete", "head");
    private static final int MAX_REFERENCES = 50;
    private static final int READS_PER_WRITE = 5;
    private static final Pattern UNIQUE = Pattern.compile("(?i).*(user_?name|login|e-?mail|slug|sku|handle)");
    private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{[^}]+}");

    private final Node document;
    private final Draft draft;
    private final Naming names = new Naming();
    private final Samples samples = new Samples(this::resolved, Samples.Fields.REQUIRED);
    private final Samples complete = new Samples(this::resolved, Samples.Fields.WRITABLE);
    private final Samples answers = new Samples(this::resolved, Samples.Fields.ALL);
    private final List<Request> requests = new ArrayList<>();

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
        made.flows();
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

    /** Each item with its requests becomes a flow, and so does every other operation. */
    private void flows() {
        Items items = new Items(draft, requests, any -> true);
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
        answer(request, operation.at("responses"));
        if (request.target.contains("${")) {
            request.declined = 404;
        }
        secure(request, operation);
        if (request.method.equals("DELETE")) {
            request.decisions.add("this operation deletes.");
        }
        requests.add(request);
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
            case "body" -> json(request, bodies(request).of(parameter.at("schema")));
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
                            .map(one -> bodies(request)
                                    .writable(
                                            each.getValue().at("schema"),
                                            resolved(one).at("value").value()))
                            .orElseGet(() -> bodies(request).of(each.getValue().at("schema")))
                    : bodies(request).writable(each.getValue().at("schema"), example.value());
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

    /** If no path contains the changed item, the body identifies it. */
    private Samples bodies(Request request) {
        return request.method.equals("PUT") && !request.target.contains("{") ? complete : samples;
    }

    /** A JSON body; fields that are probably unique have a different value for each item. */
    private void json(Request request, @Nullable Object sample) {
        Object value = Bodies.literal(sample);
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

    private void answer(Request request, Node responses) {
        List<String> successes = responses.fields().keySet().stream()
                .filter(status -> status.matches("2\\d\\d"))
                .sorted()
                .toList();
        if (successes.isEmpty()) {
            return;
        }
        request.status = successes.size() == 1 ? successes.getFirst() : "200..299";
        for (String status : successes) {
            Node response = resolved(responses.fields().getOrDefault(status, new Node(null)));
            Stream.concat(response.at("content").fields().values().stream(), Stream.of(response))
                    .filter(content -> content.at("schema").isMap()
                            || !content.at("example").isMissing())
                    .findFirst()
                    .ifPresent(content -> Samples.fields(
                                    content.at("schema").isMap()
                                            ? answers.of(content.at("schema"))
                                            : content.at("example").value())
                            .forEach(request.reply::putIfAbsent));
            response.at("headers").fields().keySet().stream()
                    .filter(Items.LOCATION::equalsIgnoreCase)
                    .forEach(name -> request.reply.putIfAbsent(Items.LOCATION, Map.of("header", name)));
        }
    }

    private void secure(Request request, Node operation) {
        Node needs = operation.at("security").isMissing() ? document.at("security") : operation.at("security");
        if (needs.elements().stream().anyMatch(need -> need.fields().isEmpty())) {
            return;
        }
        Set<String> schemes = needs.elements().stream()
                .findFirst()
                .map(need -> need.fields().keySet())
                .orElse(Set.of());
        for (String scheme : schemes) {
            Node declared = document.at("components", "securitySchemes", scheme);
            Node how = resolved(declared.isMap() ? declared : document.at("securityDefinitions", scheme));
            String name = how.text("name");
            switch (how.text("type") + " " + how.text("in")) {
                case "apiKey query" -> {
                    boolean isMore = request.target.contains("?");
                    request.target += (isMore ? "&" : "?") + name + "=" + credential(name);
                }
                case "apiKey cookie" -> request.headers.put("Cookie", name + "=" + credential(name));
                case "apiKey header" -> request.headers.put(name, credential(name));
                default -> {
                    if (how.text("type").equals("basic") || how.text("scheme").equalsIgnoreCase("basic")) {
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
}
