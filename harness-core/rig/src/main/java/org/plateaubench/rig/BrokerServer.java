// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.process.Program;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.process.StopSignal;
import org.plateaubench.spi.SutException;

/** A running nats-server, which ends when this process does. Thread-safe. */
public final class BrokerServer implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration RELOAD_LIMIT = Duration.ofSeconds(15);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private static final String NAME = "nats";

    private final ServerProcess process;
    private final BrokerClock clock;
    private final WithdrawnAgents withdrawn;

    private BrokerServer(ServerProcess process, BrokerClock clock, WithdrawnAgents withdrawn) {
        this.process = process;
        this.clock = clock;
        this.withdrawn = withdrawn;
    }

    public static Path program(@Nullable Path named) throws IOException {
        return program(named, Program.find("nats-server", List.of()));
    }

    static Path program(@Nullable Path named, Optional<Path> found) throws IOException {
        if (named != null) {
            if (!Files.isExecutable(named)) {
                throw new IOException(named + " is not a program that can be executed.");
            }
            return named.toAbsolutePath();
        }
        return found.orElseThrow(
                () -> new IOException("There is no nats-server on the search path: install one (apt install"
                        + " nats-server, brew install nats-server, or the program of"
                        + " https://github.com/nats-io/nats-server/releases), or name it with --server."));
    }

    /** Refuses a second server; called before a folder is prepared, which replaces the running server's address. */
    public static void requireNone(Path folder) throws IOException {
        String running = process(BrokerFolder.at(folder));
        if (isAlive(running)) {
            throw new IOException(
                    "A broker of the folder " + folder.toAbsolutePath() + " runs already, process " + running + ".");
        }
    }

    public static BrokerServer start(Path program, BrokerFolder folder) throws IOException, InterruptedException {
        requireNone(folder.path());
        String users = Files.readString(folder.configuration());
        ServerCommand command = ServerCommand.program(
                        "nats-server",
                        List.of(
                                program.toString(),
                                "--config",
                                folder.configuration().toString()),
                        folder.path(),
                        folder.log())
                .withStop(StopSignal.TERM, STOP_LIMIT);
        try {
            ServerProcess server = Servers.launched(servers -> servers.start(
                    command,
                    child -> child.hasLogged("Server is ready") ? Optional.of(true) : Optional.empty(),
                    START_LIMIT));
            BrokerServer answering = answering(server, folder);
            if (!users.equals(Files.readString(folder.configuration()))) {
                // A user was added meanwhile, perhaps after the server had read its configuration.
                reload(program, folder);
            }
            return answering;
        } catch (SutException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static BrokerServer answering(ServerProcess server, BrokerFolder folder)
            throws IOException, SutException, InterruptedException {
        try {
            BrokerClock clock = BrokerClock.open(folder.clock(), SystemClock.since(0)::nanoTime);
            return new BrokerServer(server, clock, new WithdrawnAgents(folder, clock::withdrawn));
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /** Makes a running server reload its configuration, which disconnects removed users, and waits for it. */
    public static boolean reload(Path program, BrokerFolder folder) throws IOException, InterruptedException {
        String pid = process(folder);
        if (!isAlive(pid)) {
            return false;
        }
        long known = Files.size(folder.log());
        Program signal = new Program(
                List.of(program.toString(), "--signal", "reload=" + pid), folder.path(), folder.reloadLog());
        if (!signal.run(RELOAD_LIMIT)) {
            throw new IOException("The server did not read its configuration again: " + signal.firstWords() + ".");
        }
        awaitReloaded(folder.log(), known, pid);
        return true;
    }

    /** Waits for the confirmation in the log, because the program only sends a signal. */
    private static void awaitReloaded(Path log, long known, String pid) throws IOException, InterruptedException {
        NanoClock clock = SystemClock.instance();
        long deadline = clock.nanoTime() + RELOAD_LIMIT.toNanos();
        while (true) {
            String output = since(log, known);
            if (output.contains("Reloaded server configuration")) {
                return;
            }
            if (output.contains("Failed to reload") || !isAlive(pid) || clock.nanoTime() > deadline) {
                throw new IOException("The server did not read its configuration again, see " + log + ".");
            }
            TimeUnit.NANOSECONDS.sleep(POLL_INTERVAL.toNanos());
        }
    }

    private static String since(Path log, long known) throws IOException {
        try (InputStream in = Files.newInputStream(log)) {
            // A shorter log was started again.
            in.skipNBytes(Files.size(log) < known ? 0 : known);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String process(BrokerFolder folder) throws IOException {
        return Files.exists(folder.pid()) ? Files.readString(folder.pid()).strip() : "";
    }

    private static boolean isAlive(String pid) {
        return pid.matches("[0-9]{1,9}")
                && ProcessHandle.of(Long.parseLong(pid))
                        .filter(ProcessHandle::isAlive)
                        // After a restart of the host, the process id may belong to any process.
                        .filter(process -> process.info().command().orElse(NAME).contains(NAME))
                        .isPresent();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public String ending() {
        return process.ending();
    }

    @Override
    public void close() throws IOException {
        withdrawn.close();
        clock.close();
        try {
            process.close();
        } catch (SutException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Sends controllers the names of agents that the broker no longer admits. Another process withdraws credentials, so the
     * folder of the broker is polled. A controller whose connection is interrupted does not receive the first message, so
     * it is repeated for some seconds, unless the agent is admitted again. Thread-safe.
     */
    private static final class WithdrawnAgents implements AutoCloseable {
        private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
        private static final int TIMES = 10;

        private final BrokerFolder folder;
        private final Consumer<String> controllers;
        private final Map<String, Integer> pending = new HashMap<>();
        private final Thread looking;
        private Map<String, String> admitted;

        WithdrawnAgents(BrokerFolder folder, Consumer<String> controllers) throws IOException {
            this.folder = folder;
            this.controllers = controllers;
            admitted = folder.agentPasswords();
            looking = Thread.ofPlatform().daemon().name("plateau-withdrawn").start(this::poll);
        }

        private void poll() {
            try {
                while (true) {
                    TimeUnit.NANOSECONDS.sleep(POLL_INTERVAL.toNanos());
                    read();
                    pending.keySet().forEach(controllers);
                    pending.replaceAll((agent, times) -> times - 1);
                    pending.values().removeIf(times -> times <= 0);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void read() {
            try {
                Map<String, String> now = folder.agentPasswords();
                admitted.forEach((agent, password) -> {
                    if (!password.equals(now.get(agent))) {
                        // An agent with a new password is reported once, since a controller may engage it again.
                        pending.put(agent, now.containsKey(agent) ? 1 : TIMES);
                    }
                });
                now.keySet().stream()
                        .filter(agent -> !admitted.containsKey(agent))
                        .forEach(pending::remove);
                admitted = now;
            } catch (IOException e) {
                // The file is being written; the next poll reads it.
                return;
            }
        }

        @Override
        public void close() {
            looking.interrupt();
        }
    }
}
