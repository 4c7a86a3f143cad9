// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.SutException;

/**
 * A real redis-server in a process of its own on loopback, tied to the harness by a guard: it ends when the harness
 * does, however that ends. Any thread.
 */
public final class RedisProcess implements AutoCloseable {
    /** Where it listens. */
    public static final String HOST = EmbeddedService.HOST;

    /** A server with much data on disk loads it first. */
    private static final Duration READY_LIMIT = Duration.ofMinutes(5);

    /** How far above its port a node of a cluster listens for the others. */
    private static final int BUS_OFFSET = 10_000;

    private final Launch launch;
    private final ServerProcess server;
    private final int port;

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

    private RedisProcess(Launch launch, ServerProcess server, int port) {
        this.launch = launch;
        this.server = server;
        this.port = port;
    }

    /**
     * Starts a server alone and returns when it has answered {@code PING}; leaves no process behind otherwise.
     *
     * @throws SutException with a sentence that holds the end of its log
     */
    public static RedisProcess start(Launch launch) throws SutException, InterruptedException {
        try {
            return Servers.launched(servers -> start(launch, servers));
        } catch (IOException e) {
            throw new SutException("The files of " + launch.name() + " cannot be written: " + e, e);
        }
    }

    /** Starts one of several servers. With snapshots on, it writes one before it ends. */
    static RedisProcess start(Launch launch, Servers servers) throws IOException, SutException, InterruptedException {
        // As if each were a node of a cluster.
        int port = servers.port(launch.name(), launch.port(), BUS_OFFSET);
        Path configuration = written(port, launch);
        List<String> line = List.of(launch.program().toString(), configuration.toString());
        RedisPlace place = place(port, launch.password());
        ServerProcess server = servers.start(
                ServerCommand.program(launch.name(), line, launch.folder(), log(launch.folder()))
                        .withSecretFile(configuration),
                child -> Optional.of(probed(place)),
                READY_LIMIT);
        return new RedisProcess(launch, server, port);
    }

    /** Once it answers and has loaded its data. */
    private static String probed(RedisPlace place) throws IOException {
        try (RedisConsole console = RedisConsole.open(place, place.nodes().getFirst())) {
            return console.text("PING");
        }
    }

    private static Path written(int port, Launch launch) throws IOException {
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
        Files.createDirectories(data(launch.folder()));
        return OwnerOnly.file(launch.folder().resolve("redis.conf"), String.join("\n", lines) + "\n");
    }

    /** A word as the server's configuration takes it, whatever is in it. */
    static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Where a server of a folder stores what it stores. */
    static Path data(Path folder) {
        return folder.resolve("data");
    }

    /** What a server of a folder writes. */
    static Path log(Path folder) {
        return folder.resolve("redis.log");
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
        return server.pid();
    }

    /** How it was started. */
    public Launch launch() {
        return launch;
    }

    /** Asks it something over a connection of its own. */
    public RedisConsole console() throws IOException {
        return RedisConsole.open(place(), endpoint());
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return server.isAlive();
    }

    /** Stops it, in order if it can, and removes its configuration file, which may hold a password. */
    @Override
    public void close() throws SutException {
        server.close();
    }
}
