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
import tools.jackson.databind.JsonNode;

/** One run with several agents on one host. */
@Tag("slow")
@Isolated("eight agents that start beside other programs may be silent for longer than a run allows")
final class SeveralAgentsIT {
    private static final Duration END = Duration.ofMinutes(2);
    private static final String SENT = "\"INCR\"";

    /** An open load, whose requests do not depend on how fast they are answered. */
    private static final Load STEADY =
            new Load("{ rampUp: 1s, steady: 8s, rampDown: 1s }", "{ rate: 80/s, maxUsers: 16 }");

    /**
     * A load that ends 3 s before issuing does. What is due when issuing ends may not be sent (M10), so that the requests would
     * depend on an agent that other tests hold up just then.
     */
    private static final Load ENDING = new Load(
            "{ rampUp: 1s, rampDown: 2s }",
            "{ maxUsers: 16, schedule: [{ for: 2s, rate: 80/s }, { for: 1s, rate: 1/h }] }");

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

    @Test
    void aLostAgentOfTwoIsNamedAndTheOtherGoesOnToTheEnd() throws IOException, InterruptedException {
        int port = Forked.freePort();
        try (Forked server = Forked.redis(folder, port);
                LaunchedPlateau launched = start(folder, 2, port, STEADY)) {
            assertThat(server.isAlive()).isTrue();
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            LaunchedPlateau.signal(process(run, "local-2"), "KILL");

            assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(3);
            assertThat(launched.errors())
                    .contains("Agent local-2 has gone: its process " + process(run, "local-2")
                            + " has ended with exit code 137 (signal 9).")
                    .doesNotContain("Agent local-1 ");
            JsonNode result = run.json("result.json");
            assertThat(result.path("verdict").asString()).isEqualTo("invalid");
            assertThat(result.path("reasons")).anySatisfy(reason -> {
                assertThat(reason.path("rule").asString()).isEqualTo("M17-lost-agents");
                assertThat(reason.toString()).contains("local-2").doesNotContain("local-1");
            });
            assertThat(run.lines("intervals.ndjson"))
                    .as("the last interval of the agent that lives")
                    .anySatisfy(interval -> {
                        assertThat(interval.path("agent").asString()).isEqualTo("local-1");
                        assertThat(interval.path("last").asBoolean()).isTrue();
                    });
        }
    }

    /** The process of an agent, by the event in which the run names it. */
    private static long process(RunFolder run, String agent) {
        return run.lines("events.ndjson").stream()
                .filter(event -> event.path("type").asString().equals("agent-process")
                        && event.path("scope").asString().equals("agent/" + agent))
                .findFirst()
                .orElseThrow()
                .path("details")
                .path("processId")
                .asLong();
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
                try (LaunchedPlateau launched = start(own, agents, port, ENDING)) {
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

    private static LaunchedPlateau start(Path folder, int agents, int port, Load load) throws IOException {
        Path file =
                Files.writeString(folder.resolve("several.yaml"), """
                run: { name: several, seed: 42 }
                phases: %s
                rig: { agents: %d }
                suts: { cache: { service: redis, mode: external, address: ["127.0.0.1:%d"] } }
                workloads:
                  cache:
                    plugin: redis
                    sut: cache
                    load: %s
                    mix: { flat: { incr: 1 } }
                    parameters: { keySpace: 1000, fill: 0 }
                """.formatted(load.phases, agents, port, load.rate));
        return Quickstart.startFile(folder, Map.of(), file);
    }

    private record Load(String phases, String rate) {}
}
