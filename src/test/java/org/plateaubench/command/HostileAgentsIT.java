// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.plateaubench.rig.Subjects;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.ToController;
import tools.jackson.databind.JsonNode;

/**
 * Attacks by the holder of an agent's credentials, with a real broker and real runs: they do not affect others, and the
 * attacker is named.
 */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN_BY_RIG)
final class HostileAgentsIT {
    private static final Duration END = Duration.ofMinutes(3);

    @RegisterExtension
    static final SharedRig RIG = new SharedRig();

    @TempDir
    private Path folder = Path.of("");

    /** Sends a forbidden message. */
    @FunctionalInterface
    private interface Attack {
        void by(HostileAgent agent) throws Exception;
    }

    @BeforeEach
    void startRig() throws IOException, InterruptedException {
        RIG.agents("load1");
    }

    /** The attacks, with the run's report about each. */
    private static Map<String, Attack> attacks() {
        Map<String, Attack> attacks = new LinkedHashMap<>();
        attacks.put(
                "bytes that do not begin as a part of a message does",
                agent -> agent.raw("garbage, and some more of it".getBytes(StandardCharsets.UTF_8)));
        attacks.put(
                "a part of 600020 bytes; at most 524308 are read",
                agent -> agent.part(HostileAgent.LAST, 100, new byte[600_000]));
        attacks.put("more than 5000 parts within 10 s that it had sent before or that say nothing", agent -> {
            for (int replay = 0; replay < 20_000; replay++) {
                agent.part(HostileAgent.LAST, 0, new byte[100]);
            }
        });
        attacks.put("what cannot be read: the message is refused: ", agent -> agent.say(deep(100_000)));
        return attacks;
    }

    /** JSON with many levels, in the frame of a message whose checksum is right. */
    private static byte[] deep(int levels) throws Exception {
        byte[] json = "[".repeat(levels).getBytes(StandardCharsets.US_ASCII);
        CRC32C checksum = new CRC32C();
        checksum.update(json);
        return ByteBuffer.allocate(8 + json.length)
                .put(MessageCodec.bytes(new ToController.Heartbeat(0)), 0, 4)
                .putInt((int) checksum.getValue())
                .put(json)
                .array();
    }

