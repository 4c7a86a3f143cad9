// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.contract.ApiDocument;
import org.plateaubench.web.contract.Fuzzer;
import org.plateaubench.web.http.Json;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.runs.StoredRuns;
import org.plateaubench.web.studies.RealStudy;

/** The document of the API is true: generic tools take it, it names every route, and the console keeps it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiTest {
    private static final long SEED = 20_261_121;
    /** How often each operation is called by whom. */
    private static final Map<String, Integer> CALLS = Map.of("viewer", 2, "operator", 2, "admin", 6);

    /** No SUT runs here, and the documentation of the plugin has no picture. */
    private static final Set<String> WITHOUT_A_SUBJECT = Set.of(
            "GET /api/v1/plugins/{id}/documentation",
            "GET /api/v1/plugins/{id}/documentation/images/{path}",
            "GET /api/v1/rig/suts/{name}",
            "GET /api/v1/rig/suts/{name}/log");

    private static final String RUN_FILE = """
            run: { name: spinning }
            phases: { rampUp: 300ms, steady: 1500ms, rampDown: 200ms }
            workloads: { spin: { plugin: proving/null, load: { users: 2, think: { fixed: 5ms } } } }
            """;

    private static final int ANONYMOUS_CALLS = 1;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final TestConsole console;
    private TestConsole.Client admin;
    private String text = "";

    OpenApiTest(@TempDir Path folder) throws Exception {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        StoredRuns.finished(runs, StoredRuns.id(1, "one"));
        StoredRuns.finished(runs, StoredRuns.id(2, "two"));
        StoredRuns.killed(runs, StoredRuns.id(3, "killed"));
        Files.writeString(Files.createDirectories(folder.resolve("files")).resolve("spinning.yaml"), RUN_FILE);
        RealStudy.begin(folder).carryOut();
        console = TestConsole.start(Installation.of(PluginCatalog.of(new ProvingPlugin())), folder);
        admin = console.anonymous();
    }

    @BeforeAll
    void readTheDocument() throws IOException, InterruptedException {
        admin = console.admin();
        // What is queued is done by a process that fails at once.
        admin.send("POST", RouteTable.API + "/queue/pause", null).expect(200);
        admin.send("POST", RouteTable.API + "/queue", Json.mapper().writeValueAsString(Map.of("text", RUN_FILE)))
                .expect(201);
        text = admin.get(RouteTable.API + "/openapi.json").expect(200).text();
    }

    /** What is looked at but was never there. */
    private List<String> unread(Fuzzer fuzzer) {
        return new ApiDocument(text)
                .operations().stream()
                        .map(Object::toString)
                        .filter(operation ->
                                operation.startsWith("GET ") && !fuzzer.done().contains(operation))
                        .toList();
    }

    @AfterAll
    void close() {
        console.close();
        http.close();
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
    void noSchemaHoldsAWordThatIsNone() {
        assertThat(new ApiDocument(text).strangeWords()).isEmpty();
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
                .allSatisfy(operation -> assertThat(operation.parameters().stream()
                                .filter(parameter -> parameter.in().equals("query"))
                                .map(ApiDocument.Parameter::name))
                        .as(operation.toString())
                        .containsExactlyInAnyOrderElementsOf(taken.get(operation.toString())));
    }

    @Test
    void anEmptyBodyLacksWhatTheDocumentRequiresAndNothingElse() throws IOException, InterruptedException {
        ApiDocument document = new ApiDocument(text);
        int asked = 0;
        for (ApiDocument.Operation operation : document.operations()) {
            Set<String> required = document.requiredOfBody(operation);
            if (!required.isEmpty()) {
                String path = document.base() + operation.path().replace("{path}", "new.yaml");
                TestConsole.Answer answer =
                        admin.send(operation.method(), path, "{}").expect(422);
                Set<String> lacking = new TreeSet<>();
                answer.json()
                        .path("problems")
                        .forEach(problem -> lacking.add(problem.path("path").asString()));
                assertThat(lacking).as(operation.toString()).isEqualTo(required);
                asked++;
            }
        }
        assertThat(asked).isGreaterThanOrEqualTo(10);
    }

    @Test
    void whateverIsSentTheAnswerIsOneThatTheDocumentPromises() throws IOException, InterruptedException {
        Fuzzer fuzzer = new Fuzzer(new ApiDocument(text), console.address(), http, SEED);
        fuzzer.askFor(Map.of("name", List.of("one", "spinning")));
        for (String role : List.of("viewer", "operator", "admin")) {
            String token = admin.send(
                            "POST",
                            RouteTable.API + "/tokens",
                            "{\"name\":\"fuzzer-" + role + "\",\"role\":\"" + role + "\",\"expiresInDays\":1}")
                    .expect(201)
                    .json()
                    .get("token")
                    .asString();
            fuzzer.call(Map.of("Authorization", "Bearer " + token), Objects.requireNonNull(CALLS.get(role)));
        }
        fuzzer.call(Map.of(), ANONYMOUS_CALLS);
        assertThat(fuzzer.faults()).isEmpty();
        assertThat(unread(fuzzer)).isSubsetOf(WITHOUT_A_SUBJECT);
        assertThat(fuzzer.statuses()).as("not only refusals").containsKeys("200", "401", "403", "404", "422");
    }
}
