// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/** The social-events workload against its own application: the one place where the whole is driven. */
@Tag("slow")
@Isolated("a harness that does not keep up makes its runs invalid")
final class OlioIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    /** Much faster than real users, so that less than half a minute has enough operations. */
    private static final double CYCLE_SECONDS = 0.75;
    /** By the matrix and the rules of signing in; docs/plugins/olio.md. */
    private static final double OPERATIONS_PER_SESSION = 9.78;

    private static final double SIGNED_IN = 0.9223;

    @TempDir
    private Path folder = Path.of("");

    /** Two scales at once, one of them on PostgreSQL. */
    private static final String SCALES = """
            run: { name: olio-scales, seed: 42 }
            phases: { rampUp: 5s, steady: 23s, rampDown: 1s }
            suts:
              db: { service: postgresql, mode: embedded, sharedBuffersMebibytes: 32, maxConnections: 40 }
              small: { service: olio, mode: embedded, heapMebibytes: 192, database: db }
              large: { service: olio, mode: embedded, heapMebibytes: 192 }
            workloads:
              small:
                plugin: olio
                sut: small
                load: { users: 20, cycle: { exponential: 750ms } }
                qos: { "*": ["p95 < 5s", "errors < 0.1%"] }
              large:
                plugin: olio
                sut: large
                load: { users: 40, cycle: { exponential: 750ms } }
                qos: { "*": ["p95 < 5s", "errors < 0.1%"] }
            """;

    @Test
    void ratesMixAndSessionsAreThoseOfTheModelAtEachScale() throws Exception {
        Path file = Files.writeString(folder.resolve("run.yaml"), SCALES);
        try (LaunchedPlateau launched = Quickstart.startFile(folder, Map.of(), file)) {
            int code = launched.awaitExit(PATIENCE);
            RunFolder run = RunFolder.only(Quickstart.runs(folder));
            assertThat(code)
                    .as(launched.everything() + run.lines("errors.ndjson"))
                    .isZero();
            JsonNode result = run.json("result.json");
            assertThat(result.path("workloads")).hasSize(2);
            double seconds = result.path("window").path("seconds").asDouble();
            for (JsonNode workload : result.path("workloads")) {
                isAtTheRateOfThePlan(workload, seconds);
                hasTheSessionsOfTheModel(workload);
                assertThat(workload.path("all").path("errorsByClass").size())
                        .as(workload.path("all").toString())
                        .isZero();
            }
            assertThat(result.path("audits")
                            .valueStream()
                            .filter(audit -> audit.path("rule").asString().equals("M18-mix"))
                            .map(audit -> audit.path("state").asString()))
                    .containsExactly("ok", "ok");
            assertThat(run.lines("events.ndjson").stream()
                            .filter(event -> event.path("type").asString().equals("reconciliation"))
                            .map(event -> event.path("details"))
                            .toList())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.path("met").asBoolean())
                            .as(row.toString())
                            .isTrue());
            assertThat(run.text("environment.json")).contains("PostgreSQL", "H2");
            assertThat(run.text("telemetry.ndjson")).contains("heapUsedBytes", "busyConnections");
        }
    }

    /** Within four standard deviations of a count of that size, which gaps that are nearly exponential give. */
    private static void isAtTheRateOfThePlan(JsonNode workload, double seconds) {
        double predicted = workload.path("users").path("configured").asInt() / CYCLE_SECONDS;
        double chance = 4 / Math.sqrt(predicted * seconds);
        assertThat(workload.path("metric").path("value").asDouble())
                .as(workload.path("name").asString())
                .isCloseTo(predicted, within(predicted * chance));
        assertThat(check(workload, "usersPerRate").path("value").asDouble())
                .as("users over rate")
                .isCloseTo(CYCLE_SECONDS, within(2 * CYCLE_SECONDS * chance));
    }

    /** Lengths of sessions vary about as much as they are long, and who is signed in stays so for some operations. */
    private static void hasTheSessionsOfTheModel(JsonNode workload) {
        JsonNode counters = workload.path("counters");
        double operations = workload.path("all").path("counts").path("intended").asDouble();
        double sessions = counters.path("sessions").asDouble();
        assertThat(operations / sessions)
                .as("operations per session of " + counters)
                .isCloseTo(OPERATIONS_PER_SESSION, within(4 * OPERATIONS_PER_SESSION / Math.sqrt(sessions)));
        double sigma = Math.sqrt(3 * SIGNED_IN * (1 - SIGNED_IN) / operations);
        assertThat(counters.path("signedIn").asDouble() / operations)
                .as("operations of signed-in users in " + counters)
                .isCloseTo(SIGNED_IN, within(4 * sigma));
    }

    private static JsonNode check(JsonNode workload, String name) {
        return workload.path("checks")
                .valueStream()
                .filter(check -> check.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