    /** Each is a client of its own beside an agent that is honest, in one run. */
    @Test
    void eachIsCutOffAndNamedAndTheRunEndsWithTheFiguresOfTheOthers() throws Exception {
        Map<String, Attack> attacks = attacks();
        List<String> names = IntStream.rangeClosed(1, attacks.size())
                .mapToObj(number -> "hostile" + number)
                .toList();
        List<HostileAgent> hostile = new ArrayList<>();
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis)) {
            assertThat(server.isAlive()).isTrue();
            for (String credentials : RIG.credentials(names)) {
                hostile.add(HostileAgent.connect(credentials));
            }
            try (LaunchedPlateau launched = RIG.run(
                    folder,
                    SharedRig.runFile(redis, "6s, drain: 2s", ""),
                    "--agents",
                    "load1," + String.join(",", names))) {
                for (HostileAgent agent : hostile) {
                    agent.awaitStart();
                }
                reachFor(hostile.getFirst());
                int next = 0;
                for (Attack attack : attacks.values()) {
                    hostile.get(next).turn();
                    attack.by(hostile.get(next++));
                }

                assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(3);
                next = 0;
                for (String what : attacks.keySet()) {
                    String name = names.get(next++);
                    assertThat(launched.errors())
                            .containsPattern("Agent " + name + " has gone: (it|Agent " + name
                                    + ") was cut off, since it sent " + Pattern.quote(what));
                }
                isWhole(RunFolder.only(Quickstart.runs(folder)), names, redis);
            }
        } finally {
            for (HostileAgent agent : hostile) {
                agent.close();
            }
        }
    }

    /** The subjects of another agent and those of controllers, by one that takes part in the run. */
    private static void reachFor(HostileAgent agent) throws IOException {
        for (String subject : List.of(
                Subjects.from("load1", agent.run()),
                Subjects.to("load1", agent.run()),
                Subjects.presence("load1"),
                "$KV." + Subjects.LEASES + ".load1",
                "$JS.API.STREAM.NAMES")) {
            agent.publish(subject, "{}".getBytes(StandardCharsets.UTF_8));
            agent.awaitRefusal("Permissions Violation for Publish to", subject);
        }
        for (String subject :
                List.of(Subjects.to("load1", "*"), "plateau.from.>", "plateau.rig.>", "$KV.>", "_INBOX.>", ">")) {
            agent.subscribe(subject);
            agent.awaitRefusal("Permissions Violation for Subscription to", '"' + subject + '"');
        }
        // Of a run that there is not: nobody listens.
        agent.publish(Subjects.from(agent.name(), agent.run() + "-2"), new byte[1_000]);
    }

    /** The honest agent has every interval, and its figures are those that the server counted. */
    private static void isWhole(RunFolder run, List<String> hostile, int redis) throws Exception {
        JsonNode result = run.json("result.json");
        assertThat(result.path("verdict").asString()).isEqualTo("invalid");
        assertThat(RigIT.audits(result, "M17-lost-agents")).singleElement().satisfies(audit -> {
            assertThat(audit.path("state").asString()).isEqualTo("violated");
            assertThat(audit.path("message").asString()).contains(hostile).doesNotContain("load1");
        });
        List<Long> numbers = RigIT.intervals(run, "load1");
        assertThat(numbers)
                .isEqualTo(LongStream.range(0, numbers.size()).boxed().toList());
        List<JsonNode> own = run.lines("intervals.ndjson").stream()
                .filter(interval -> interval.path("agent").asString().equals("load1"))
                .toList();
        assertThat(own.getLast().path("last").asBoolean()).isTrue();
        long counted = own.stream()
                .flatMap(interval -> interval.path("workloads").valueStream())
                .flatMap(workload -> workload.path("lines").valueStream())
                .mapToLong(line -> line.path("ok").asLong())
                .sum();
        assertThat(counted).isEqualTo(increments(redis)).isPositive();
    }

    private static long increments(int redis) throws IOException, InterruptedException {
        Process asked = new ProcessBuilder(
                        "redis-cli", "-h", "127.0.0.1", "-p", Integer.toString(redis), "info", "commandstats")
                .start();
        String told = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(asked.waitFor()).isZero();
        String begin = "cmdstat_incr:calls=";
        return told.lines()
                .filter(line -> line.startsWith(begin))
                .mapToLong(line -> Long.parseLong(line.substring(begin.length(), line.indexOf(','))))
                .sum();
    }

    /** One that answers an offer with garbage keeps the run from beginning, and is named. */
    @Test
    void oneThatIsHostileBeforeTheLoadIsNamedAndNothingBegins() throws Exception {
        try (HostileAgent agent = HostileAgent.connect(RIG.credentials("add-agent", "hostile1"));
                LaunchedPlateau launched =
                        RIG.run(folder, SharedRig.runFile(Forked.freePort(), "2s", ""), "--agents", "load1,hostile1")) {
            Await.until(END, launched::everything, () -> !agent.run().isEmpty());
            agent.raw(new byte[30]);

            assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(3);
            String sentence =
                    "Agent hostile1 was cut off, since it sent bytes that do not begin as a part of a message does.";
            assertThat(launched.errors()).contains(sentence);
            JsonNode result = RunFolder.only(Quickstart.runs(folder)).json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("not-started");
            assertThat(result.path("conclusion").path("detail").asString()).contains(sentence);
        }
    }

    /** Neither as they are, nor when they are changed to claim another role. */
    @Test
    void theCredentialsOfAnAgentStartNoRunAndReadNothing() throws Exception {
        Path own = Path.of(RIG.credentials("add-agent", "hostile1"));
        Path forged = changed(own, "\"role\":\"agent\"", "\"role\":\"controller\"");
        Path file = Files.writeString(folder.resolve("rig.yaml"), SharedRig.runFile(Forked.freePort(), "1s", ""));
        List<List<String>> commands = List.of(
                List.of(
                        "run",
                        file.toString(),
                        "--agents",
                        "load1",
                        "--runs-dir",
                        folder.resolve("runs").toString()),
                List.of("rig", "status"),
                List.of("calibrate", "--rig"));
        CommandsInOne all = new CommandsInOne(folder, Map.of());
        for (List<String> command : commands) {
            for (Path credentials : List.of(own, forged)) {
                List<String> arguments = new ArrayList<>(command);
                arguments.addAll(List.of("--credentials", credentials.toString()));
                all.add(arguments.toArray(String[]::new));
            }
        }
        List<CommandsInOne.Done> done = all.run();
        for (int command = 0; command < commands.size(); command++) {
            CommandsInOne.Done refused = done.get(2 * command);
            assertThat(refused.exitCode()).as(refused.everything()).isEqualTo(3);
            assertThat(refused.errors())
                    .contains("The credentials of hostile1 are those of an agent; a run needs those of a controller");

            CommandsInOne.Done denied = done.get(2 * command + 1);
            assertThat(denied.exitCode()).as(denied.everything()).isEqualTo(3);
            assertThat(denied.errors()).contains(" refuses hostile1: Permissions Violation for ");
            assertThat(denied.output()).doesNotContain("load1");
        }
    }

    /** An agent's own process says so as well. */
    @Test
    void anAgentUnderTheNameOfAnotherIsRefusedWithASentence() throws Exception {
        Path forged = changed(
                Path.of(RIG.credentials("add-agent", "hostile1")), "\"name\":\"hostile1\"", "\"name\":\"load1\"");
        List<String> arguments =
                List.of("agent", "--credentials", forged.toString(), "--folder", folder.toString(), "--allow", "any");
        try (LaunchedPlateau launched = LaunchedPlateau.start(folder, Map.of(), arguments)) {
            Await.until(
                    END,
                    launched::everything,
                    () -> launched.everything()
                                    .contains(
                                            "refuses load1: Permissions Violation for Publish to \"plateau.rig.load1\"")
                            && launched.everything()
                                    .contains("refuses load1: Permissions Violation for Subscription to"
                                            + " \"plateau.to.load1.*\""));
        }
    }

    /** A credentials file that was copied to two hosts: both would drive the part of one, and only one be counted. */
    @Test
    void noRunPassesWithTwoProcessesOfOneAgent() throws Exception {
        RIG.agents("twin");
        String credentials = RIG.credentials("add-agent", "twin");
        LaunchedPlateau sameFolder = LaunchedPlateau.run(
                RIG.journals("twin").resolve("../../..").normalize(),
                "agent",
                "--credentials",
                credentials,
                "--folder",
                "agents",
                "--allow",
                "any");
        assertThat(sameFolder.exitCode()).as(sameFolder.everything()).isEqualTo(3);
        assertThat(sameFolder.errors()).contains("Agent twin runs already on this host, with the folder ");

        int redis = Forked.freePort();
        List<String> second = List.of(
                "agent",
                "--credentials",
                credentials,
                "--folder",
                folder.resolve("second").toString(),
                "--allow",
                "any");
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau other = LaunchedPlateau.start(folder, Map.of(), second)) {
            assertThat(server.isAlive()).isTrue();
            Await.until(END, other::everything, () -> other.output().contains("waits for runs"));
            try (LaunchedPlateau launched = RIG.run(folder, SharedRig.runFile(redis, "4s", ""), "--agents", "twin")) {
                assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(3);
                assertThat(launched.errors())
                        .contains("The controller of agent twin was cut off, since it sent an acknowledgement of part ")
                        .contains(", which this process never sent; another one may have the same credentials.");
            }
        }
    }

    private Path changed(Path credentials, String from, String to) throws IOException {
        String text = Files.readString(credentials);
        assertThat(text).contains(from);
        return Files.writeString(folder.resolve("forged.credentials"), text.replace(from, to));
    }
}
