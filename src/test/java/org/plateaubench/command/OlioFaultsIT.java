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
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** A web site that is killed, and one that loses what it has acknowledged. */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN)
final class OlioFaultsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** The site is started again in it, and its users come back; or some of them write, on a busy machine too. */
    private static final int STEADY_SECONDS = 18;

    @TempDir
    private Path folder = Path.of("");

    private static String runFile(int port, int users) {
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
            """.formatted(STEADY_SECONDS, port, users);
    }

    private LaunchedPlateau started(int port, int users) throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), runFile(port, users));
        return Quickstart.startFile(folder, Map.of("OLIO_TOKEN", OlioApplication.TOKEN), file);
    }

    @Test
    void aSiteThatIsKilledAndStartedAgainCostsWhatWasUnderWayAndTheUsersComeBack() throws Exception {
        try (OlioApplication killed = new OlioApplication(folder);
                LaunchedPlateau launched = started(killed.port(), 50)) {
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
                        boolean isLost = row.path("state").asString().equals("violated");
                        // What is found one by one is there, whichever life of the site took it.
                        boolean isThere = row.path("what").asString().startsWith("sampled") && !isLost;
                        assertThat(row.path("state").asString())
                                .isEqualTo(isLost ? "violated" : isThere ? "ok" : "not-tested");
                        assertThat(row.path("reason").asString()).contains(isLost || isThere ? "" : "was restarted");
                    });
            List<JsonNode> intervals = run.intervals();
            long ok = 0;
            for (JsonNode interval : intervals.subList(intervals.size() - 4, intervals.size())) {
                for (JsonNode line : interval.path("workloads").path(0).path("lines")) {
                    ok += line.path("counts").path("ok").asLong();
                }
            }
            assertThat(ok).as(launched.everything()).isPositive();
        }
    }

    @Test
    void whatTheSiteKeptAndLostIsMissed() throws Exception {
        try (OlioApplication asked = new OlioApplication(folder);
                LaunchedPlateau launched = started(asked.port(), 60)) {
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
}
