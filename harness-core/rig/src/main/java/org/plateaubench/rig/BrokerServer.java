// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.process.Program;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.process.StopSignal;
import org.plateaubench.spi.SutException;
import org.plateaubench.wire.RefusedMessageException;

/** A running nats-server, which ends when this process does. Thread-safe. */
public final class BrokerServer implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration RELOAD_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private static final String NAME = "nats";

    private final ServerProcess process;
    private final HostClock clock;

    private BrokerServer(ServerProcess process, HostClock clock) {
        this.process = process;
        this.clock = clock;
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
        String running = processId(new BrokerFolder(folder));
        if (isAlive(running)) {
            throw new IOException(
                    "A broker of the folder " + folder.toAbsolutePath() + " runs already, process " + running + ".");
        }
    }

    public static BrokerServer start(Path program, BrokerFolder folder) throws IOException, InterruptedException {
        requireNone(folder.path());
        String users = Files.readString(folder.configuration());
        String configuration = folder.configuration().toString();
        List<String> commandLine = List.of(program.toString(), "--config", configuration);
        ServerCommand command = ServerCommand.program("nats-server", commandLine, folder.path(), folder.log())
                .withStop(StopSignal.TERM, STOP_TIMEOUT);
        try {
            ServerProcess server = Servers.launch(servers -> servers.start(
                    command,
                    child -> child.hasLogged("Server is ready") ? Optional.of(true) : Optional.empty(),
                    START_TIMEOUT));
            BrokerServer started = withHostClock(server, folder);
            if (!users.equals(Files.readString(folder.configuration()))) {
                // A user was added in the meantime, possibly after the server had read its configuration.
                reload(program, folder);
            }
            return started;
        } catch (SutException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static BrokerServer withHostClock(ServerProcess server, BrokerFolder folder)
            throws IOException, SutException, InterruptedException {
        try {
            return new BrokerServer(server, new HostClock(folder.clock()));
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /** Withdraws credentials; a running server ends the connections of the user, and controllers receive the reason. */
    public static boolean withdraw(Path program, BrokerFolder folder, String name)
            throws IOException, InterruptedException {
        folder.remove(name);
        if (!reload(program, folder)) {
            return false;
        }
        try (BrokerConnection connection = BrokerConnection.open(folder.clock(), new BrokerConnection.Watcher() {})) {
            connection.publish(Subjects.withdrawn(name), new byte[0]);
        }
        return true;
    }

    /** Makes a running server reload its configuration, which disconnects removed users, and waits for it. */
    public static boolean reload(Path program, BrokerFolder folder) throws IOException, InterruptedException {
        String pid = processId(folder);
        if (!isAlive(pid)) {
            return false;
        }
        long logSizeBytes = Files.size(folder.log());
        Program signal = new Program(
                List.of(program.toString(), "--signal", "reload=" + pid), folder.path(), folder.reloadLog());
        if (!signal.run(RELOAD_TIMEOUT)) {
            throw new IOException("The server did not read its configuration again: " + signal.outputExcerpt() + ".");
        }
        awaitReloaded(folder.log(), logSizeBytes, pid);
        return true;
    }

    /** Waits for the confirmation in the log, because the program only sends a signal. */
    private static void awaitReloaded(Path log, long logSizeBytes, String pid)
            throws IOException, InterruptedException {
        NanoClock clock = SystemClock.instance();
        long deadline = clock.nanoTime() + RELOAD_TIMEOUT.toNanos();
        while (true) {
            String output = since(log, logSizeBytes);
            if (output.contains("Reloaded server configuration")) {
                return;
            }
            if (output.contains("Failed to reload") || !isAlive(pid) || clock.nanoTime() > deadline) {
                throw new IOException("The server did not read its configuration again, see " + log + ".");
            }
            TimeUnit.NANOSECONDS.sleep(POLL_INTERVAL.toNanos());
        }
    }

    private static String since(Path log, long logSizeBytes) throws IOException {
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(logSizeBytes);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String processId(BrokerFolder folder) throws IOException {
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
        clock.close();
        try {
            process.close();
        } catch (SutException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The clock of this host for agents, which is available without a controller. Thread-safe. */
    static final class HostClock implements AutoCloseable {
        /** Length of an answer: the clock, and the number that identifies the host and its start. */
        static final int ANSWER_BYTES = 2 * Long.BYTES;

        private final BrokerConnection connection;
        private final long host = EngagedAgent.startOfThisHost();
        /** The clock of the host, which continues when the broker is restarted. */
        private final NanoClock clock = SystemClock.since(0);

        HostClock(Credentials user) throws IOException, InterruptedException {
            connection = BrokerConnection.open(user, new BrokerConnection.Watcher() {});
            connection.subscribe(Subjects.from("*", Subjects.BROKER_CLOCK), this::answer);
        }

        private void answer(String subject, byte[] bytes, @Nullable String replyTo) {
            try {
                byte[] answer = ByteBuffer.allocate(ANSWER_BYTES)
                        .putLong(clock.nanoTime())
                        .putLong(host)
                        .array();
                long number = Frame.of(bytes).number();
                Frame frame = new Frame(Frame.Kind.CLOCK, Frame.NO_LEASE, number, answer);
                connection.publish(Subjects.to(Subjects.agentOf(subject), Subjects.BROKER_CLOCK), frame.bytes());
            } catch (RefusedMessageException e) {
                // An agent of another version cannot take part in a run of this version.
                return;
            }
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
