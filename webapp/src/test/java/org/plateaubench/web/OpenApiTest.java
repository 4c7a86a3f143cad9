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
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.contract.ApiDocument;
import org.plateaubench.web.contract.Fuzzer;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.runs.StoredRuns;

/** The document of the API is true: generic tools take it, it names every route, and the console keeps it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiTest {
    private static final long SEED = 20_261_121;
    /** How often each operation is called by whom. */
    private static final Map<String, Integer> CALLS = Map.of("viewer", 2, "operator", 2, "admin", 4);

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
        console = TestConsole.start(folder);
        admin = console.anonymous();
    }

    @BeforeAll
    void readTheDocument() throws IOException, InterruptedException {
        admin = console.admin();
        text = admin.get(RouteTable.API + "/openapi.json").expect(200).text();
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
    void everyRouteIsInTheDocumentAndTheReverse() {
        Set<String> routes = new TreeSet<>();
        for (RouteTable.Route route : console.console().table().routes()) {
            if (route.path().startsWith(RouteTable.API + "/") || route.path().equals("/metrics")) {
                routes.add(route.method() + " " + route.path().replace('<', '{').replace('>', '}'));
            }
        }
        assertThat(new ApiDocument(text).routes()).containsExactlyElementsOf(routes);
    }

    @Test
    void whateverIsSentTheAnswerIsOneThatTheDocumentPromises() throws IOException, InterruptedException {
        Fuzzer fuzzer = new Fuzzer(new ApiDocument(text), console.address(), http, SEED);
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
        assertThat(fuzzer.statuses()).as("not only refusals").containsKeys("200", "401", "403", "404", "422");
    }
}
