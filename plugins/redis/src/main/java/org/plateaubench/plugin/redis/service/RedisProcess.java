// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.ServerGuard;
import org.plateaubench.process.ServerGuard.StopSignal;
import org.plateaubench.spi.SutException;

/**
 * A real redis-server in a process of its own on loopback, tied to the harness by a guard: it ends when the harness
 * does, however that ends. Any thread.
 */
public final class RedisProcess implements AutoCloseable {
    /** Where it listens. */
    public static final String HOST = "127.0.0.1";

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** A server with much data on disk loads it first. */
    private static final Duration READY_LIMIT = Duration.ofMinutes(5);

    /** With snapshots on, it writes one before it ends. */
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(20);

    private static final Duration PATIENCE = SHUTDOWN_LIMIT.plusSeconds(4);

    private final Launch launch;
    private final ChildProcess guard;
    private final int port;
    private final long pid;

    /**
     * How a server is started.
     *
     * @param name what it is called in messages
     * @param program redis-server
     * @param folder takes its configuration and log, and its data in a folder of its own; made when it is not there
     * @param port 0 for a free one
     * @param password what clients must say, empty for nothing
     * @param directives further lines of its configuration file, which win over ours
     */
    public record Launch(String name, Path program, Path folder, int port, String password, List<String> directives) {
        public Launch {
            folder = folder.toAbsolutePath();
            directives = List.copyOf(directives);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return name + " " + program + " in " + folder + " " + directives;
        }
    }

    private RedisProcess(Launch launch, ChildProcess guard, int port, long pid) {
        this.launch = launch;
        this.guard = guard;
        this.port = port;
        this.pid = pid;
    }

    /**
     * Starts a server and returns when it has answered {@code PING}; leaves no process behind otherwise.
     *
     * @throws SutException with a sentence that holds the end of its log
     */
    public static RedisProcess start(Launch launch) throws SutException, InterruptedException {
        return ChosenPort.start(launch.port(), launch.name(), port -> startedAt(port, launch));
    }

    private static RedisProcess startedAt(int port, Launch launch) throws SutException, InterruptedException {
        Path configuration = written(port, launch);
        List<String> command = ServerGuard.guarded(
                StopSignal.TERM, SHUTDOWN_LIMIT, List.of(launch.program().toString(), configuration.toString()));
        ChildProcess guard = ChildProcess.start(
                new ChildCommand(launch.name(), command, Map.of("LC_ALL", "C"), launch.folder(), log(launch)),
                PATIENCE);
        boolean answers = false;
        try {
            RedisPlace place = place(port, launch.password());
            long pid = guard.awaitReady(child -> Optional.of(probed(place)), READY_LIMIT);
            RedisProcess started = new RedisProcess(launch, guard, port, pid);
            answers = true;
            return started;
        } finally {
            if (!answers) {
                guard.close();
            }
        }
    }

    /** Its process id, once it answers and has loaded its data. */
    private static long probed(RedisPlace place) throws IOException {
        try (RedisConsole console = RedisConsole.open(place, place.nodes().getFirst())) {
            console.ask("PING");
            return Long.parseLong(console.info("server").getOrDefault("process_id", "-1"));
        }
    }

    private static Path written(int port, Launch launch) throws SutException {
        List<String> lines = new ArrayList<>(List.of(
                "bind " + HOST,
                "port " + port,
                "daemonize no",
                "dir " + quoted(data(launch.folder()).toString()),
                "save \"\"",
                "appendonly no",
                "logfile \"\""));
        if (!launch.password().isEmpty()) {
            lines.add("requirepass " + quoted(launch.password()));
        }
        lines.addAll(launch.directives());
        Path file = configuration(launch);
        try {
            Files.createDirectories(data(launch.folder()));
            Files.deleteIfExists(file);
            Files.createFile(file, OWNER_ONLY); // The password is in it.
            return Files.write(file, lines);
        } catch (IOException e) {
            throw new SutException(launch.name() + ": the file " + file + " cannot be written: " + e, e);
        }
    }

    /** A word as the server's configuration takes it, whatever is in it. */
    static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static Path configuration(Launch launch) {
        return launch.folder().resolve("redis.conf");
    }

    /** Where a server of a folder stores what it stores. */
    static Path data(Path folder) {
        return folder.resolve("data");
    }

    private static Path log(Launch launch) {
        return launch.folder().resolve("redis.log");
    }

    private static RedisPlace place(int port, String password) {
        List<InetSocketAddress> itself = List.of(InetSocketAddress.createUnresolved(HOST, port));
        return new RedisPlace(itself, itself, RedisPlace.Topology.SERVERS, "", password, false, "", 0, 2);
    }

    /** Where it is reached. */
    public RedisPlace place() {
        return place(port, launch.password());
    }

    /** Where it is reached. */
    public InetSocketAddress endpoint() {
        return InetSocketAddress.createUnresolved(HOST, port);
    }

    /** Port on loopback. */
    public int port() {
        return port;
    }

    /** Process id of the server itself. */
    public long pid() {
        return pid;
    }

    /** How it was started. */
    public Launch launch() {
        return launch;
    }

    /** What it writes. */
    public Path log() {
        return log(launch);
    }

    /** Asks it something over a connection of its own. */
    public RedisConsole console() throws IOException {
        return RedisConsole.open(place(), endpoint());
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return guard.isAlive();
    }

    /** How it ended and what it wrote last, a sentence; only when it has ended. */
    public String ending() {
        return guard.ending() + "; " + guard.logTail();
    }

    /** Stops it, in order if it can, and removes its configuration file, which may hold a password. */
    @Override
    public void close() throws SutException {
        guard.close();
        remove(configuration(launch));
    }

    static void remove(Path file) throws SutException {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new SutException("The file " + file + " cannot be removed: " + e, e);
        }
    }
}
