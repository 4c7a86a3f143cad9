// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** One run with several agents on one host. */
@Tag("slow")
@Isolated("eight agents that start beside other programs may be silent for longer than a run allows")
final class SeveralAgentsIT {
    private static final Duration END = Duration.ofMinutes(2);
    private static final String SENT = "\"INCR\"";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theServerGetsTheSameRequestsFromAnyNumberOfAgents() throws IOException, InterruptedException {
        List<String> ofOne = requests(1);

        assertThat(ofOne).hasSizeGreaterThan(100);
        assertThat(requests(2)).isEqualTo(ofOne);
        assertThat(requests(4)).isEqualTo(ofOne);
        assertThat(requests(8)).isEqualTo(ofOne);
    }

    /** The requests of the load to a server of the test, sorted. */
    private List<String> requests(int agents) throws IOException, InterruptedException {
        Path own = Files.createDirectory(folder.resolve("agents-" + agents));
        Path seen = own.resolve("seen.txt");
        int port = Forked.freePort();
        try (Forked server = Forked.redis(own, port)) {
            assertThat(server.isAlive()).isTrue();
            Process monitor =
                    client(port, "MONITOR").redirectOutput(seen.toFile()).start();
            try {
                awaitLine(seen, "OK");
                try (LaunchedPlateau launched = start(own, agents, port)) {
                    int code = launched.awaitExit(END);
                    // Other tests run beside this one: where they hold up the harness, the run is rightly invalid.
                    assertThat(code).as(launched.everything()).isIn(0, 1, 2);
                }
                assertThat(client(port, "ECHO", "the-end")
                                .redirectOutput(own.resolve("echo.txt").toFile())
                                .start()
                                .waitFor())
                        .isZero();
                awaitLine(seen, "the-end");
            } finally {
                monitor.destroyForcibly();
            }
        }
        return Files.readAllLines(seen).stream()
                .filter(line -> line.contains(SENT))
                .map(line -> line.substring(line.indexOf(SENT)))
                .sorted()
                .toList();
    }

    private static ProcessBuilder client(int port, String... command) {
        ProcessBuilder client = new ProcessBuilder("redis-cli", "-h", "127.0.0.1", "-p", Integer.toString(port));
        client.command().addAll(List.of(command));
        return client.redirectErrorStream(true);
    }

    private static void awaitLine(Path file, String text) {
        Await.until(Duration.ofMinutes(1), () -> "no '" + text + "' in " + file, () -> {
            try {
                return Files.exists(file)
                        && Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
            } catch (IOException e) {
                return false;
            }
        });
    }

    /**
     * An open load, whose requests do not depend on how fast they are answered. It ends 3 s before issuing does: what is due
     * when issuing ends may not be sent (M10), so that the requests would depend on an agent that other tests hold up just then.
     */
    private static LaunchedPlateau start(Path folder, int agents, int port) throws IOException {
        Path file = Files.writeString(folder.resolve("several.yaml"), """
                run: { name: several, seed: 42 }
                phases: { rampUp: 1s, rampDown: 2s }
                rig: { agents: %d }
                suts: { cache: { service: redis, mode: external, address: ["127.0.0.1:%d"] } }
                workloads:
                  cache:
                    plugin: redis
                    sut: cache
                    load: { maxUsers: 16, schedule: [{ for: 2s, rate: 80/s }, { for: 1s, rate: 1/h }] }
                    mix: { flat: { incr: 1 } }
                    parameters: { keySpace: 1000, fill: 0 }
                """.formatted(agents, port));
        return Quickstart.startFile(folder, Map.of(), file);
    }
}
