// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.contract.ApiDocument;
import org.plateaubench.web.contract.Fuzzer;
import org.plateaubench.web.http.Json;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.runs.StoredRuns;
import org.plateaubench.web.studies.RealStudy;
import tools.jackson.databind.JsonNode;

/**
 * Three roles send each operation more than a hundred requests, valid and invalid ones, about runs, items of the queue,
 * run files, accounts and tokens that exist or do not exist. No answer is a failure of the server, no run disappears
 * without a request to delete it, and none changes without a request of a user who may change it.
 */
@Tag("slow")
@Timeout(1_800)
final class FuzzedRequestsTest {
    private static final long SEED = 20_261_123;
    private static final Map<String, Integer> CALLS = Map.of("viewer", 34, "operator", 34, "admin", 36);
    private static final int LEAST_CALLS = 100;
    private static final int RUNS = 34;
    private static final int GOING = 6;
    /** As fast as the console's clock goes, so that nobody asks too often. */
    private static final int FASTER = 60;

    /**
     * What a token may not do, what needs a password, a digest or the documentation of a plugin, SUTs, of
     * which none may be started here.
     */
    private static final Set<String> ONLY_REFUSED = Set.of(
            "GET /api/v1/plugins/{id}/documentation",
            "GET /api/v1/plugins/{id}/documentation/images/{path}",
            "GET /api/v1/rig/suts/{name}",
            "GET /api/v1/rig/suts/{name}/log",
            "POST /api/v1/rig/suts",
            "POST /api/v1/rig/suts/{name}/clear",
            "POST /api/v1/rig/suts/{name}/stop",
            "POST /api/v1/session",
            "POST /api/v1/tokens",
            "PUT /api/v1/session/password");

    private static final String STUDY = "study.yaml";

    private static final String RUN_FILE = """
            run: { name: spinning }
            phases: { rampUp: 300ms, steady: 1500ms, rampDown: 200ms }
            workloads: { spin: { plugin: proving/null, load: { users: 2, think: { fixed: 5ms } } } }
            """;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final List<Process> owners = new ArrayList<>();
    private TestConsole console;
    private TestConsole.Client admin;
    private Path runs;

    @BeforeEach
    void fill() throws Exception {
        runs = Files.createDirectories(folder.resolve("runs"));
        for (int i = 0; i < RUNS; i++) {
            Path run = StoredRuns.finished(runs, StoredRuns.id(i, "one"));
            RunAnnotation.NONE.withStartedBy(i % 2 == 0 ? "olga" : "oscar").write(RunFolder.of(run));
        }
        for (int i = RUNS; i < RUNS + GOING; i++) {
            // One that does not end when it is asked to, so that there is something to abort after that.
            Process owner = new ProcessBuilder("sh", "-c", "trap '' INT TERM; exec sleep 3600").start();
            owners.add(owner);
            StoredRuns.running(runs, StoredRuns.id(i, "going"), owner.toHandle());
        }
        RealStudy.begin(folder).carryOut();
        Path files = Files.createDirectories(folder.resolve("files"));
        for (int i = 0; i < 8; i++) {
            Files.writeString(files.resolve("file-" + i + ".yaml"), RUN_FILE);
        }
        Files.writeString(files.resolve(STUDY), """
                study: { name: spinning }
                run: file-0.yaml
                factors: { users: [1, 2] }
                """);
        Instant begin = Instant.now();
        long nanos = System.nanoTime();
        InstantSource clock = () -> begin.plusNanos(FASTER * (System.nanoTime() - nanos));
        ConsoleOptions options = TestConsole.options(folder);
        console = TestConsole.start(Installation.of(PluginCatalog.of(new ProvingPlugin())), options, clock);
        admin = console.admin();
        admin.send("POST", RouteTable.API + "/queue/pause", null).expect(200);
        for (String name : List.of("olga", "oscar")) {
            TestConsole.Client operator = console.user(admin, name, "operator");
            // More than a queue that a request resumes carries out before the others are withdrawn.
            for (int i = 0; i < 20; i++) {
                operator.send("POST", RouteTable.API + "/queue", text(Map.of("text", RUN_FILE)))
                        .expect(201);
            }
            token(operator, "viewer");
        }
        for (int i = 0; i < 8; i++) {
            console.user(admin, "victim-" + i, "viewer");
        }
    }

    @AfterEach
    void close() {
        owners.forEach(Process::destroyForcibly);
        console.close();
        http.close();
    }

    private static String text(Object value) {
        return Json.mapper().writeValueAsString(value);
    }

    private static JsonNode token(TestConsole.Client owner, String role) throws IOException, InterruptedException {
        return owner.send(
                        "POST",
                        RouteTable.API + "/tokens",
                        text(Map.of("name", "fuzzer", "role", role, "expiresInDays", 1)))
                .expect(201)
                .json();
    }

