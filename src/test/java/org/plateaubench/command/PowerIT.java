// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** A run with three power meters: one that measures, one that falls silent, and one that does not exist. */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN)
final class PowerIT {
    private static final int SILENT_AFTER = 3;

    @TempDir
    private Path folder = Path.of("");

    /** An analyser that speaks SCPI on a real socket, one connection at a time. */
    private static ServerSocket analyser(int answers) throws IOException {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            int left = answers;
            while (!server.isClosed()) {
                try (Socket peer = server.accept();
                        BufferedReader in = new BufferedReader(
                                new InputStreamReader(peer.getInputStream(), StandardCharsets.US_ASCII))) {
                    while (left > 0 && in.readLine() != null) {
                        left--;
                        peer.getOutputStream().write("250.0\n".getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException e) {
                    // The harness is gone, or the test is over.
                }
            }
        });
        return server;
    }

    /** The whole meter may be late on a busy machine: a hole is 25 s. */
    private Path runFile(int whole, int silent) throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), """
            run: { name: metered, seed: 3 }
            phases: { rampUp: 3s, steady: 3s, rampDown: 3s }
            suts:
              cache: { service: redis, mode: embedded, persistence: none }
              rack: { service: scpi, mode: external, host: 127.0.0.1, port: %d }
              shelf: { service: scpi, mode: external, host: 127.0.0.1, port: %d }
              gone: { service: redfish, mode: external, url: "https://127.0.0.1:1", user: bench, password: "${env:BMC}" }
            power:
              rack: { sut: rack, measures: [db1.lab], at: wall, accuracy: 1%%, toWatts: 500, every: 10s }
              shelf: { sut: shelf, measures: [disks], at: component, accuracy: 1%%, toWatts: 500 }
              gone: { sut: gone, measures: [fans], at: component, accuracy: 1%%, toWatts: 500 }
            workloads:
              cache: { plugin: redis, sut: cache, load: { rate: 50/s, maxUsers: 4 }, parameters: { keySpace: 1000 } }
            """.formatted(whole, silent));
    }

    private LaunchedPlateau plateau(String... arguments) throws IOException {
        return LaunchedPlateau.start(folder, Map.of("BMC", "not-shown-7"), List.of(arguments));
    }

    @Test
    void aRunPrintsOperationsPerJouleAndAGapVoidsItsMeterAlone() throws IOException, InterruptedException {
        Path runs = folder.resolve("runs");
        // One more than the run needs: the check before it reads once.
        try (ServerSocket whole = analyser(Integer.MAX_VALUE);
                ServerSocket silent = analyser(SILENT_AFTER + 1)) {
            String file = runFile(whole.getLocalPort(), silent.getLocalPort()).toString();
            LaunchedPlateau checked = plateau("validate", file, "--connect");
            assertThat(checked.awaitExit(Duration.ofMinutes(3)))
                    .as(checked.everything())
                    .isZero();
            assertThat(checked.everything())
                    .containsPattern("power/rack: 250\\.0 W, read [0-9]+\\.")
                    .contains("at the wall, of db1.lab")
                    .contains("power/gone: This meter was not read: ")
                    .contains("is valid")
                    .doesNotContain("not-shown-7");

            LaunchedPlateau launched = plateau("run", file, "--runs-dir", runs.toString());
            // Loaded hosts make the harness late, which makes a verdict invalid but changes no power.
            assertThat(launched.awaitExit(Duration.ofMinutes(4)))
                    .as(launched.everything())
                    .isIn(0, 2);
            assertThat(launched.output()).contains("at the wall (db1.lab): mean 250 W, energy 750 J ± ");
            assertThat(launched.output().replaceAll("\\s+", " "))
                    .contains("operations per joule.")
                    .contains("in components (disks, fans): void. Meter shelf has no reading from ");
        }
        RunFolder run = RunFolder.only(runs);
        JsonNode result = run.json("result.json");
        JsonNode wall =
                result.path("power").path("totals").path(0).path("stretches").path(0);
        assertThat(wall.path("figures").path("joules").asDouble()).isBetween(749.0, 751.0);
        assertThat(wall.path("figures").path("operationsPerJoule").asDouble()).isPositive();
        JsonNode parts =
                result.path("power").path("totals").path(1).path("stretches").path(0);
        assertThat(parts.path("figures").isNull()).isTrue();
        assertThat(result.path("reasons").toString()).doesNotContain("meter", "Meter");
        assertThat(result.path("status").asString()).isEqualTo("completed");
        assertThat(run.text("events.ndjson")).contains("sut/gone").doesNotContain("not-shown-7");
        assertThat(run.text("plan.json")).contains("${env:BMC}");
        assertThat(Files.readString(run.path().resolve("report.html"))).contains("operationsPerJoule");
    }
}
