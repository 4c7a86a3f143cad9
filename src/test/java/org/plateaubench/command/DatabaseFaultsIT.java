// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.command.DatabaseFaultRun.RATE;
import static org.plateaubench.command.DatabaseFaultRun.USERS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.plateaubench.command.DatabaseFaultRun.Load;
import org.plateaubench.command.DatabaseServer.Product;
import org.plateaubench.testkit.LossyRelay;
import tools.jackson.databind.JsonNode;

/**
 * Faults of databases below the store under load, each on PostgreSQL and MariaDB in one run, because the loads are
 * light.
 */
@Tag("slow")
@Isolated("a harness that does not keep up makes its runs invalid instead of failed")
final class DatabaseFaultsIT {
    @FunctionalInterface
    private interface Fault {
        void happensTo(DatabaseServer server, DatabaseFaultRun run) throws Exception;
    }

    @TempDir
    private static Path folder = Path.of("");

    private static final List<DatabaseServer> SERVERS = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        try (ExecutorService both = Executors.newCachedThreadPool()) {
            List<Future<DatabaseServer>> started = new ArrayList<>();
            for (Product product : Product.values()) {
                Path own = Files.createDirectory(folder.resolve(product.name()));
                started.add(both.submit(() -> new DatabaseServer(product, own)));
            }
            for (Future<DatabaseServer> server : started) {
                SERVERS.add(server.get());
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        for (DatabaseServer server : SERVERS) {
            server.close();
        }
    }

    /** In one run, with the servers at the ports that are given. */
    private static void onBoth(String name, Load load, ToIntFunction<DatabaseServer> port, Fault fault)
            throws Exception {
        Path runFolder = Files.createDirectory(folder.resolve(name));
        List<DatabaseFaultRun> runs = DatabaseFaultRun.start(runFolder, SERVERS, port, load);
        try (ExecutorService both = Executors.newCachedThreadPool()) {
            List<Future<?>> results = new ArrayList<>();
            for (DatabaseFaultRun run : runs) {
                results.add(both.submit(() -> {
                    fault.happensTo(run.server(), run);
                    return true;
                }));
            }
            for (int i = 0; i < results.size(); i++) {
                try {
                    results.get(i).get();
                } catch (ExecutionException e) {
                    throw new AssertionError(
                            name + " of " + SERVERS.get(i).product() + ": " + e.getCause(), e.getCause());
                }
            }
        } finally {
            runs.getFirst().close();
        }
    }

    @Test
    void aServerThatIsKilledAndComesBackCostsWhatWasUnderWayAndTheUsersComeBack() throws Exception {
        onBoth("kill", Load.OPEN, DatabaseServer::port, (server, run) -> {
            server.kill();
            // Every user has found its connection broken, and they have failed to make others.
            run.await("somebody is connected", run::nobodyIsConnected);
            run.await("no attempts to connect", () -> run.seen("connect", "refused") >= 2 * USERS);
            server.start();
            run.end();

            run.assertScheduleKept();
            run.assertRecovered();
            assertThat(run.fewestUsers()).isZero();
            assertThat(run.errorClasses()).contains("connection-lost").isSubsetOf("connection-lost", "skipped");
            assertThat(run.errors("connection-lost")).isBetween(1L, (long) USERS);
            assertThat(run.texts("login", "connection-lost")).hasSizeBetween(1, 3);
            // 100 ms, 200 ms, 400 ms, ... less up to a half: nine attempts take longer than is left of the run.
            assertThat(run.seen("connect", "refused")).as(run.toString()).isLessThanOrEqualTo(9 * USERS);
            assertExactButForUncertain(run);
            assertWhatIsThereIsThereAndNoSumIsTrusted(run);
        });
    }

    /**
     * Checks that each order and customer was found by its number; the effect of requests during the fault is unknown.
     */
    private static void assertWhatIsThereIsThereAndNoSumIsTrusted(DatabaseFaultRun run) {
        assertThat(run.compared()).hasSize(11).allSatisfy(row -> {
            boolean oneByOne = row.path("what").asString().startsWith("sampled");
            assertThat(row.path("state").asString()).as(row.toString()).isEqualTo(oneByOne ? "ok" : "not-tested");
            assertThat(row.path("reason").asString()).as(row.toString()).contains(oneByOne ? "" : "was restarted");
        });
    }

    @Test
    void aServerThatStandsStillForFiveSecondsCostsNothingButTimeAndAllOfItShows() throws Exception {
        onBoth("stall", Load.OPEN, DatabaseServer::port, (server, run) -> {
            // On a busy host a signal takes its time: so long at least, and so long at most.
            long askedNanos = System.nanoTime();
            server.stall();
            long stoodNanos = System.nanoTime();
            run.awaitIntervals(5);
            double stallMs = (System.nanoTime() - stoodNanos) / 1e6;
            server.goOn();
            double mostMs = (System.nanoTime() - askedNanos) / 1e6;
            run.end();

            run.assertScheduleKept();
            assertThat(run.errorClasses()).isEmpty();
            JsonNode times = run.unit().path("responseTimeMs");
            double gapMs = 1_000.0 / RATE;
            assertThat(times.path("max").asDouble()).as(run.toString()).isBetween(stallMs - 3 * gapMs, mostMs + 2_000);
            // Of every ten orders four or five were due while it stood still, and waited for the rest of that.
            assertThat(times.path("p90").asDouble()).as(run.toString()).isGreaterThan(0.6 * stallMs);
            assertThat(run.unit().path("serviceTimeMs").path("max").asDouble())
                    .as(run.toString())
                    .isGreaterThan(stallMs - 3 * gapMs);
            assertExactButForUncertain(run);
        });
    }

    @Test
    void aNetworkThatIsCutLeavesUncertainWhatWasSentAndNothingElse() throws Exception {
        Map<DatabaseServer, LossyRelay> relays = new HashMap<>();
        try {
            for (DatabaseServer server : SERVERS) {
                relays.put(server, new LossyRelay(server.port()));
            }
            onBoth("cut", Load.IMPATIENT, server -> relay(relays, server).port(), (server, run) -> {
                LossyRelay relay = relay(relays, server);
                // Requests still arrive and are executed, but their answers are lost, and no user can open another
                // connection.
                relay.loseAfter(0);
                run.await("no attempt to connect", () -> run.seen("connect", "overran its timeout") > 0);
                relay.closeAll();
                relay.loseNothing();
                run.end();

                run.assertScheduleKept();
                run.assertRecovered();
                assertThat(run.errorClasses())
                        .contains("timeout")
                        .isSubsetOf("timeout", "connection-lost", "uncertain-commit", "skipped");
                assertThat(run.fewestUsers()).isZero();
                assertThat(run.seen("connect", "overran its timeout")).isLessThanOrEqualTo(4L * USERS);
                long uncertain = run.counter("uncertainCustomers") + run.counter("uncertainOrders");
                assertThat(uncertain).as(run.toString()).isBetween(1L, (long) USERS);
                for (JsonNode row : run.reconciliations()) {
                    if (!row.path("what").asString().startsWith("purchases")) {
                        assertThat(row.path("actual").asLong())
                                .as(row.toString())
                                .isEqualTo(row.path("expected").asLong()
                                        + row.path("uncertain").asLong());
                    }
                }
            });
        } finally {
            for (LossyRelay relay : relays.values()) {
                relay.close();
            }
        }
    }

    private static LossyRelay relay(Map<DatabaseServer, LossyRelay> relays, DatabaseServer server) {
        return Objects.requireNonNull(relays.get(server));
    }

    @Test
    void aDiskThatIsFullIsNamedAndTheServerIsUsedAgainWhenThereIsRoom() throws Exception {
        onBoth("disk", Load.WRITES, DatabaseServer::port, (server, run) -> {
            server.fillDisk();
            try {
                run.await("no error", () -> run.seen("disk-full", "") >= USERS);
            } finally {
                server.freeDisk();
            }
            run.end();

            assertThat(run.errorClasses()).contains("disk-full").isSubsetOf("disk-full", "skipped");
            // One for each table or index that found no room, not one for each connection. Which of the operations
            // that write finds it first is the server's affair.
            assertThat(run.texts(Set.of("newCustomer", "purchase"), "disk-full"))
                    .isNotEmpty()
                    .hasSizeLessThanOrEqualTo(12)
                    .allMatch(text -> text.contains("No space left on device") || text.contains("is full"));
            for (JsonNode row : run.reconciliations()) {
                assertThat(row.path("actual").asLong())
                        .as(row.toString())
                        .isEqualTo(row.path("expected").asLong());
                assertThat(row.path("uncertain").asLong()).as(row.toString()).isZero();
            }
        });
    }

    /**
     * Checks that the number of operations of unknown outcome is at most the allowance of the comparison; without such
     * operations, both sides are equal.
     */
    private static void assertExactButForUncertain(DatabaseFaultRun run) {
        long uncertain = run.counter("uncertainOrders");
        for (JsonNode row : run.reconciliations()) {
            if (row.path("what").asString().equals("order rows")) {
                assertThat(row.path("uncertain").asLong()).as(row.toString()).isEqualTo(uncertain);
            }
            assertThat(Math.abs(
                            row.path("actual").asLong() - row.path("expected").asLong()))
                    .as(row.toString())
                    .isLessThanOrEqualTo(row.path("uncertain").asLong());
        }
    }
}
