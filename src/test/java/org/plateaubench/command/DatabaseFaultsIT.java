// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.command.DatabaseServer.Product;
import tools.jackson.databind.JsonNode;

/** A database whose disk is full for a time while the store drives it; the plugin's own tests have the other faults. */
@Tag("slow")
@ResourceLock(LaunchedPlateau.DRIVEN)
final class DatabaseFaultsIT {
    private static final int USERS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path folder = Path.of("");

    /** Mostly writes, often enough to fill the free space of a file. */
    private LaunchedPlateau run(DatabaseServer server) throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                run: { name: full-disk, seed: 42 }
                phases: { rampUp: 1s, steady: 15s, rampDown: 1s }
                suts:
                  db: { service: %s, mode: external, url: "%s", user: plateau, password: "${env:DB_PASSWORD}" }
                workloads:
                  store:
                    plugin: dvdstore
                    sut: db
                    data: reset
                    load: { users: %d, think: { fixed: 20ms } }
                    timeout: 10s
                    parameters: { newCustomerPercent: 100, searches: 1, lineItems: 10 }
                    # The server does so much beside the fault that the usual limit would forgive it.
                    qos: { "*": ["errors < 0.01%%"] }
                """.formatted(
                        server.product().name().toLowerCase(Locale.ROOT), server.url(), USERS));
        return Quickstart.startFile(folder, Map.of("DB_PASSWORD", "plateau"), file);
    }

    @ParameterizedTest
    @EnumSource
    void aDiskThatIsFullIsNamedAndTheServerIsUsedAgainWhenThereIsRoom(Product product) throws Exception {
        try (DatabaseServer server = new DatabaseServer(product, folder);
                LaunchedPlateau launched = run(server)) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            server.fillDisk();
            try {
                Await.until(
                        PATIENCE,
                        launched::everything,
                        () -> full(run).stream()
                                        .mapToLong(error -> error.path("count").asLong())
                                        .sum()
                                >= USERS);
            } finally {
                server.freeDisk();
            }
            // Other tests run beside this one: where they hold up the harness, the run is rightly invalid.
            assertThat(launched.awaitExit(PATIENCE)).as(launched.everything()).isIn(1, 2);

            String printed = launched.everything() + server.log();
            JsonNode result = run.json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("completed");
            assertThat(result.path("reasons")
                            .valueStream()
                            .map(reason -> reason.path("severity").asString()))
                    .as(printed)
                    .contains("fail");
            JsonNode all = result.path("workloads").path(0).path("all");
            assertThat(all.path("errorsByClass").propertyNames())
                    .as(printed)
                    .contains("disk-full")
                    .isSubsetOf("disk-full", "skipped");
            // One for each table or index that found no room, not one for each connection. Which of the operations
            // that write finds it first is the server's affair.
            Set<String> texts = new TreeSet<>();
            full(run).forEach(error -> texts.add(error.path("message").asString()));
            assertThat(texts)
                    .hasSizeLessThanOrEqualTo(12)
                    .allMatch(text -> text.contains("No space left on device") || text.contains("is full"));
            assertThat(result.path("reconciliation")).isNotEmpty().allSatisfy(row -> {
                assertThat(row.path("found").asLong())
                        .as(row.toString())
                        .isEqualTo(row.path("expected").asLong());
                assertThat(row.path("uncertain").asLong()).as(row.toString()).isZero();
            });
        }
    }

    /** Of operations: a unit that they end has the class alone. */
    private static List<JsonNode> full(RunFolder run) {
        return run.lines("errors.ndjson").stream()
                .filter(error -> error.path("errorClass").asString().equals("disk-full")
                        && !error.path("operation").asString().equals("order"))
                .toList();
    }
}
