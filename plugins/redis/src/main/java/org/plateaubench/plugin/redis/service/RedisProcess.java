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
 * A real redis-server in a separate process on loopback. A guard ends it when the harness ends, for any reason. Any
 * thread.
 *
 * @param server the process; closing it removes its configuration file, which may contain a password
 * @param endpoint where it listens
 * @param password password of clients, empty for none
 */
public record RedisProcess(ServerProcess server, InetSocketAddress endpoint, String password) {
    /** The host that it listens on. */
    public static final String HOST = EmbeddedService.HOST;

    /** Longest wait for readiness, enough for a server that loads much data from disk. */
    private static final Duration READY_LIMIT = Duration.ofMinutes(5);

    /** Offset of the port on which a node of a cluster listens for other nodes. */
    private static final int BUS_OFFSET = 10_000;

    /**
     * The settings for starting a server.
     *
     * @param name name in messages
     * @param program path of redis-server
     * @param folder folder of its configuration and log, and of its data in a subfolder; created when missing
     * @param port port, 0 for a free one
     * @param password password of clients, empty for none
     * @param directives additional lines of its configuration file, which override these
     */
    public record Launch(String name, Path program, Path folder, int port, String password, List<String> directives) {
        public Launch {
            folder = folder.toAbsolutePath();
            directives = List.copyOf(directives);
        }

        /** Returns the settings as text, without the password. */
        @Override
        public String toString() {
            return name + " " + program + " in " + folder + " " + directives;
        }
    }

    /** Starts a server and returns when it has answered. With snapshots on, it writes one before it ends. */
    static RedisProcess start(Launch launch, Servers servers) throws IOException, SutException, InterruptedException {
        // Ports are chosen as if each were a node of a cluster.
        int port = servers.port(launch.name(), launch.port(), BUS_OFFSET);
        Path configuration = written(port, launch);
        List<String> line = List.of(launch.program().toString(), configuration.toString());
        InetSocketAddress endpoint = InetSocketAddress.createUnresolved(HOST, port);
        ServerProcess server = servers.start(
                ServerCommand.program(launch.name(), line, data(launch.folder()), log(launch.folder()))
                        .withTemporaryFile(configuration),
                child -> Optional.of(answer(endpoint, launch.password())),
                READY_LIMIT);
        return new RedisProcess(server, endpoint, launch.password());
    }

    /** Returns when it answers and has loaded its data. */
    static String answer(InetSocketAddress endpoint, String password) throws IOException {
        try (RedisAdminConnection admin =
                RedisAdminConnection.open(RedisAddress.single(endpoint, password), endpoint)) {
            return admin.text("PING");
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

    /** Returns a word quoted for the server's configuration, with any content. */
    static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    static Path data(Path folder) {
        return folder.resolve("data");
    }

    static Path log(Path folder) {
        return folder.resolve("redis.log");
    }

    public RedisAddress place() {
        return RedisAddress.single(endpoint, password);
    }

    public RedisAdminConnection admin() throws IOException {
        return RedisAdminConnection.open(place(), endpoint);
    }

    /** Returns the server as text, without the password. */
    @Override
    public String toString() {
        return "Redis at " + RedisAddress.text(endpoint);
    }
}
