// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands and files of docs/rigs.md: the steps from new hosts to a judged run, an agent that drives nothing, and
 * agents over ssh. The other commands of the page are executed in runs of {@link RigIT} and of other classes with
 * {@link SharedRig}.
 */
@Tag("slow")
@Order(2)
final class RigGuideIT {
    private static final Duration END = Duration.ofMinutes(3);

    @TempDir
    private Path folder = Path.of("");

    private final List<LaunchedPlateau> running = new ArrayList<>();

    @AfterEach
    void end() {
        running.reversed().forEach(LaunchedPlateau::close);
    }

    @Test
    void commandsOfGuideProduceJudgedRun() throws IOException, InterruptedException {
        SharedRig.assumeProgram("nats-server");
        String section = RigPage.section("From two hosts to a judged run");
        int redis = Forked.freePort();
        String file = RigPage.blocks(section, "yaml").getFirst();
        assertThat(file).contains("redis.lab:6379");
        Files.writeString(folder.resolve("redis.yaml"), file.replace("redis.lab:6379", "127.0.0.1:" + redis));
        List<String> commands = RigPage.commands(section);
        assertThat(commands).hasSize(8);
        String port = Integer.toString(Forked.freePort());

        List<String> outputs = new ArrayList<>();
        try (Forked server = Forked.redis(folder, redis)) {
            assertThat(server.isAlive()).isTrue();
            for (String command : commands) {
                if (command.equals(commands.getLast())) {
                    addObservingAgent(port);
                }
                outputs.add(execute(command, port));
            }
        }

        assertThat(outputs.get(4)).contains("agent load1: connected, host ", "not calibrated yet");
        assertThat(outputs.get(5)).contains("agent load1: calibrated ", "99 of 100 waits late by at most");
        assertThat(outputs.get(6))
                .contains(
                        "agent load1: connected, ",
                        "compared with that of the broker's host within ",
                        " calibrated ",
                        "free",
                        "redis.yaml is valid");
        RunFolder run = RunFolder.only(Quickstart.runs(folder));
        assertThat(run.json("result.json").path("status").asString()).isEqualTo("completed");
        assertThat(run.intervals())
                .isNotEmpty()
                .allSatisfy(interval ->
                        assertThat(interval.path("agent").asString()).isEqualTo("load1"));
        assertThat(run.json("result.json").path("hosts").valueStream())
                .as("observed by the agent that drives no load")
                .singleElement()
                .satisfies(host -> {
                    assertThat(host.path("agent").asString()).isEqualTo("db1");
                    assertThat(host.path("drivesLoad").asBoolean()).isFalse();
                });
    }

    /** Starts the agent of the section on agents that drive nothing, and replaces the rig of the run file with the one of the section. */
    private void addObservingAgent(String port) throws IOException, InterruptedException {
        String observed = RigPage.section("Agents that drive nothing");
        execute("./plateau broker add-agent db1 --to db1.credentials", port);
        assertThat(RigPage.commands(observed)).hasSize(1);
        assertThat(execute(RigPage.commands(observed).getFirst(), port)).contains("and runs no plugin");
        String rig = RigPage.blocks(observed, "yaml").getFirst();
        Path file = folder.resolve("redis.yaml");
        String before = Files.readString(file);
        String after = before.replaceFirst("rig:\\n( .*\\n)+", Matcher.quoteReplacement(rig));
        assertThat(after).as(before).isNotEqualTo(before).contains(rig);
        Files.writeString(file, after);
    }

    /** A new command of the page needs a test, which is then named here. */
    @Test
    void everyCommandOfGuideIsTested() throws IOException {
        List<String> others = new ArrayList<>(RigPage.commands(RigPage.text()));
        for (String heading :
                List.of("From two hosts to a judged run", "Agents that drive nothing", "Agents over ssh")) {
            others.removeAll(RigPage.commands(RigPage.section(heading)));
        }
        assertThat(others)
                .containsExactlyInAnyOrder(
                        // RigIT
                        RigPage.command("./plateau resume last "),
                        RigPage.command("./plateau broker add-controller console "));
    }

