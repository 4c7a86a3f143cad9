// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.Driver;
import org.h2.tools.Server;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.plateaubench.plugin.redis.client.RedisConnection;
import tools.jackson.databind.JsonNode;

/** Bad runs on real systems: none of them passes (measurement rules M15, M21 and M24). */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
final class BadRunsIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private Path folder = Path.of("");

    private LaunchedPlateau start(String runFile) throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), runFile);
        return Quickstart.startFile(folder, Map.of(), file);
    }

    /** The reasons of a rule; on a busy machine the run may also be invalid. */
    private List<JsonNode> reasons(LaunchedPlateau launched, String rule) throws InterruptedException {
        assertThat(launched.awaitExit(TIMEOUT)).as(launched.everything()).isIn(1, 2);
        Stream<JsonNode> all = RunFolder.only(Quickstart.runs(folder))
                .json("result.json")
                .path("reasons")
                .valueStream();
        return all.filter(reason -> reason.path("rule").asString().equals(rule)).toList();
    }

    private static void assertFails(LaunchedPlateau launched, List<JsonNode> reasons, String scope, String... words) {
        assertThat(reasons).as(launched.everything()).anySatisfy(reason -> {
            assertThat(reason.path("severity").asString()).isEqualTo("fail");
            assertThat(reason.path("message").asString()).startsWith(scope).contains(words);
        });
    }

    private Forked redis(String name) throws Exception {
        return Forked.redis(Files.createDirectory(folder.resolve(name)), Forked.freePort());
    }

    /** A server with a workload of its own, and the keys of that workload. */
    private record DrivenServer(String name, Forked server, List<String> lines) {
        String sut() {
            return "  %s: { service: redis, mode: external, address: [\"127.0.0.1:%d\"] }%n"
                    .formatted(name, server.port());
        }

        String workload() {
            return "  %1$s:%n    plugin: redis%n    sut: %1$s%n    data: reload%n    parameters: { keySpace: 1000 }%n"
                            .formatted(name)
                    + String.join("\n", lines).indent(4);
        }
    }

    /**
     * Two servers stop responding in the steady state. One has so few users that only the judge can fail the run; the
     * load of the other varies between nearly none and twice its mean. A third server refuses connections for some
     * intervals, which fails the run and is not only a note.
     */
    @Test
    void stalledOrRefusingServersFailRun() throws Exception {
        String tenUsers = "load: { users: 10, think: { exponential: 50ms } }";
        try (Forked stalled = redis("stalled");
                Forked varied = redis("varied");
                Forked closed = redis("closed")) {
            List<DrivenServer> all = List.of(
                    new DrivenServer("stalled", stalled, List.of(tenUsers)),
                    new DrivenServer(
                            "varied",
                            varied,
                            List.of(
                                    "load:",
                                    "  think: { exponential: 50ms }",
                                    "  schedule: [{ for: 20s, users: { mean: 10, amplitude: 9, period: 4s } }]")),
                    new DrivenServer("closed", closed, List.of(tenUsers, "qos: { \"*\": [\"errors < 20%\"] }")));
            String suts = all.stream().map(DrivenServer::sut).collect(Collectors.joining());
            String workloads = all.stream().map(DrivenServer::workload).collect(Collectors.joining());
            try (LaunchedPlateau launched =
                    start("run: { name: outages, seed: 42 }\nphases: { rampUp: 1s, rampDown: 1s }\nsuts:\n" + suts
                            + "workloads:\n" + workloads)) {
                disturb(launched, stalled, varied, closed);
                for (String name : List.of("stalled", "varied")) {
                    assertFails(
                            launched, reasons(launched, "M21-outage"), "1/" + name, "the SUT stopped: from second ");
                }
                assertFails(
                        launched,
                        reasons(launched, "connected-users"),
                        "1/closed: ",
                        "of 10 users were connected on average",
                        "max number of clients reached");
            }
        }
    }

    /** Stops two servers in the steady state for four and for five intervals, and makes the third refuse connections for two. */
    private void disturb(LaunchedPlateau launched, Forked stalled, Forked varied, Forked closed) throws Exception {
        RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
        awaitIntervals(launched, run, 2);
        LaunchedPlateau.signal(stalled.pid(), "STOP");
        LaunchedPlateau.signal(varied.pid(), "STOP");
        try (RedisConnection admin = closed.admin()) {
            admin.execute("CONFIG", "SET", "maxclients", "1");
            admin.execute("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
            awaitIntervals(launched, run, 2);
            admin.execute("CONFIG", "SET", "maxclients", "1000");
            awaitIntervals(launched, run, 2);
            LaunchedPlateau.signal(stalled.pid(), "CONT");
            awaitIntervals(launched, run, 1);
        } finally {
            LaunchedPlateau.signal(stalled.pid(), "CONT");
            LaunchedPlateau.signal(varied.pid(), "CONT");
        }
    }

    private static void awaitIntervals(LaunchedPlateau launched, RunFolder run, int count) {
        int written = run.intervals().size();
        Await.until(
                TIMEOUT,
                () -> "no intervals " + launched.everything(),
                () -> run.intervals().size() >= written + count);
    }

    @Test
    void soldOutStoreFailsRun() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                .start();
        String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:store;DB_CLOSE_DELAY=-1";
        try (LaunchedPlateau launched = start("""
                run: { name: sold-out, seed: 42 }
                phases: { rampUp: 6s, steady: 4s, rampDown: 1s }
                suts:
                  db: { service: h2, mode: external, url: "%s", user: sa }
                workloads:
                  store:
                    plugin: dvdstore
                    sut: db
                    data: reload
                    load: { users: 8, think: { exponential: 50ms } }
                    parameters: { size: small, restock: none }
                    qos: { purchase: ["declined <= 100%%"] }
                """.formatted(url))) {
            // Loading the data may take long on a busy machine; the store must be sold out before the steady state.
            Await.until(
                    TIMEOUT,
                    () -> "no ramp-up " + launched.everything(),
                    () -> launched.everything().contains(" loaded ("));
            sellOut(url);
            assertFails(
                    launched,
                    reasons(launched, "no-success"),
                    "1/store/purchase: ",
                    "without a single success",
                    "were declined");
        } finally {
            server.stop();
        }
    }

    private static void sellOut(String url) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", "sa");
        try (Connection connection = new Driver().connect(url, login);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE inventory SET quan_in_stock = 0");
        }
    }
}
