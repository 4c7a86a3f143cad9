// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Runs whose load comes from agents of a broker; all of them are processes that the launcher has started. */
@ResourceLock(LaunchedPlateau.DRIVEN)
final class RigIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(3);

    @TempDir
    private Path folder = Path.of("");

    private final Map<String, LaunchedPlateau> running = new LinkedHashMap<>();
    private int port;

    @BeforeEach
    void startRig() throws IOException, InterruptedException {
        assumeThat(Stream.of("/usr/sbin", "/usr/local/bin", "/usr/bin").map(Path::of))
                .as("this host has a nats-server")
                .anyMatch(place -> Files.isExecutable(place.resolve("nats-server")));
        port = Forked.freePort();
        startBroker();
        add("add-controller", "desk");
        for (String agent : List.of("load1", "load2")) {
            add("add-agent", agent);
            start(agent, "waits for runs", agent(agent), Map.of());
        }
    }

    @AfterEach
    void endRig() {
        running.values().forEach(LaunchedPlateau::close);
    }

    private void startBroker() throws IOException {
        start(
                "broker",
                "Plateau broker: ",
                List.of("broker", "--folder", "broker", "--port", Integer.toString(port)),
                Map.of());
    }

    private static List<String> agent(String name) {
        return List.of("agent", "--credentials", credentials(name), "--allow", "any", "--folder", "agents");
    }

    private void start(String name, String ready, List<String> arguments, Map<String, String> environment)
            throws IOException {
        LaunchedPlateau launched = LaunchedPlateau.start(folder, environment, arguments);
        running.put(name, launched);
        Await.until(START, launched::everything, () -> launched.output().contains(ready) || !launched.isAlive());
        assertThat(launched.isAlive()).as(launched.everything()).isTrue();
    }

    private void add(String command, String name) throws IOException, InterruptedException {
        LaunchedPlateau added =
                LaunchedPlateau.run(folder, "broker", command, name, "--to", credentials(name), "--folder", "broker");
        assertThat(added.exitCode()).as(added.everything()).isZero();
        assertThat(added.output()).contains("which the broker admits now.");
    }

    private static String credentials(String name) {
        return name + ".credentials";
    }

    private void kill(String name) throws IOException, InterruptedException {
        LaunchedPlateau killed = Objects.requireNonNull(running.get(name), name);
        killed.signal("KILL");
        killed.awaitExit(END);
    }

    private LaunchedPlateau run(int server, String steady, String agents) throws IOException {
        Path file = Files.writeString(folder.resolve("rig.yaml"), """
                run: { name: rig, seed: 42 }
                phases: { rampUp: 1s, steady: %s, rampDown: 1s }
                suts: { cache: { service: redis, mode: external, address: ["127.0.0.1:%d"] } }
                workloads:
                  cache:
                    plugin: redis
                    sut: cache
                    load: { rate: 80/s, maxUsers: 16 }
                    mix: { flat: { incr: 1 } }
                    parameters: { keySpace: 1000, fill: 0 }
                """.formatted(steady, server));
        return LaunchedPlateau.start(
                folder,
                Map.of(),
                List.of(
                        "run",
                        file.toString(),
                        "--agents",
                        agents,
                        "--credentials",
                        credentials("desk"),
                        "--runs-dir",
                        Quickstart.runs(folder).toString()));
    }

    /** The sequence numbers of an agent's intervals that have arrived, of which some were missing at first. */
    private static List<Long> intervals(RunFolder run, String agent) {
        List<Long> numbers = new ArrayList<>();
        for (JsonNode interval : run.lines("intervals.ndjson")) {
            if (interval.path("agent").asString().equals(agent)
                    && !interval.path("state").asString().equals("missing")) {
                numbers.add(interval.path("sequence").asLong());
            }
        }
        return numbers;
    }

    /** Also when the broker, which carries everything, was killed and started again in the midst of it. */
    @Test
    void theIntervalsOfTwoAgentsAreInTheResultOnceEach() throws IOException, InterruptedException {
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau launched = run(redis, "8s", "load1,load2")) {
            assertThat(server.isAlive()).isTrue();
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            kill("broker");
            startBroker();

            // Other tests run beside this one: where they hold up the harness, the run is void by right.
            assertThat(launched.awaitExit(END)).as(launched.everything()).isIn(0, 1, 2);
            assertThat(run.json("result.json").path("status").asString()).isEqualTo("completed");
            for (String agent : List.of("load1", "load2")) {
                assertThat(intervals(run, agent)).hasSizeGreaterThan(8).doesNotHaveDuplicates();
                assertThat(folder.resolve("agents/" + agent + "/journals")).isEmptyDirectory();
            }
            assertThat(audits(run.json("result.json"), "M17-clock-error"))
                    .as("read all run long, though the broker was away")
                    .hasSize(2)
                    .noneMatch(audit -> audit.path("state").asString().equals("not-tested"));
            assertThat(audits(run.json("result.json"), "M17-missing-intervals"))
                    .isNotEmpty()
                    .allSatisfy(
                            audit -> assertThat(audit.path("value").asDouble()).isZero());
        }
    }

    /** The agents go on to the end of their plan and keep what they measure; another process completes the run. */
    @Test
    void aRunWhoseControllerIsKilledIsResumedWithEveryInterval() throws IOException, InterruptedException {
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau launched = run(redis, "10s", "load1,load2")) {
            assertThat(server.isAlive()).isTrue();
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            Await.until(
                    START, launched::everything, () -> intervals(run, "load1").size() >= 3);
            launched.signal("KILL");
            launched.awaitExit(END);
            List<JsonNode> stored = run.lines("intervals.ndjson");
            // As when it was killed amid a line.
            Files.writeString(run.path().resolve("telemetry.ndjson"), "{\"runNanos\":1", StandardOpenOption.APPEND);
            Files.writeString(run.path().resolve("intervals.hlog"), "Tag=1/cache", StandardOpenOption.APPEND);

            LaunchedPlateau without = resume(run);
            assertThat(without.exitCode()).as(without.everything()).isEqualTo(3);
            assertThat(without.errors())
                    .contains("was driven by agents of a broker (load1, load2): give --credentials");
            LaunchedPlateau resumed = resume(run, "--credentials", credentials("desk"));

            // Other tests run beside this one: where they hold up the harness, the run is void by right.
            assertThat(resumed.exitCode()).as(resumed.everything()).isIn(0, 1, 2);
            assertThat(resumed.errors()).contains("Agent load1 still drives the run; waiting for its end.");
            JsonNode result = run.json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("completed");
            assertThat(run.lines("intervals.ndjson")).startsWith(stored.toArray(JsonNode[]::new));
            for (String agent : List.of("load1", "load2")) {
                List<Long> numbers = intervals(run, agent);
                assertThat(numbers).hasSizeGreaterThan(10).doesNotHaveDuplicates();
                assertThat(numbers.stream().sorted().toList())
                        .isEqualTo(LongStream.range(0, numbers.size()).boxed().toList());
                assertThat(running.get(agent))
                        .matches(each -> each.output().contains("/plateau resume"), "says what it keeps");
                assertThat(folder.resolve("agents/" + agent + "/journals")).isEmptyDirectory();
            }
            for (String rule :
                    List.of("M17-missing-intervals", "M17-stored-files", "M17-lost-agents", "M17-completed")) {
                assertThat(audits(result, rule))
                        .as(rule)
                        .isNotEmpty()
                        .allSatisfy(audit -> assertThat(audit.path("state").asString())
                                .as(audit.toString())
                                .isEqualTo("ok"));
            }
            LaunchedPlateau again = resume(run, "--credentials", credentials("desk"));
            assertThat(again.exitCode()).isEqualTo(3);
            assertThat(again.errors()).contains("plateau judge judges it again.");
        }
    }

    private LaunchedPlateau resume(RunFolder run, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("resume", run.path().toString()));
        arguments.addAll(List.of(options));
        return LaunchedPlateau.run(folder, arguments.toArray(String[]::new));
    }

    private static List<JsonNode> audits(JsonNode result, String rule) {
        return result.path("audits")
                .valueStream()
                .filter(audit -> audit.path("rule").asString().equals(rule))
                .toList();
    }

    /** Its monotonic clock goes ahead by 300 ms amid the run, by a library that the process is started with. */
    @Test
    void aClockThatIsSetAmidTheRunMakesItInvalid() throws IOException, InterruptedException {
        SteppedClock clock = SteppedClock.compile(folder);
        Objects.requireNonNull(running.remove("load2")).close();
        start("load2", "waits for runs", agent("load2"), clock.environment());
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau launched = run(redis, "12s", "load1,load2")) {
            assertThat(server.isAlive()).isTrue();
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            clock.step();

            assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(2);
            assertThat(audits(run.json("result.json"), "M17-clock-error"))
                    .satisfiesExactlyInAnyOrder(
                            audit -> {
                                assertThat(audit.path("scope").asString()).isEqualTo("agent/load1");
                                assertThat(audit.path("state").asString())
                                        .as(audit.toString())
                                        .isEqualTo("ok");
                                assertThat(audit.path("value").asDouble()).isBetween(0.001, 100.0);
                            },
                            audit -> {
                                assertThat(audit.path("scope").asString()).isEqualTo("agent/load2");
                                assertThat(audit.path("state").asString()).isEqualTo("violated");
                                assertThat(audit.path("value").asDouble()).isBetween(300.0, 600.0);
                            });
        }
    }

    @Test
    void anAgentThatIsKilledIsNamedAndTheOtherGoesOnToTheEnd() throws IOException, InterruptedException {
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau launched = run(redis, "6s", "load1,load2")) {
            assertThat(server.isAlive()).isTrue();
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            kill("load2");

            assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(3);
            assertThat(launched.errors()).contains("Agent load2 has said nothing for 15 s.");
            assertThat(run.json("result.json").path("verdict").asString()).isEqualTo("invalid");
            assertThat(run.lines("intervals.ndjson")).anySatisfy(interval -> {
                assertThat(interval.path("agent").asString()).isEqualTo("load1");
                assertThat(interval.path("last").asBoolean()).isTrue();
            });
        }
    }

    @Test
    void aFolderHasOneBrokerAtATime() throws IOException, InterruptedException {
        LaunchedPlateau second = LaunchedPlateau.run(
                folder, "broker", "--folder", "broker", "--port", Integer.toString(Forked.freePort()));

        assertThat(second.exitCode()).as(second.everything()).isEqualTo(3);
        assertThat(second.errors()).contains("A broker of the folder ", " runs already, process ");
        assertThat(running.get("broker")).matches(LaunchedPlateau::isAlive);
    }

    @Test
    void anAgentThatIsNotThereIsNamedBeforeAnyLoad() throws IOException, InterruptedException {
        add("add-agent", "load3");
        try (LaunchedPlateau launched = run(Forked.freePort(), "2s", "load1,load3")) {
            assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(3);
            String sentence = "Agent load3 did not answer within 15 s";
            assertThat(launched.everything()).contains(sentence);
            JsonNode result = RunFolder.only(Quickstart.runs(folder)).json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("not-started");
            assertThat(result.path("conclusion").path("detail").asString()).contains(sentence);
        }
    }
}
