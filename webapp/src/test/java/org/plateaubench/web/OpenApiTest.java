// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.contract.ApiDocument;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.runs.RealStudy;
import org.plateaubench.web.runs.StoredRuns;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The document of the API is true: generic tools take it, it names every route, and the console keeps it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiTest {
    /** No SUT runs here, the documentation of the plugin has no picture, and a stream needs a header of its own. */
    private static final Set<String> WITHOUT_A_SUBJECT = Set.of(
            "GET /api/v1/plugins/{id}/documentation",
            "GET /api/v1/plugins/{id}/documentation/images/{path}",
            "GET /api/v1/rig/suts/{name}",
            "GET /api/v1/rig/suts/{name}/log",
            "GET /api/v1/runs/{id}/live",
            "GET /api/v1/stream");

    private static final String RUN_FILE = """
            run: { name: spinning }
            phases: { rampUp: 300ms, steady: 1500ms, rampDown: 200ms }
            workloads: { spin: { plugin: proving/null, load: { users: 2, think: { fixed: 5ms } } } }
            """;

    private static final Pattern PARAMETER = Pattern.compile("([a-z-]+)/\\{(\\w+)}");
    private static final String ONE = StoredRuns.id(1, "one");

    private final TestConsole console;
    private final RealStudy study;
    private TestConsole.Client admin;
    private String item = "";
    private String text = "";

    OpenApiTest(@TempDir Path folder) throws Exception {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        StoredRuns.finished(runs, StoredRuns.id(1, "one"));
        StoredRuns.finished(runs, StoredRuns.id(2, "two"));
        StoredRuns.killed(runs, StoredRuns.id(3, "killed"));
        Files.writeString(Files.createDirectories(folder.resolve("files")).resolve("spinning.yaml"), RUN_FILE);
        study = RealStudy.begin(folder).carryOut();
        console = TestConsole.start(Installation.of(PluginCatalog.of(new ProvingPlugin())), folder);
        admin = console.anonymous();
    }

    @BeforeAll
    void readTheDocument() throws IOException, InterruptedException {
        admin = console.admin();
        // What is queued is done by a process that fails at once.
        admin.send("POST", RouteTable.API + "/queue/pause", null).expect(200);
        item = admin.send(
                        "POST",
                        RouteTable.API + "/queue",
                        JsonMapper.shared().writeValueAsString(Map.of("text", RUN_FILE)))
                .expect(201)
                .json()
                .get("id")
                .asString();
        text = admin.get(RouteTable.API + "/openapi.json").expect(200).text();
    }

    @AfterAll
    void close() {
        console.close();
    }

    @Test
    void aGenericParserHasNothingToSay() {
        ParseOptions options = new ParseOptions();
        options.setResolve(true);
        SwaggerParseResult parsed = new OpenAPIV3Parser().readContents(text, null, options);
        assertThat(parsed.getMessages()).isEmpty();
        assertThat(parsed.getOpenAPI().getPaths()).isNotEmpty();
    }

    @Test
    void noScoreIsToldOfRunsThatAreScoredAgainstNothing() throws IOException, InterruptedException {
        assertThat(admin.get(RouteTable.API + "/runs").expect(200).text())
                .contains("killed")
                .doesNotContain("\"score\"");
    }

    @Test
    void everyRouteIsInTheDocumentAndTheReverse() {
        Set<String> routes = new TreeSet<>();
        for (RouteTable.Route route : console.console().table().routes()) {
            if (route.path().startsWith(RouteTable.API + "/")
                    || List.of("/metrics", "/healthz").contains(route.path())) {
                routes.add(route.method() + " " + route.path().replace('<', '{').replace('>', '}'));
            }
        }
        assertThat(new ApiDocument(text).routes()).containsExactlyElementsOf(routes);
    }

    @Test
    void theDocumentNamesTheQueryParametersThatEachRouteTakes() {
        Map<String, List<String>> taken = new TreeMap<>();
        for (RouteTable.Route route : console.console().table().routes()) {
            taken.put(route.method() + " " + route.path().replace('<', '{').replace('>', '}'), route.parameters());
        }
        assertThat(new ApiDocument(text).operations())
                .filteredOn(operation -> operation.method().equals("GET"))
                .allSatisfy(operation -> assertThat(operation.queryParameters())
                        .as(operation.toString())
                        .containsExactlyInAnyOrderElementsOf(taken.get(operation.toString())));
    }

    @Test
    void bodyWithoutAPropertyThatTheDocumentRequiresIsRefused() throws IOException, InterruptedException {
        ApiDocument document = new ApiDocument(text);
        int asked = 0;
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
                asked++;
            }
        }
        assertThat(asked).isGreaterThanOrEqualTo(15);
    }

    /** Each operation is called by nobody, a viewer and an administrator, with and without what it needs. */
    @Test
    void everyAnswerIsAsTheDocumentPromises() throws IOException, InterruptedException {
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
        assertThat(document.operations().stream()
                        .map(Object::toString)
                        .filter(operation -> operation.startsWith("GET ") && !done.contains(operation)))
                .isSubsetOf(WITHOUT_A_SUBJECT);
        assertThat(statuses).as("not only refusals").contains(200, 201, 401, 403, 404, 422);
    }

    /** Calls an operation. One that is complete names what is there, and sends a valid query and body. */
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
}
