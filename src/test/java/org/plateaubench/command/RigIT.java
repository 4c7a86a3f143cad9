// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Runs whose load comes from agents of a broker; all of them are processes that the launcher has started. */
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN_BY_RIG)
final class RigIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(3);

    @RegisterExtension
    static final SharedRig RIG = new SharedRig();

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void startRig() throws IOException, InterruptedException {
        RIG.agents("load1", "load2");
    }

    private LaunchedPlateau run(int server, String steady, String agents) throws IOException, InterruptedException {
        return RIG.run(folder, SharedRig.runFile(server, steady, ""), "--agents", agents);
    }

    /** The sequence numbers of an agent's delivered intervals, late ones included. */
    static List<Long> intervals(RunFolder run, String agent) {
        List<Long> numbers = new ArrayList<>();
        for (JsonNode interval : run.intervals()) {
            if (interval.path("agent").asString().equals(agent)
                    && !interval.path("state").asString().equals("missing")) {
                numbers.add(interval.path("sequence").asLong());
            }
        }
        return numbers;
    }

    /**
     * The broker, which relays all messages, is killed and restarted during the run, and an agent that drives no load
     * is killed. The agent that reads the output of a program was installed without a plugin.
     */
    @Test
    void intervalsOfTwoAgentsAreCountedOnceEach() throws IOException, InterruptedException {
        RIG.agent("db1", Map.of());
        int redis = Forked.freePort();
        String rig = """
                rig:
                  agents:
                    - { name: load1 }
                    - { name: load2 }
                    - { name: db1, drives: [], processes: [ redis-server ] }
                  onSutHosts: allow
                """;
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau launched = RIG.run(folder, withCommandSut(SharedRig.runFile(redis, "12s", rig)))) {
            assertThat(server.isAlive()).isTrue();
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            int before = run.lines("telemetry.ndjson").size();
            Await.until(
                    START,
                    launched::everything,
                    () -> run.lines("telemetry.ndjson").stream()
                                    .skip(before)
                                    .filter(point ->
                                            point.path("series").asString().equals("program redis-server cpu"))
                                    .count()
                            >= 3);
            RIG.kill("db1");
            RIG.kill("broker");
            RIG.broker();

            // On a machine that is busy with other tests the run may be invalid.
            assertThat(launched.awaitExit(END)).as(launched.everything()).isIn(0, 1, 2);
            JsonNode result = run.json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("completed");
            for (String agent : List.of("load1", "load2")) {
                assertThat(intervals(run, agent)).hasSizeGreaterThan(8).doesNotHaveDuplicates();
                assertThat(result.path("harness").path("calibration").has(agent))
                        .as("its own calibration")
                        .isTrue();
            }
            assertThat(audits(result, "M17-clock-error"))
                    .as("measured during the complete run, although the broker was restarted")
                    .hasSize(2)
                    .allMatch(audit -> audit.path("message").asString().contains(" on host "))
                    .noneMatch(audit -> audit.path("state").asString().equals("not-tested"));
            assertThat(audits(result, "M17-missing-intervals"))
                    .isNotEmpty()
                    .allSatisfy(
                            audit -> assertThat(audit.path("value").asDouble()).isZero());
            assertKilledAgentObservedHost(result);
            assertProgramOutputWasRead(result);
        }
    }

    /** A run file with a program whose output the first agent reads. */
    private static String withCommandSut(String runFile) {
        return runFile.replace(
                "suts: {",
                "suts: { echoed: { service: command, mode: external, program: /bin/echo, arguments: [echoed, \"7\"], every: 1s },");
    }

    private static void assertProgramOutputWasRead(JsonNode result) throws IOException {
        assertThat(result.path("sources")
                        .valueStream()
                        .filter(source -> source.path("source").asString().equals("sut/echoed")))
                .singleElement()
                .satisfies(source -> assertThat(source.path("stretches")
                                .path(0)
                                .path("series")
                                .path(0)
                                .path("mean")
                                .asDouble())
                        .as(source.toString())
                        .isEqualTo(7));
        assertThat(RIG.jars("load1")).as("received").isDirectoryContaining("glob:**.jar");
    }

    /** Checks the samples of the host that the killed agent observed. */
    private static void assertKilledAgentObservedHost(JsonNode result) {
        JsonNode host = result.path("hosts").get(0);
        assertThat(result.path("hosts").size()).as("one agent samples a host").isOne();
        assertThat(host.path("agent").asString()).isEqualTo("db1");
        assertThat(host.path("drivesLoad").asBoolean()).isFalse();
        assertThat(host.path("clockErrorMs").asDouble()).isBetween(0.001, 100.0);
        assertThat(host.path("costCores").asDouble()).isBetween(0.0, 1.0);
        assertThat(host.path("holes").size()).as("because the agent was killed").isPositive();
        JsonNode series = host.path("stretches").get(0).path("series");
        for (String name : List.of("cpu", "memory used", "context switches", "program redis-server memory")) {
            assertThat(series.valueStream()
                            .filter(figures -> figures.path("name").asString().equals(name)))
                    .as(name)
                    .singleElement()
                    .satisfies(figures -> assertThat(figures.path("max").asDouble())
                            .isGreaterThanOrEqualTo(figures.path("mean").asDouble())
                            .isPositive());
        }
        assertThat(result.path("notes").valueStream())
                .anyMatch(note -> note.path("scope").asString().startsWith("host/")
                        && note.path("message").asString().contains("no sample in the steady state from"));
        assertThat(result.path("reasons").valueStream())
                .noneMatch(reason -> reason.toString().contains("db1"));
    }

    /** The agents continue to the end of their plan, and the broker stores their intervals; another process completes the run. */
    @Tag("slow")
    @Test
    void runOfKilledControllerIsResumedWithAllIntervals() throws IOException, InterruptedException {
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau launched = run(redis, "90s", "load1,load2")) {
            assertThat(server.isAlive()).isTrue();
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            Await.until(
                    START, launched::everything, () -> intervals(run, "load1").size() >= 3);
            launched.signal("KILL");
            launched.awaitExit(END);
            // The agents still drive load.
            assertRefusedWithoutCredentials(run);
            assertRefusedWithOtherPlugins(run, "redis");
            List<JsonNode> stored = run.intervals();
            // As if the controller had been killed while it wrote a line and a record.
            Files.writeString(run.path().resolve("telemetry.ndjson"), "{\"runNanos\":1", StandardOpenOption.APPEND);
            Files.write(run.path().resolve("intervals.bin"), new byte[] {0, 0, 1}, StandardOpenOption.APPEND);

            LaunchedPlateau resumed = resumedDespiteSecondAttempt(run);

            // On a machine that is busy with other tests the run may be invalid.
            assertThat(resumed.exitCode()).as(resumed.everything()).isIn(0, 1, 2);
            assertThat(resumed.errors()).contains("Agent load1 has not delivered everything yet; waiting for its end.");
            JsonNode result = run.json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("completed");
            assertThat(run.intervals()).startsWith(stored.toArray(JsonNode[]::new));
            for (String agent : List.of("load1", "load2")) {
                List<Long> numbers = intervals(run, agent);
                assertThat(numbers).hasSizeGreaterThan(10).doesNotHaveDuplicates();
                assertThat(numbers.stream().sorted().toList())
                        .isEqualTo(LongStream.range(0, numbers.size()).boxed().toList());
            }
            for (String rule : List.of(
                    "M17-missing-intervals",
                    "M17-stored-files",
                    "M17-lost-agents",
                    "M17-completed",
                    "M22-reconciliation")) {
                assertThat(audits(result, rule))
                        .as(rule)
                        .isNotEmpty()
                        .allSatisfy(audit -> assertThat(audit.path("state").asString())
                                .as(audit.toString())
                                .isEqualTo("ok"));
            }
            assertThat(audits(result, "M17-clock-error"))
                    .as("read by the agents against the broker's clock once the controller was dead")
                    .hasSize(2)
                    .noneMatch(audit -> audit.path("state").asString().equals("not-tested"))
                    .allMatch(audit -> audit.path("message").asString().contains("by the clock of the broker's host"));
            assertResultIsComplete(run);
        }
    }

    /** A second attempt, while the first one waits for the agents, is refused. */
    private LaunchedPlateau resumedDespiteSecondAttempt(RunFolder run) throws IOException, InterruptedException {
        String credentials = RIG.credentials("add-controller", "desk");
        assertThat(run.path()).as("the run that the page calls the last").hasParent(folder.resolve("runs"));
        String last = RigPage.command("./plateau resume last").replace("desk.credentials", credentials);
        LaunchedPlateau first = LaunchedPlateau.start(folder, Map.of(), RigPage.arguments(last));
        Await.until(START, first::everything, () -> first.errors().contains("waiting for its end"));
        LaunchedPlateau second = resume(run, "--credentials", credentials);
        assertThat(second.exitCode()).as(second.everything()).isEqualTo(3);
        assertThat(second.errors())
                .as("on a busy machine the first may have ended")
                .containsAnyOf(
                        "is in progress, or is being completed: its process is alive. Wait for its end.",
                        "plateau judge judges it again.");
        first.awaitExit(END);
        return first;
    }

    private void assertResultIsComplete(RunFolder run) throws IOException, InterruptedException {
        LaunchedPlateau again = resume(run, "--credentials", RIG.credentials("add-controller", "desk"));
        assertThat(again.exitCode()).isEqualTo(3);
        assertThat(again.errors()).contains("plateau judge judges it again.");
    }

    private void assertRefusedWithoutCredentials(RunFolder run) throws IOException, InterruptedException {
        LaunchedPlateau without = resume(run);
        assertThat(without.exitCode()).as(without.everything()).isEqualTo(3);
        assertThat(without.errors()).contains("was driven by agents of a broker (load1, load2): give --credentials");
    }

    /** Stores another digest in the run, as if the plugin had been replaced since. */
    private void assertRefusedWithOtherPlugins(RunFolder run, String plugin) throws IOException, InterruptedException {
        Path environment = run.path().resolve("environment.json");
        String stored = Files.readString(environment);
        JsonNode jar = run.json("environment.json")
                .path("plugins")
                .valueStream()
                .filter(each -> each.path("id").asString().equals(plugin))
                .findFirst()
                .orElseThrow()
                .path("jars")
                .get(0);
        String installed = jar.path("sha256").asString();
        String other = "0".repeat(installed.length());
        Files.writeString(environment, stored.replace(installed, other));

        LaunchedPlateau refused = resume(run, "--credentials", RIG.credentials("add-controller", "desk"));

        Files.writeString(environment, stored);
        assertThat(refused.exitCode()).as(refused.everything()).isEqualTo(3);
        assertThat(refused.errors())
                .contains("This installation does not have the plugins of run ", "with the same jars: " + plugin);
        assertThat(run.path().resolve("result.json")).doesNotExist();
    }

    private LaunchedPlateau resume(RunFolder run, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("resume", run.path().toString()));
        arguments.addAll(List.of(options));
        LaunchedPlateau launched = LaunchedPlateau.start(folder, Map.of(), arguments);
        launched.awaitExit(END);
        return launched;
    }

    static List<JsonNode> audits(JsonNode result, String rule) {
        return result.path("audits")
                .valueStream()
                .filter(audit -> audit.path("rule").asString().equals(rule))
                .toList();
    }

    @Tag("slow")
    @Test
    void secondBrokerOrAgentOfFolderIsRefused() throws IOException, InterruptedException {
        LaunchedPlateau second = RIG.secondBroker();

        assertThat(second.exitCode()).as(second.everything()).isEqualTo(3);
        assertThat(second.errors()).contains("A broker of the folder ", " runs already, process ");
        assertThat(RIG.process("broker")).matches(LaunchedPlateau::isAlive);
        assertThat(Files.readString(Path.of(RIG.credentials("add-agent", "later"))))
                .as("the address of the broker that runs")
                .contains(":" + RIG.port());
        LaunchedPlateau agent = LaunchedPlateau.run(
                RIG.folder(),
                "agent",
                "--credentials",
                RIG.credentials("add-agent", "load2"),
                "--folder",
                "agents",
                "--allow",
                "any");
        assertThat(agent.exitCode()).as(agent.everything()).isEqualTo(3);
        assertThat(agent.errors()).contains("Agent load2 runs already on this host, with the folder ");
    }
}
