// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.plateaubench.command.Await;
import org.plateaubench.command.Forked;
import org.plateaubench.command.LaunchedPlateau;
import org.plateaubench.command.RigPage;
import org.plateaubench.command.SharedRig;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunReader;

/**
 * A run of the console's queue is driven by an agent of a broker, and a real Prometheus that scrapes the console has
 * its totals.
 */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN_BY_RIG)
final class PrometheusIT {
    private static final Path PROGRAM = Path.of("/usr/bin/prometheus");
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Pattern VALUE = Pattern.compile("\"value\":\\[[0-9.]+,\"([0-9.e+]+)\"\\]");

    @RegisterExtension
    static final SharedRig RIG = new SharedRig();

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void prometheusScrapesRunTotalsAndAgentMetrics() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PROGRAM), "prometheus is not installed; ./verify installs it");
        RIG.broker();
        RIG.agent("metered", Map.of(), "--allow", RIG.allowFile().toString());
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis);
                ConsoleProcess console = ConsoleProcess.start(folder, 0)) {
            assertThat(server.isAlive()).isTrue();
            ConsoleSession admin = ConsoleSession.firstAdmin(console);
            String token = String.valueOf(ConsoleSession.json(
                            admin.send("POST", "/tokens", Documents.line(Map.of("name", "scrape", "role", "viewer"))))
                    .get("token"));
            int port = Forked.freePort();
            Process prometheus = startPrometheus(port, "127.0.0.1:" + console.port(), token);
            try {
                String file =
                        SharedRig.runFile(redis, "3s", "rig: { agents: [ { name: metered } ], onSutHosts: allow }\n");
                HttpResponse<byte[]> refused = admin.submit(file);
                assertThat(refused.statusCode()).isEqualTo(422);
                assertThat(ConsoleSession.text(refused)).contains("this console has no credentials of one");
                // As an administrator does it while the console runs.
                RIG.runOnBroker(RigPage.command("./plateau broker add-controller console")
                        .replace(
                                ".plateau/console/rig.credentials",
                                folder.resolve("console/rig.credentials").toString()));
                String run = runFromQueue(admin, file, console);

                String ok = "{run=\"" + run + "\",operation=\"incr\",kind=\"operation\",outcome=\"ok\"}";
                Await.until(
                        TIMEOUT,
                        () -> query(port, "plateau_operations_total" + ok) + "; " + get(port, "/api/v1/targets"),
                        () -> value(port, "plateau_operations_total" + ok) > 0);
                // On a busy machine a scrape may time out.
                Await.until(
                        TIMEOUT,
                        () -> get(port, "/api/v1/targets"),
                        () -> value(port, "sum(up)") == 1
                                && get(port, "/api/v1/targets").contains("\"lastError\":\"\""));
                assertThat(value(port, "plateau_agent_heap_bytes{agent=\"metered\",job=\"console\"}"))
                        .isPositive();
            } finally {
                prometheus.destroyForcibly().waitFor();
            }
        }
    }

    /** Queues a run, and returns its id; the agent of the broker drove its load. */
    private String runFromQueue(ConsoleSession admin, String file, ConsoleProcess console)
            throws IOException, InterruptedException {
        Map<String, Object> item = admin.awaitEnd(admin.submit(file), console);
        String id = String.valueOf(item.get("runId"));
        Path run = folder.resolve("runs").resolve(id);
        assertThat(Documents.parse(Files.readString(run.resolve("result.json"))))
                .as(item.toString())
                .containsEntry("status", "completed");
        assertThat(RunReader.read(run).intervals())
                .isNotEmpty()
                .allMatch(interval -> interval.agent().equals("metered"));
        return id;
    }

    private Process startPrometheus(int port, String console, String token) throws IOException {
        Path secret = Files.writeString(folder.resolve("token"), token);
        Files.writeString(folder.resolve("prometheus.yml"), """
                global: { scrape_interval: 1s, scrape_timeout: 1s }
                scrape_configs:
                  - job_name: console
                    authorization: { type: Bearer, credentials_file: %s }
                    static_configs: [ { targets: [ "%s" ] } ]
                """.formatted(secret, console));
        return new ProcessBuilder(
                        PROGRAM.toString(),
                        "--config.file=prometheus.yml",
                        "--storage.tsdb.path=data",
                        "--web.listen-address=127.0.0.1:" + port)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
    }

    /** The value of the only series that a query finds, or 0. */
    private double value(int port, String query) {
        Matcher found = VALUE.matcher(query(port, query));
        return found.find() ? Double.parseDouble(found.group(1)) : 0;
    }

    private String query(int port, String query) {
        return get(port, "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    }

    /** The response of Prometheus, or the reason why there is none yet. */
    private String get(int port, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            return e.toString();
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
