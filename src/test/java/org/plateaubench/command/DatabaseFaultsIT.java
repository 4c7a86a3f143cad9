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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.command.DatabaseServer.Product;
import tools.jackson.databind.JsonNode;

/**
 * A database whose disk is full for a time, or that is killed and started again, while each workload drives it; the
 * plugins' own tests have the other faults.
 */
@Tag("slow")
@ResourceLock(LaunchedPlateau.DRIVEN)
final class DatabaseFaultsIT {
    private static final int USERS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String MOSTLY_WRITES = "newCustomerPercent: 100, searches: 1, lineItems: 10";

    @TempDir
    private Path folder = Path.of("");

    /** The workloads, mostly with writes, which are enough to fill the free space of a file. */
    enum Load {
        DVDSTORE("dvdstore", "db", MOSTLY_WRITES),
        DVDSTORE_PAGES("dvdstore", "site", "mode: ds3, factor: 0.1, access: web, " + MOSTLY_WRITES),
        ORDER_ENTRY("transactions/orderentry", "db", "warehouses: 2, size: small, waits: 0"),
        OLTP("transactions/oltp", "db", "load: insert, tables: 1, rows: 10000");

        private final String plugin;
        private final String sut;
        private final String parameters;

        Load(String plugin, String sut, String parameters) {
            this.plugin = plugin;
            this.sut = sut;
            this.parameters = parameters;
        }
    }

    private static Stream<Arguments> cases() {
        return Stream.of(Product.values())
                .flatMap(product -> Stream.of(Load.values()).map(load -> Arguments.of(product, load)));
    }

    private LaunchedPlateau run(DatabaseServer server, Load load) throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                run: { name: fault, seed: 42 }
                phases: { rampUp: 1s, steady: 15s, rampDown: 1s }
                suts:
                  db: { service: %s, mode: external, url: "%s", user: plateau, password: "${env:DB_PASSWORD}" }
                  %s
                workloads:
                  driven:
                    plugin: %s
                    sut: %s
                    data: reset
                    load: { users: %d, think: { fixed: 20ms } }
                    timeout: 10s
                    parameters: { %s }
                    # The server does so much beside the fault that the usual limit would forgive it.
                    qos: { "*": ["errors < 0.01%%"] }
                """.formatted(
                        server.product().name().toLowerCase(Locale.ROOT),
                        server.url(),
                        load.sut.equals("site")
                                ? "site: { service: dvdstore, mode: embedded, heapMebibytes: 256, connections: 8,"
                                        + " database: db }"
                                : "",
                        load.plugin,
                        load.sut,
                        USERS,
                        load.parameters));
        return Quickstart.startFile(folder, Map.of("DB_PASSWORD", "plateau"), file);
    }

    private static JsonNode completed(RunFolder run, LaunchedPlateau launched) throws Exception {
        // Other tests run beside this one: where they hold up the harness, the run is rightly invalid.
        assertThat(launched.awaitExit(PATIENCE)).as(launched.everything()).isIn(1, 2);
        JsonNode result = run.json("result.json");
        assertThat(result.path("status").asString()).isEqualTo("completed");
        assertThat(result.path("reasons")
                        .valueStream()
                        .map(reason -> reason.path("severity").asString()))
                .as(launched.everything())
                .contains("fail");
        return result;
    }

    private static JsonNode errorClasses(JsonNode result) {
        return result.path("workloads").path(0).path("all").path("errorsByClass");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aDiskThatIsFullIsNamedAndTheServerIsUsedAgainWhenThereIsRoom(Product product, Load load) throws Exception {
        try (DatabaseServer server = new DatabaseServer(product, folder);
                LaunchedPlateau launched = run(server, load)) {
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
            JsonNode result = completed(run, launched);

            String printed = launched.everything() + server.log();
            assertThat(errorClasses(result).propertyNames())
                    .as(printed)
                    .contains("disk-full")
                    .isSubsetOf("disk-full", "skipped");
            // One for each table or index that found no room, not one for each connection. Which of the operations
            // that write finds it first is the server's affair.
            Set<String> texts = new TreeSet<>();
            full(run).forEach(error -> texts.add(error.path("message").asString()));
            assertThat(texts)
                    .hasSizeLessThanOrEqualTo(12)
                    .allMatch(text -> load == Load.DVDSTORE_PAGES
                            ? text.contains("The store is out of order")
                            : text.contains("No space left on device") || text.contains("is full"));
            assertThat(result.path("reconciliation")).isNotEmpty().allSatisfy(row -> {
                // A single statement that fails may have been committed, for all that the client knows.
                long uncertain = row.path("uncertain").asLong();
                assertThat(Math.abs(row.path("found").asLong()
                                - row.path("expected").asLong()))
                        .as(row.toString())
                        .isLessThanOrEqualTo(uncertain);
                if (load != Load.OLTP) {
                    assertThat(uncertain).as(row.toString()).isZero();
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void killedServerIsUsedAgainAndHoldsWhatItConfirmed(Product product, Load load) throws Exception {
        try (DatabaseServer server = new DatabaseServer(product, folder);
                LaunchedPlateau launched = run(server, load)) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            server.killAndRestart();
            JsonNode result = completed(run, launched);

            assertThat(errorClasses(result).propertyNames())
                    .as(launched.everything() + server.log())
                    .contains("connection-lost")
                    .isSubsetOf(
                            "connection-lost", "uncertain-commit", "connect", "skipped", "timeout", "denied", "sql");
            assertThat(result.path("reconciliation"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(Math.abs(row.path("found").asLong()
                                    - row.path("expected").asLong()))
                            .as(row.toString())
                            .isLessThanOrEqualTo(row.path("uncertain").asLong()));
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
