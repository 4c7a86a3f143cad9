// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.runs.RealStudy;
import org.plateaubench.web.runs.StoredRuns;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document is valid, lists every route, and matches the answers of the console. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiTest {
    /** Operations without success here: no SUT runs, the plugin has no pages, and a stream needs a special header. */
    private static final Set<String> NO_SUBJECT = Set.of(
            "GET /api/v1/plugins/{id}/documentation",
            "GET /api/v1/plugins/{id}/documentation/images/{path}",
            "GET /api/v1/rig/suts/{name}",
            "GET /api/v1/rig/suts/{name}/log",
            "GET /api/v1/runs/{id}/live",
            "GET /api/v1/stream");

    private static final String RUN_FILE = StoredRuns.runFile("spinning", "1500ms");
    private static final Pattern PARAMETER = Pattern.compile("([a-z-]+)/\\{(\\w+)}");
    private static final String ONE = StoredRuns.id(1, "one");

    private final TestConsole console;
    private final RealStudy study;
    private TestConsole.Client admin;
    private String item = "";
    private String text = "";

    OpenApiTest(@TempDir Path folder) throws Exception {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        StoredRuns.finished(runs, ONE);
        StoredRuns.finished(runs, StoredRuns.id(2, "two"));
        StoredRuns.killed(runs, StoredRuns.id(3, "killed"));
        Files.writeString(Files.createDirectories(folder.resolve("files")).resolve("spinning.yaml"), RUN_FILE);
        study = RealStudy.begin(folder, 1).carryOut();
        console = TestConsole.start(folder);
        admin = console.anonymous();
    }

    @BeforeAll
    void readTheDocument() throws IOException, InterruptedException {
        admin = console.admin();
        // The process of a queued run would fail at once.
        admin.send("POST", RouteTable.API + "/queue/pause", null).expect(200);
        item = admin.submit(Map.of("text", RUN_FILE)).get("id").asString();
        text = admin.text(RouteTable.API + "/openapi.json");
    }

    @AfterAll
    void close() {
        console.close();
    }

    @Test
    void openApiParserReportsNoProblems() {
        ParseOptions options = new ParseOptions();
        options.setResolve(true);
        SwaggerParseResult parsed = new OpenAPIV3Parser().readContents(text, null, options);
        assertThat(parsed.getMessages()).isEmpty();
        assertThat(parsed.getOpenAPI().getPaths()).isNotEmpty();
    }

    @Test
    void documentMatchesRoutesAndQueryParameters() {
        Map<String, List<String>> routes = new TreeMap<>();
        for (RouteTable.Route route : console.console().table().routes()) {
            if (route.path().startsWith(RouteTable.API + "/")
                    || List.of("/metrics", "/healthz").contains(route.path())) {
                routes.put(route.method() + " " + route.path().replace('<', '{').replace('>', '}'), route.parameters());
            }
        }
        List<ApiDocument.Operation> operations = new ApiDocument(text).operations();
        assertThat(operations).extracting(Object::toString).containsExactlyInAnyOrderElementsOf(routes.keySet());
        assertThat(operations)
                .filteredOn(operation -> operation.method().equals("GET"))
                .allSatisfy(operation -> assertThat(operation.queryParameters())
                        .as(operation.toString())
                        .containsExactlyInAnyOrderElementsOf(routes.get(operation.toString())));
    }

    @Test
    void bodyWithoutRequiredPropertyIsRefused() throws IOException, InterruptedException {
        ApiDocument document = new ApiDocument(text);
        int requests = 0;
        for (ApiDocument.Operation operation : document.operations()) {
            String path = operation.path().replace("{path}", "new.yaml");
            Map<String, Object> required = document.requiredOfBody(operation);
            for (String left : required.keySet()) {
                Map<String, Object> body = new TreeMap<>(required);
                body.remove(left);
                JsonNode answer = admin.send(
                                operation.method(), path, JsonMapper.shared().writeValueAsString(body))
                        .expect(422)
                        .json();
                assertThat(answer.at("/problems/0/message").asString())
                        .as(operation + " " + answer)
                        .isEqualTo(left + " is missing");
                requests++;
            }
        }
        assertThat(requests).isGreaterThanOrEqualTo(15);
    }

    /** Each operation is called without a user, by a viewer and by an administrator, with and without its arguments. */
    @Test
    void everyAnswerMatchesDocument() throws IOException, InterruptedException {
        ApiDocument document = new ApiDocument(text);
        TestConsole.Client vera = console.user(admin, "vera", "viewer");
        TestConsole.Client program = admin.program("admin");
        List<String> faults = new ArrayList<>();
        Set<String> done = new TreeSet<>();
        Set<Integer> statuses = new TreeSet<>();
        for (TestConsole.Client caller : List.of(console.anonymous(), vera, program)) {
            for (ApiDocument.Operation operation : document.operations()) {
                for (boolean isComplete : List.of(false, true)) {
                    TestConsole.Answer answer = call(caller, document, operation, isComplete);
                    String fault = document.fault(
                            operation,
                            answer.status(),
                            answer.header("Content-Type"),
                            answer.response().body());
                    if (fault != null) {
                        faults.add(operation + ": " + fault);
                    }
                    statuses.add(answer.status());
                    if (answer.status() < 300) {
                        done.add(operation.toString());
                    }
                }
            }
        }
        assertThat(faults).isEmpty();
        assertThat(admin.text(RouteTable.API + "/runs"))
                .as("runs without a reference have no score")
                .contains("killed")
                .doesNotContain("\"score\"");
        assertThat(document.operations().stream()
                        .map(Object::toString)
                        .filter(operation -> operation.startsWith("GET ") && !done.contains(operation)))
                .isSubsetOf(NO_SUBJECT);
        assertThat(statuses).as("not only refusals").contains(200, 201, 401, 403, 404, 422);
    }

    /** Calls an operation; if complete, with ids that exist and with a valid query and body. */
    private TestConsole.Answer call(
            TestConsole.Client caller, ApiDocument document, ApiDocument.Operation operation, boolean isComplete)
            throws IOException, InterruptedException {
        Map<String, String> subjects = Map.of(
                "runs", ONE,
                "queue", item,
                "studies", study.id(),
                "users", "vera",
                "run-files", "spinning.yaml",
                "plugins", "proving",
                "files", "plan.json");
        String run = JsonMapper.shared().writeValueAsString(Map.of("text", RUN_FILE));
        Map<String, String> given = Map.of(
                "GET /api/v1/compare", "?run=" + ONE + "&run=" + StoredRuns.id(2, "two"),
                "GET /api/v1/history", "?name=one",
                "POST /api/v1/tokens", "{\"name\":\"t\",\"role\":\"viewer\"}",
                "POST /api/v1/queue", run,
                "POST /api/v1/validate", run,
                "POST /api/v1/users", "{\"name\":\"paul\",\"password\":\"0123456789\",\"role\":\"viewer\"}",
                "PATCH /api/v1/users/{name}", "{\"role\":\"viewer\"}",
                "PATCH /api/v1/runs/{id}", "{\"note\":\"n\"}",
                "POST /api/v1/runs/archive", "{\"ids\":[\"" + ONE + "\"],\"archived\":false}",
                "POST /api/v1/runs/delete", "{\"ids\":[\"none\"]}");
        String path = PARAMETER
                .matcher(operation.path())
                .replaceAll(
                        part -> part.group(1) + "/" + (isComplete ? subjects.getOrDefault(part.group(1), "x") : "x"));
        String input = isComplete ? given.getOrDefault(operation.toString(), "") : "";
        boolean isGet = operation.method().equals("GET");
        boolean hasBody = !operation.body().isEmpty();
        return caller.send(
                operation.method(), path + (isGet ? input : ""), hasBody ? (input.isEmpty() ? "{}" : input) : null);
    }

    /** An OpenAPI document as a generic client reads it. Not for several threads. */
    private static final class ApiDocument {
        private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

        /** Keywords whose value is a list of schemas. */
        private static final List<String> SEVERAL = List.of("allOf", "anyOf", "oneOf");

        /** Fields that an answer may lack; all others are present, null without a value. */
        private static final Set<String> OPTIONAL = Set.of("problems", "yaml", "runNanos");

        private final JsonNode tree;
        private final Map<JsonNode, Schema> schemas = new HashMap<>();

        /** The document of a text. */
        ApiDocument(String json) {
            this.tree = JsonMapper.shared().readTree(json);
        }

        /**
         * One operation.
         *
         * @param method method of HTTP, in capitals
         * @param path path below the server's address, with names in braces
         * @param queryParameters names of the parameters in the query
         * @param body schema of the body by media type; empty without one
         * @param responses by status, resolved
         */
        record Operation(
                String method,
                String path,
                List<String> queryParameters,
                Map<String, JsonNode> body,
                Map<String, JsonNode> responses) {
            @Override
            public String toString() {
                return method + " " + path;
            }
        }

        /** Every operation. */
        List<Operation> operations() {
            List<Operation> operations = new ArrayList<>();
            for (Map.Entry<String, JsonNode> path : tree.path("paths").properties()) {
                for (Map.Entry<String, JsonNode> entry : path.getValue().properties()) {
                    if (METHODS.contains(entry.getKey())) {
                        operations.add(operation(entry.getKey(), path.getKey(), path.getValue(), entry.getValue()));
                    }
                }
            }
            return operations;
        }

        /** A value for each property that the body of an operation must have; empty without a body of JSON. */
        Map<String, Object> requiredOfBody(Operation operation) {
            Map<String, Object> required = new TreeMap<>();
            JsonNode schema = operation.body().get("application/json");
            if (schema != null) {
                JsonNode body = resolve(schema);
                body.path("required")
                        .forEach(name ->
                                required.put(name.asString(), value(body.at("/properties/" + name.asString()))));
            }
            return required;
        }

        private Object value(JsonNode property) {
            JsonNode schema = resolve(property);
            if (schema.has("enum")) {
                return schema.at("/enum/0").asString();
            }
            return switch (schema.path("type").asString()) {
                case "array" -> List.of();
                case "boolean" -> false;
                default -> "text";
            };
        }

        private Operation operation(String method, String path, JsonNode item, JsonNode operation) {
            List<String> parameters = new ArrayList<>();
            for (JsonNode list : List.of(item.path("parameters"), operation.path("parameters"))) {
                for (JsonNode reference : list) {
                    JsonNode parameter = resolve(reference);
                    if (parameter.path("in").asString().equals("query")) {
                        parameters.add(parameter.path("name").asString());
                    }
                }
            }
            JsonNode body = resolve(operation.path("requestBody"));
            Map<String, JsonNode> content = new HashMap<>();
            body.path("content")
                    .properties()
                    .forEach(entry ->
                            content.put(entry.getKey(), entry.getValue().path("schema")));
            Map<String, JsonNode> responses = new HashMap<>();
            operation
                    .path("responses")
                    .properties()
                    .forEach(entry -> responses.put(entry.getKey(), resolve(entry.getValue())));
            return new Operation(method.toUpperCase(Locale.ROOT), path, parameters, content, responses);
        }

        /** The target of a reference; the node itself if it is not a reference. */
        private JsonNode resolve(JsonNode node) {
            JsonNode resolved = node;
            while (resolved.path("$ref").isString()) {
                resolved = tree.at(resolved.path("$ref").asString().substring(1));
            }
            return resolved;
        }

        /** The problem of an answer according to this document; null if there is none. */
        @Nullable
        String fault(Operation operation, int status, @Nullable String contentType, byte[] body) {
            JsonNode response = operation.responses().get(Integer.toString(status));
            if (response == null && status >= 400) {
                response = operation.responses().get("default");
            }
            if (status >= 500 && status != 503) {
                return "status " + status;
            }
            if (response == null) {
                return "status " + status + " is not documented";
            }
            JsonNode content = response.path("content");
            if (content.isEmpty()) {
                return body.length == 0 ? null : "status " + status + " is documented without a body, but has one";
            }
            String type = contentType == null ? "" : contentType.split(";", 2)[0].strip();
            JsonNode media = content.path(type);
            if (media.isMissingNode()) {
                return "status " + status + " has the undocumented content type '" + type + "'";
            }
            return type.endsWith("json") ? wrong(media.path("schema"), body) : null;
        }

        private @Nullable String wrong(JsonNode schema, byte[] body) {
            if (schema.isMissingNode()) {
                return null;
            }
            JsonNode value;
            try {
                value = JsonMapper.shared().readTree(body);
            } catch (tools.jackson.core.JacksonException e) {
                return "no JSON: " + e.getOriginalMessage();
            }
            List<String> errors = schemas.computeIfAbsent(schema, this::compile).validate(value).stream()
                    .map(Object::toString)
                    .limit(3)
                    .toList();
            return errors.isEmpty() ? null : "violates its schema: " + errors;
        }

        /**
         * A schema of OpenAPI 3.1 is one of JSON Schema 2020-12, whose references point into the document. The objects
         * of an answer have all fields that their schemas name, and no others.
         */
        private Schema compile(JsonNode schema) {
            ObjectNode root = JsonMapper.shared().createObjectNode();
            root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
            JsonNode components = tree.path("components").deepCopy();
            components.path("schemas").forEach(this::closeParts);
            root.set("components", components);
            JsonNode answer = schema.deepCopy();
            close(answer);
            root.putArray("allOf").add(answer);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(root);
        }

        /** Closes a schema where it is used: a reference may be part of an object with more fields elsewhere. */
        private void close(JsonNode schema) {
            if (schema instanceof ObjectNode use) {
                closeParts(use);
                if (namesFields(use) && !use.has("additionalProperties")) {
                    use.put("unevaluatedProperties", false);
                }
            }
        }

        private void closeParts(JsonNode schema) {
            if (schema instanceof ObjectNode named && named.has("properties")) {
                ArrayNode required = named.putArray("required");
                named.path("properties").propertyNames().stream()
                        .filter(field -> !OPTIONAL.contains(field))
                        .forEach(required::add);
            }
            schema.path("properties").forEach(this::close);
            schema.path("prefixItems").forEach(this::close);
            close(schema.path("items"));
            close(schema.path("additionalProperties"));
            for (String several : SEVERAL) {
                schema.path(several).forEach(this::closeParts);
            }
        }

        private boolean namesFields(JsonNode schema) {
            return schema.has("properties")
                    || (schema.has("$ref") && namesFields(resolve(schema)))
                    || SEVERAL.stream()
                            .anyMatch(several ->
                                    schema.path(several).valueStream().anyMatch(this::namesFields));
        }
    }
}