    @Test
    void whoeverSendsWhateverLosesNoRunAndChangesNoneThatMayNotBeChanged() throws Exception {
        ApiDocument document =
                new ApiDocument(admin.get(RouteTable.API + "/openapi.json").text());
        Fuzzer fuzzer = new Fuzzer(document, console.address(), http, SEED);
        Map<String, String> tokens = new TreeMap<>();
        Set<String> spared = new HashSet<>(Set.of(TestConsole.ADMIN));
        for (String role : CALLS.keySet()) {
            TestConsole.Client caller = console.user(admin, "fuzzer-" + role, role);
            JsonNode token = token(caller, role);
            tokens.put(role, token.get("token").asString());
            spared.add("fuzzer-" + role);
            spared.add(token.get("id").asString());
        }
        fuzzer.actOnWhatIsThere(
                spared,
                Map.of(
                        "text", List.of(RUN_FILE),
                        "path", List.of(STUDY),
                        "plugin", List.of("proving"),
                        "workload", List.of("null")));
        fuzzer.askFor(Map.of("name", List.of("one", "spinning", "spun")));
        Map<String, String> before = contents(runs);
        Map<String, String> files = contents(folder.resolve("files"));
        for (String role : List.of("viewer", "operator", "admin")) {
            fuzzer.call(Map.of("Authorization", "Bearer " + tokens.get(role)), CALLS.getOrDefault(role, 0));
            if (role.equals("viewer")) {
                assertThat(contents(runs)).as("a viewer, seed " + SEED).isEqualTo(before);
                assertThat(contents(folder.resolve("files"))).isEqualTo(files);
            }
        }
        assertThat(fuzzer.faults()).as("seed " + SEED).isEmpty();
        assertThat(fuzzer.calls())
                .as("seed " + SEED)
                .allSatisfy(
                        (operation, calls) -> assertThat(calls).as(operation).isGreaterThanOrEqualTo(LEAST_CALLS));
        List<String> operations =
                document.operations().stream().map(Object::toString).toList();
        assertThat(fuzzer.calls()).containsOnlyKeys(operations);
        assertThat(operations.stream().filter(operation -> !fuzzer.done().contains(operation)))
                .as("operations that were only refused, seed " + SEED)
                .isSubsetOf(ONLY_REFUSED);
        Named named = named(fuzzer.changes());
        assertThat(named.deleted()).as("not only refusals").isNotEmpty();
        assertThat(named.changed()).as("not only refusals").isNotEmpty();
        runsAreAsTheyWereSaidToBe(before, named);
        filesAreAsTheyWereSaidToBe(files, fuzzer.changes());
    }

    /** Runs that somebody who may has asked to delete, or to say something of, and that were said to be. */
    private record Named(Set<String> deleted, Set<String> changed) {}

    private static Named named(List<Fuzzer.Change> changes) {
        Named named = new Named(new TreeSet<>(), new TreeSet<>());
        for (Fuzzer.Change change : changes) {
            switch (change.operation()) {
                case "POST /api/v1/runs/delete" -> ids(change, named.deleted());
                case "POST /api/v1/runs/archive" -> ids(change, named.changed());
                case "PATCH /api/v1/runs/{id}", "POST /api/v1/runs/{id}/stop", "POST /api/v1/runs/{id}/abort" ->
                    named.changed().add(change.target().split("/", -1)[4]);
                default -> {}
            }
        }
        return named;
    }

    private static void ids(Fuzzer.Change change, Set<String> ids) {
        Json.mapper().readTree(change.answer()).get("done").forEach(id -> ids.add(id.asString()));
    }

    private void runsAreAsTheyWereSaidToBe(Map<String, String> before, Named named) throws IOException {
        Map<String, String> now = contents(runs);
        before.forEach((file, digest) -> {
            String run = file.split("/", 2)[0];
            if (named.deleted().contains(run)) {
                assertThat(now).doesNotContainKey(file);
            } else if (!file.endsWith("/" + StoredFile.ANNOTATION.fileName())
                    || !named.changed().contains(run)) {
                assertThat(now).as("seed " + SEED).containsEntry(file, digest);
            }
        });
        for (RunFolder run : RunFolder.list(runs)) {
            if (run.runId().contains("-one-")) {
                assertThat(RunAnnotation.read(run).startedBy()).as(run.runId()).isIn("olga", "oscar");
            }
        }
    }

    private void filesAreAsTheyWereSaidToBe(Map<String, String> before, List<Fuzzer.Change> changes)
            throws IOException {
        Map<String, String> now = contents(folder.resolve("files"));
        before.forEach((file, digest) -> {
            boolean asked = changes.stream()
                    .anyMatch(change -> change.operation().endsWith("/run-files/{path}")
                            && change.target().endsWith("/" + file));
            if (!asked) {
                assertThat(now).as("seed " + SEED).containsEntry(file, digest);
            }
        });
    }

    /** Every file below a folder, with what it holds. */
    private static Map<String, String> contents(Path top) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(top)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> !top.relativize(file).toString().startsWith("."))
                    .forEach(file -> contents.put(top.relativize(file).toString(), digest(file)));
        }
        return contents;
    }

    private static String digest(Path file) {
        try {
            return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
