// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.plateaubench.process.FileTree;

/**
 * A broker with agents, all of them processes that the launcher has started, for every class that uses it: a test starts
 * what an earlier one has killed. The classes hold {@link LaunchedPlateau#DRIVEN_BY_RIG}, so that only one uses it at once.
 */
public final class SharedRig implements BeforeAllCallback {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(3);

    /** What is started; closed when all tests have ended. */
    private static final class Processes implements AutoCloseable {
        private final Path folder;
        private final int port;
        private final Map<String, LaunchedPlateau> running = new LinkedHashMap<>();

        Processes() {
            try {
                folder = Files.createTempDirectory("plateau-rig-");
                port = Forked.freePort();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            running.values().forEach(LaunchedPlateau::close);
            FileTree.remove(folder);
        }
    }

    private static Processes shared = new Processes();

    @Override
    public void beforeAll(ExtensionContext context) {
        assumeThat(Stream.of("/usr/sbin", "/usr/local/bin", "/usr/bin").map(Path::of))
                .as("this host has a nats-server")
                .anyMatch(place -> Files.isExecutable(place.resolve("nats-server")));
        shared = context.getRoot()
                .getStore(Namespace.GLOBAL)
                .computeIfAbsent(Processes.class, type -> new Processes(), Processes.class);
    }

    /** The port of the broker. */
    public int port() {
        return shared.port;
    }

    /** Starts the broker, where none runs. */
    public void broker() throws IOException {
        start(
                "broker",
                "Plateau broker: ",
                List.of("broker", "--folder", "broker", "--port", Integer.toString(shared.port)),
                Map.of());
    }

    /** Starts broker and agents that drive load, where they do not run. */
    public void agents(String... names) throws IOException, InterruptedException {
        broker();
        for (String name : names) {
            agent(name, Map.of(), "--allow", "any");
        }
    }

    /** Starts an agent with options, where it does not run. */
    public void agent(String name, Map<String, String> environment, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("agent", "--credentials", credentials("add-agent", name), "--folder", "agents"));
        arguments.addAll(List.of(options));
        start(name, "waits for runs", arguments, environment);
    }

    private static void start(String name, String ready, List<String> arguments, Map<String, String> environment)
            throws IOException {
        LaunchedPlateau there = shared.running.get(name);
        if (there != null && there.isAlive()) {
            return;
        }
        LaunchedPlateau launched = LaunchedPlateau.start(shared.folder, environment, arguments);
        shared.running.put(name, launched);
        Await.until(START, launched::everything, () -> launched.output().contains(ready) || !launched.isAlive());
        assertThat(launched.isAlive()).as(launched.everything()).isTrue();
    }

    /** The credentials file of a user, whom the broker admits when it is first asked for; {@code add-agent} or {@code add-controller}. */
    public String credentials(String command, String name) throws IOException, InterruptedException {
        Path file = shared.folder.resolve(name + ".credentials");
        if (!Files.exists(file)) {
            LaunchedPlateau added = LaunchedPlateau.run(
                    shared.folder, "broker", command, name, "--to", file.toString(), "--folder", "broker");
            assertThat(added.exitCode()).as(added.everything()).isZero();
            assertThat(added.output()).contains("which the broker admits now.");
        }
        return file.toString();
    }

    /** Withdraws the credentials of an agent, whose name no other test may use. */
    public void withdraw(String name) throws IOException, InterruptedException {
        LaunchedPlateau removed =
                LaunchedPlateau.run(shared.folder, "broker", "remove-agent", name, "--folder", "broker");
        assertThat(removed.exitCode()).as(removed.everything()).isZero();
    }

    /** What was started under a name. */
    public LaunchedPlateau process(String name) {
        return Objects.requireNonNull(shared.running.get(name), name);
    }

    /** Kills what was started under a name. */
    public void kill(String name) throws IOException, InterruptedException {
        process(name).signal("KILL");
        process(name).awaitExit(END);
    }

    /** Ends what was started under a name, as a person does. */
    public void end(String name) throws IOException, InterruptedException {
        LaunchedPlateau there = shared.running.get(name);
        if (there != null && there.isAlive()) {
            there.signal("TERM");
            there.awaitExit(END);
        }
    }

    /** The journals of an agent. */
    public Path journals(String agent) {
        return shared.folder.resolve("agents/" + agent + "/journals");
    }

    /** Another command on the folder of the broker. */
    public LaunchedPlateau secondBroker() throws IOException, InterruptedException {
        return LaunchedPlateau.run(
                shared.folder, "broker", "--folder", "broker", "--port", Integer.toString(Forked.freePort()));
    }

    /** A run file of a Redis on a port of this host. */
    public static String runFile(int server, String steady, String rig) {
        return """
                run: { name: rig, seed: 42 }
                phases: { rampUp: 1s, steady: %s, rampDown: 1s }
                %ssuts: { cache: { service: redis, mode: external, address: ["127.0.0.1:%d"] } }
                workloads:
                  cache:
                    plugin: redis
                    sut: cache
                    load: { rate: 80/s, maxUsers: 16 }
                    mix: { flat: { incr: 1 } }
                    parameters: { keySpace: 1000, fill: 0 }
                """.formatted(steady, rig, server);
    }

    /** Starts a run in a folder, whose runs are below it. */
    LaunchedPlateau run(Path folder, String runFile, String... options) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("rig.yaml"), runFile);
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                file.toString(),
                "--credentials",
                credentials("add-controller", "desk"),
                "--runs-dir",
                Quickstart.runs(folder).toString()));
        arguments.addAll(List.of(options));
        return LaunchedPlateau.start(folder, Map.of(), arguments);
    }
}