    /** The page names exactly the cases of the script; {@code NamedTestsTest} checks the tests that it names. */
    @Test
    void faultsOfGuideMatchScriptCases() throws IOException {
        String script = Files.readString(LaunchedPlateau.home().resolve("verification/rig-faults"));
        Matcher all = Pattern.compile("readonly ALL=\"([^\"]+)\"").matcher(script);
        assertThat(all.find()).isTrue();
        List<String> cases =
                new ArrayList<>(List.of(all.group(1).replace("\\\n", "").split(" +")));
        cases.remove("none");
        List<String> named = RigPage.section("What happens when something fails")
                .lines()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.substring(line.lastIndexOf("| ", line.length() - 2)))
                .flatMap(cell -> Pattern.compile("`([a-z0-9-]+)`").matcher(cell).results())
                .map(name -> name.group(1))
                .toList();
        assertThat(named).containsExactlyInAnyOrderElementsOf(cases);
    }

    @Test
    void agentIsStartedAndStoppedOverSsh() throws IOException, InterruptedException {
        SharedRig.assumeProgram("nats-server");
        SharedRig.assumeProgram("sshd");
        String ssh = RigPage.section("Agents over ssh");
        List<String> commands = RigPage.commands(ssh);
        assertThat(commands).hasSize(2);
        String port = Integer.toString(Forked.freePort());
        execute("./plateau broker --host bench.lab", port);
        execute("./plateau broker add-agent load1 --to load1.credentials", port);
        execute("./plateau broker add-agent db1 --to db1.credentials", port);
        execute("./plateau broker add-controller desk --to desk.credentials", port);
        String file = RigPage.blocks(ssh, "yaml").getFirst();
        assertThat(file)
                .contains("bench@load1.lab", "/opt/plateau", "/etc/load1.credentials", "bench@db1.lab", "/etc/db1.");

        try (SshServer server = SshServer.start(folder)) {
            Files.writeString(
                    folder.resolve("lab.yaml"),
                    file.replace("bench@load1.lab", "127.0.0.1, port: " + server.port())
                            .replace("bench@db1.lab", "127.0.0.1, port: " + server.port())
                            .replace("/opt/plateau", LaunchedPlateau.home().toString())
                            .replace("/etc/load1.credentials", folder + "/load1.credentials")
                            .replace("/etc/db1.credentials", folder + "/db1.credentials")
                            .replace("/etc/load1.allow", "any"));
            String first = execute(commands.getFirst(), port);
            assertThat(first)
                    .contains(
                            "Agent load1 was started, process ", "Agent db1 was started, process ", ", on 127.0.0.1.");
            try {
                assertThat(execute(commands.getFirst(), port))
                        .as("the second time")
                        .contains(first.strip()
                                .replace("was started", "runs already")
                                .split("\n"));
            } finally {
                assertThat(execute(commands.get(1), port))
                        .contains("Agent load1 was ended, process ", "Agent db1 was ended, process ");
            }
            assertThat(execute(commands.get(1), port))
                    .contains("Agent load1 does not run, on 127.0.0.1.", "Agent db1 does not run, on 127.0.0.1.");
        }
        LaunchedPlateau unreachable =
                LaunchedPlateau.run(folder, "rig", "up", "lab.yaml", "--ssh-config", "ssh_config");
        assertThat(unreachable.exitCode()).as(unreachable.everything()).isEqualTo(3);
        assertThat(unreachable.errors()).contains("Agent load1: ssh does not reach 127.0.0.1: ", "refused");
    }

    /** The arguments of a command of the page, changed for this test: separate folders and port, one host, short phases. */
    private static List<String> arguments(String command, String port) {
        List<String> arguments = new ArrayList<>(RigPage.arguments(command.replace("bench.lab", "localhost")));
        switch (arguments.getFirst()) {
            case "broker" -> {
                arguments.addAll(List.of("--folder", "broker"));
                if (!arguments.get(1).startsWith("add-")) {
                    arguments.addAll(List.of("--port", port));
                }
            }
            case "agent" -> arguments.addAll(List.of("--folder", "agents"));
            case "run", "validate" -> {
                for (String setting : List.of(
                        "phases.rampUp=1s",
                        "phases.steady=3s",
                        "rig.onSutHosts=allow",
                        "workloads.cache.parameters.keySpace=1000")) {
                    arguments.addAll(List.of("--set", setting));
                }
            }
            case "rig" -> {
                if (!arguments.get(1).equals("status")) {
                    arguments.addAll(List.of("--ssh-config", "ssh_config"));
                }
            }
            default -> {} // Unchanged.
        }
        if (arguments.getFirst().equals("run")) {
            arguments.addAll(List.of("--runs-dir", "runs"));
        }
        return arguments;
    }

    private String execute(String command, String port) throws IOException, InterruptedException {
        LaunchedPlateau launched = LaunchedPlateau.start(folder, Map.of(), arguments(command, port));
        String ready = command.startsWith("./plateau agent ")
                ? "waits for runs"
                : command.startsWith("./plateau broker --") ? "Plateau broker: " : "";
        if (!ready.isEmpty()) {
            running.add(launched);
            Await.until(END, launched::everything, () -> launched.output().contains(ready) || !launched.isAlive());
            assertThat(launched.isAlive()).as(launched.everything()).isTrue();
            return launched.output();
        }
        try (launched) {
            // On a machine that is busy with other tests the run may be invalid.
            assertThat(launched.awaitExit(END))
                    .as(command + ": " + launched.everything())
                    .isIn(command.startsWith("./plateau run ") ? List.of(0, 1, 2) : List.of(0));
            return launched.everything();
        }
    }
}
