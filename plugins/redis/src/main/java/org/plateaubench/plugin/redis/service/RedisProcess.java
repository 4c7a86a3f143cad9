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
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;
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
 * @param password password of clients, empty for none
 */
public record RedisProcess(ServerProcess server, InetSocketAddress endpoint, String password) {
    public static final String HOST = EmbeddedService.HOST;

    /** Longest wait for readiness, enough for a server that loads much data from disk. */
    private static final Duration READY_LIMIT = Duration.ofMinutes(5);

    /** Offset of the port on which a node of a cluster listens for other nodes. */
    private static final int BUS_OFFSET = 10_000;

    /**
     * Starts a server and returns when it has answered. With snapshots on, it writes one before it ends.
     *
     * @param folder folder of its configuration and log, and of its data in a subfolder; created when missing
     * @param given port, 0 for a free one
     * @param directives additional lines of its configuration file, which override these
     */
    static RedisProcess start(
            Servers servers,
            String name,
            Path program,
            Path folder,
            int given,
            String password,
            List<String> directives)
            throws IOException, SutException, InterruptedException {
        // Ports are chosen as if each were a node of a cluster.
        int port = servers.port(name, given, BUS_OFFSET);
        Path own = folder.toAbsolutePath();
        List<String> lines = new ArrayList<>(List.of(
                "bind " + HOST,
                "port " + port,
                "daemonize no",
                "dir " + quoted(data(own).toString()),
                "save \"\"",
                "appendonly no",
                "logfile \"\""));
        if (!password.isEmpty()) {
            lines.add("requirepass " + quoted(password));
        }
        lines.addAll(directives);
        Files.createDirectories(data(own));
        Path configuration = OwnerOnly.file(own.resolve("redis.conf"), String.join("\n", lines) + "\n");
        InetSocketAddress endpoint = InetSocketAddress.createUnresolved(HOST, port);
        ServerProcess server = servers.start(
                ServerCommand.program(name, List.of(program.toString(), configuration.toString()), data(own), log(own))
                        .withTemporaryFile(configuration),
                child -> Optional.of(answer(endpoint, password)),
                READY_LIMIT);
        return new RedisProcess(server, endpoint, password);
    }

    /** Returns when it answers and has loaded its data. */
    static String answer(InetSocketAddress endpoint, String password) throws IOException {
        try (RedisConnection admin = RedisConnection.open(RedisAddress.single(endpoint, password), endpoint)) {
            return admin.text("PING");
        }
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

    public RedisConnection admin() throws IOException {
        return RedisConnection.open(place(), endpoint);
    }

    /** Returns the server as text, without the password. */
    @Override
    public String toString() {
        return "Redis at " + RedisAddress.text(endpoint);
    }
}
