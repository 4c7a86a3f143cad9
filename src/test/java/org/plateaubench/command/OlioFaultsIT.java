// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.plateaubench.command.AlteringRelay.Alteration;
import tools.jackson.databind.JsonNode;

/** Faults of a web site or of the connection to it. Each is counted for the affected operation, by its class. */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN)
final class OlioFaultsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int STEADY_SECONDS = 10;
    /** The site is started again in it, and its users come back; or some of them write, on a busy machine too. */
    private static final int STEADY_LONG_ENOUGH_SECONDS = 18;

    @TempDir
    private Path folder = Path.of("");

    /** Of a site whose data is loaded once for two runs of as many users. */
    @TempDir
    private static Path shared = Path.of("");

    private static @Nullable OlioApplication site;

    @BeforeAll
    static void startSite() throws IOException {
        site = new OlioApplication(shared);
    }

    @AfterAll
    static void endSite() {
        if (site != null) {
            site.close();
        }
    }

    private static String runFile(int port, int users, int steadySeconds) {
        return """
            run: { name: olio-fault, seed: 42 }
            phases: { rampUp: 4s, steady: %ds, rampDown: 1s }
            suts:
              site: { service: olio, mode: external, url: "http://127.0.0.1:%d", harnessToken: "${env:OLIO_TOKEN}" }
            workloads:
              site:
                plugin: olio
                sut: site
                load: { users: %d }
                timeout: 4s
                parameters: { profile: modern }
            """.formatted(steadySeconds, port, users);
    }

    private LaunchedPlateau started(int port, int users) throws IOException {
        return started(port, users, STEADY_SECONDS);
    }

    private LaunchedPlateau started(int port, int users, int steadySeconds) throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), runFile(port, users, steadySeconds));
        return Quickstart.startFile(folder, Map.of("OLIO_TOKEN", OlioApplication.TOKEN), file);
    }

    @Test
    void eachAlteredAnswerIsCountedForItsOperationByItsClass() throws Exception {
        try (AlteringRelay relay =
                        new AlteringRelay(Objects.requireNonNull(site).port());
                LaunchedPlateau launched = started(relay.port(), 60)) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            relay.alter("GET /(search|tags)\\b", Alteration.SERVER_ERROR, 4);
            relay.alter("GET /events/\\d+ ", Alteration.WRONG_CONTENT, 4);
            relay.alter("GET / ", Alteration.TRUNCATED, 6);
            relay.alter("POST /login ", Alteration.STALL, 4);

            // 2 where the machine was too busy for the harness to keep its times, which are not what is asked here.
            assertThat(launched.awaitExit(PATIENCE)).as(launched.everything()).isIn(1, 2);

            for (Alteration alteration : Alteration.values()) {
                assertThat(relay.altered(alteration)).as(alteration.name()).isPositive();
            }
            String errors = run.text("errors.ndjson");
            // A page that an operation goes through on its way to another one is that operation's as well.
            assertThat(operations(run, "status-500")).as(errors).containsExactly("tagSearch");
            assertThat(operations(run, "truncated"))
                    .as(errors)
                    .contains("homePage")
                    .doesNotContain("tagSearch", "personDetail");
            assertThat(operations(run, "timeout")).as(errors).contains("login");
            // Elsewhere it is what follows a sign-in that the site has taken and the user gave up.
            assertThat(operations(run, "wrong-content")).as(errors).contains("eventDetail");
            assertThat(errors).contains("is a different one", "answered 500", "ended within the response");
            assertThat(count(run, "status-500")).isBetween(1L, (long) relay.altered(Alteration.SERVER_ERROR));
            assertThat(reconciliations(run))
                    .hasSizeGreaterThanOrEqualTo(6)
                    .allSatisfy(row -> assertThat(row.path("met").asBoolean())
                            .as(row.toString())
                            .isTrue());
        }
    }

    @Test
    void aSiteThatIsKilledAndStartedAgainCostsWhatWasUnderWayAndTheUsersComeBack() throws Exception {
        try (OlioApplication killed = new OlioApplication(folder);
                LaunchedPlateau launched = started(killed.port(), 50, STEADY_LONG_ENOUGH_SECONDS)) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            killed.kill();
            Await.until(PATIENCE, launched::everything, () -> !errorClasses(run).isEmpty());
            killed.startAgain();

            // 2 where the machine was too busy for the harness to keep its times, which are not what is asked here.
            assertThat(launched.awaitExit(PATIENCE)).as(launched.everything()).isIn(1, 2);

            assertThat(errorClasses(run))
                    .as(run.text("errors.ndjson"))
                    .isNotEmpty()
                    // Sessions end with the application: who was signed in no longer is.
                    .isSubsetOf(
                            "connect",
                            "connection-lost",
                            "connect-refused",
                            "connect-failed",
                            "timeout",
                            "truncated",
                            "not-logged-in");
            assertThat(run.json("result.json").path("status").asString()).isEqualTo("completed");
            assertThat(run.json("result.json").path("reconciliation"))
                    .as(launched.everything())
                    .hasSizeGreaterThanOrEqualTo(6)
                    .allSatisfy(row -> {
                        boolean isLost = row.path("lost").asBoolean();
                        // What is found one by one is there, whichever life of the site took it.
                        boolean isThere = row.path("what").asString().startsWith("sampled") && !isLost;
                        assertThat(row.path("state").asString())
                                .isEqualTo(isLost ? "violated" : isThere ? "ok" : "not-tested");
                        assertThat(row.path("reason").asString()).contains(isLost || isThere ? "" : "was restarted");
                    });
            List<JsonNode> intervals = run.lines("intervals.ndjson");
            long ok = 0;
            for (JsonNode interval : intervals.subList(intervals.size() - 4, intervals.size())) {
                for (JsonNode line : interval.path("workloads").path(0).path("lines")) {
                    ok += line.path("ok").asLong();
                }
            }
            assertThat(ok).as(launched.everything()).isPositive();
        }
    }

    @Test
    void whatTheSiteKeptAndLostIsMissed() throws Exception {
        OlioApplication asked = Objects.requireNonNull(site);
        try (LaunchedPlateau launched = started(asked.port(), 60, STEADY_LONG_ENOUGH_SECONDS)) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            JsonNode loaded = asked.ask("GET", "counts");
            // Of one row alone the answer may come too late for its user, who then does not know of it.
            Await.until(PATIENCE, launched::everything, () -> kept(asked.ask("GET", "counts")) >= kept(loaded) + 3);
            boolean isAttended = asked.ask("GET", "counts").path("attendances").asLong()
                    > loaded.path("attendances").asLong();
            // Takes away what users have written so far, while they go on. The site gives the numbers of lost persons
            // and
            // events to later ones, so that only their sums are sure to miss them; attendances have no numbers.
            asked.ask("POST", "reset");

            // 2 where the machine was too busy for the harness to keep its times, which are not what is asked here.
            assertThat(launched.awaitExit(PATIENCE)).as(launched.everything()).isIn(1, 2);

            List<JsonNode> missed = new ArrayList<>();
            for (JsonNode row : run.json("result.json").path("reconciliation")) {
                if (row.path("found").asLong() + row.path("uncertain").asLong()
                        < row.path("expected").asLong()) {
                    missed.add(row);
                }
            }
            assertThat(missed)
                    .as(launched.everything())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.path("state").asString()).isEqualTo("violated"));
            if (isAttended) {
                assertThat(missed).anyMatch(row -> row.path("what").asString().startsWith("sampled attendances"));
            }
        }
    }

    /** Rows of what users write. */
    private static long kept(JsonNode counts) {
        return counts.path("users").asLong()
                + counts.path("events").asLong()
                + counts.path("attendances").asLong();
    }

    private static Set<String> errorClasses(RunFolder run) {
        Set<String> classes = new TreeSet<>();
        run.lines("errors.ndjson")
                .forEach(error -> classes.add(error.path("errorClass").asString()));
        return classes;
    }

    /** Operations that an error of a class was counted for; the way in, which is not an operation, left out. */
    private static Set<String> operations(RunFolder run, String errorClass) {
        Set<String> operations = new TreeSet<>();
        for (JsonNode error : run.lines("errors.ndjson")) {
            if (error.path("errorClass").asString().equals(errorClass)) {
                operations.add(error.path("operation").asString());
            }
        }
        return operations;
    }

    /** Lines of one error add up over the run; the last of them holds all. */
    private static long count(RunFolder run, String errorClass) {
        Map<String, Long> counts = new TreeMap<>();
        for (JsonNode error : run.lines("errors.ndjson")) {
            if (error.path("errorClass").asString().equals(errorClass)) {
                String key = error.path("operation").asString() + error.path("message");
                counts.merge(key, error.path("count").asLong(), Math::max);
            }
        }
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static List<JsonNode> reconciliations(RunFolder run) {
        return run.lines("events.ndjson").stream()
                .filter(event -> event.path("type").asString().equals("reconciliation"))
                .map(event -> event.path("details"))
                .toList();
    }
}
