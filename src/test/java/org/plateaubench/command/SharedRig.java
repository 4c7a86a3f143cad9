// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.plateaubench.process.FileTree;

/**
 * A broker with agents, all of them processes that the launcher has started, for every class that uses it: a test
 * starts what an earlier one has killed. The classes hold {@link LaunchedPlateau#DRIVEN_BY_RIG}, so that only one uses
 * it at once.
 */
public final class SharedRig implements BeforeAllCallback {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(3);
    private static final Path INSTALLATION = LaunchedPlateau.home().resolve("distribution/target/plateau");
    private static final String AGENT_READY = "waits for runs";
    private static final String RESTRICTED = "load1";

    /** The started processes; closed when all tests have ended. */
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
        assumeProgram("nats-server");
        shared = context.getRoot()
                .getStore(Namespace.GLOBAL)
                .computeIfAbsent(Processes.class, type -> new Processes(), Processes.class);
    }

    static void assumeProgram(String name) {
        assumeThat(Stream.of("/usr/sbin", "/usr/local/bin", "/usr/bin").map(Path::of))
                .as("this host has " + name)
                .anyMatch(folder -> Files.isExecutable(folder.resolve(name)));
    }

    /** The users that most tests need, each with the command that adds it. */
    private static final Map<String, String> DEFAULT_USERS =
            Map.of("load1", "add-agent", "load2", "add-agent", "desk", "add-controller");

    public int port() {
        return shared.port;
    }

    /** Starts the broker, if it is not running. */
    public void broker() throws IOException, InterruptedException {
        start(
                "broker",
                "Plateau broker: ",
                List.of("broker", "--folder", "broker", "--port", Integer.toString(shared.port)),
                Map.of());
        admit(DEFAULT_USERS);
    }

    /**
     * Starts the broker and agents that drive load, if they are not running. The administrator of {@code load1} allows
     * what {@link #allowFile} names, and that agent is installed without plugins; the others run any plugin.
     */
    public void agents(String... names) throws IOException, InterruptedException {
        broker();
        for (String name : names) {
            if (!name.equals(RESTRICTED)) {
                agent(name, Map.of(), "--allow", "any");
            } else if (!isRunning(name)) {
                start(
                        name,
                        AGENT_READY,
                        withoutPlugins(),
                        agentArguments(name, "--allow", allowFile().toString()),
                        Map.of());
            }
        }
    }

    /** Starts an agent with options, if it is not running. */
    public void agent(String name, Map<String, String> environment, String... options)
            throws IOException, InterruptedException {
        start(name, AGENT_READY, LaunchedPlateau.launcher(), agentArguments(name, options), environment);
    }

    private List<String> agentArguments(String name, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("agent", "--credentials", credentials("add-agent", name), "--folder", "agents"));
        arguments.addAll(List.of(options));
        return arguments;
    }

    /** A file for {@code --allow}, made by the command of docs/rigs.md from the jars of the installation. */
    public Path allowFile() throws IOException, InterruptedException {
        Path made = shared.folder.resolve("jars.sha256");
        String command = RigPage.command("sha256sum ").replace("jars.sha256", made.toString());
        Process sums = new ProcessBuilder("sh", "-c", command)
                .directory(INSTALLATION.toFile())
                .redirectErrorStream(true)
                .redirectOutput(shared.folder.resolve("sha256sum.txt").toFile())
                .start();
        assertThat(sums.waitFor(START.toSeconds(), TimeUnit.SECONDS))
                .as(command)
                .isTrue();
        assertThat(sums.exitValue()).as(command).isZero();
        assertThat(made).isNotEmptyFile();
        return made;
    }

    /** The launcher of an installation that has no plugins. */
    private static Path withoutPlugins() throws IOException {
        Path bare = shared.folder.resolve("bare");
        if (!Files.exists(bare)) {
            Files.createDirectory(bare);
            try (Stream<Path> all = Files.list(INSTALLATION)) {
                for (Path each : all.toList()) {
                    Path name = bare.resolve(each.getFileName());
                    if (each.endsWith("plateau")) {
                        Files.copy(each, name, StandardCopyOption.COPY_ATTRIBUTES);
                    } else if (!each.endsWith("plugins")) {
                        Files.createSymbolicLink(name, each);
                    }
                }
            }
        }
        return bare.resolve("plateau");
    }

    private static boolean isRunning(String name) {
        LaunchedPlateau existing = shared.running.get(name);
        return existing != null && existing.isAlive();
    }

    private static void start(String name, String ready, List<String> arguments, Map<String, String> environment)
            throws IOException {
        start(name, ready, LaunchedPlateau.launcher(), arguments, environment);
    }

    private static void start(
            String name, String ready, Path launcher, List<String> arguments, Map<String, String> environment)
            throws IOException {
        if (isRunning(name)) {
            return;
        }
        LaunchedPlateau launched = LaunchedPlateau.startOf(launcher, shared.folder, environment, arguments);
        shared.running.put(name, launched);
        Await.until(START, launched::everything, () -> launched.output().contains(ready) || !launched.isAlive());
        assertThat(launched.isAlive()).as(launched.everything()).isTrue();
    }

    /** The credentials file of a user, which the broker admits on the first call; {@code add-agent} or {@code add-controller}. */
    public String credentials(String command, String name) throws IOException, InterruptedException {
        admit(Map.of(name, command));
        return file(name).toString();
    }

    private static Path file(String name) {
        return shared.folder.resolve(name + ".credentials");
    }

    /** Adds the users who have no credentials yet, by their names. */
    private static void admit(Map<String, String> commands) throws IOException, InterruptedException {
        Map<String, String> missing = new TreeMap<>(commands);
        missing.keySet().removeIf(name -> Files.exists(file(name)));
        if (missing.isEmpty()) {
            return;
        }
        CommandBatch adding = new CommandBatch(shared.folder, Map.of());
        missing.forEach((name, command) ->
                adding.add("broker", command, name, "--to", file(name).toString(), "--folder", "broker"));
        assertThat(adding.run()).hasSameSizeAs(missing.keySet()).allSatisfy(added -> {
            assertThat(added.exitCode()).as(added.everything()).isZero();
            assertThat(added.output()).contains("which the broker admits now.");
        });
    }

    /** Withdraws the credentials of an agent, whose name no other test may use. */
    public void withdraw(String name) throws IOException, InterruptedException {
        runOnBroker(RigPage.command("./plateau broker remove-agent ").replace("NAME", name));
    }

    /** Executes a command of docs/rigs.md on the folder of the broker. */
    public void runOnBroker(String command) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(RigPage.arguments(command));
        arguments.addAll(List.of("--folder", "broker"));
        LaunchedPlateau done = LaunchedPlateau.run(shared.folder, arguments.toArray(String[]::new));
        assertThat(done.exitCode()).as(done.everything()).isZero();
    }

    public Path jars(String agent) {
        return shared.folder.resolve("agents/" + agent + "/jars");
    }

    /** The process with a name. */
    public LaunchedPlateau process(String name) {
        return Objects.requireNonNull(shared.running.get(name), name);
    }

    public void kill(String name) throws IOException, InterruptedException {
        process(name).signal("KILL");
        process(name).awaitExit(END);
    }

    /** Ends a process as an administrator does, with SIGTERM. */
    public void end(String name) throws IOException, InterruptedException {
        if (isRunning(name)) {
            process(name).signal("TERM");
            process(name).awaitExit(END);
        }
    }

    /** The folder that contains the folders of the agents. */
    public Path folder() {
        return shared.folder;
    }

    /** Tries to start a second broker on the same folder. */
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

    /** Starts a run that is stored below the folder. */
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
