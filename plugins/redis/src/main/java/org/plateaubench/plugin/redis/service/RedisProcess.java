// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.plugin.redis.client.ClusterSlots;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.Program;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** A redis-server in a process on loopback. Its configuration may contain a password, and is removed when it ends. */
public record RedisProcess(ServerProcess server, InetSocketAddress endpoint, String password) {
    public static final String HOST = EmbeddedService.HOST;

    /** Directives of a cluster node. The node timeout, 15 s by default, limits how long the outage of a node lasts. */
    public static final List<String> CLUSTER_DIRECTIVES =
            List.of("cluster-enabled yes", "cluster-config-file nodes.conf", "cluster-node-timeout 5000");

    private static final Duration CLUSTER_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /** Timeout of the start, long enough for a server that loads much data from disk. */
    private static final Duration READY_TIMEOUT = Duration.ofMinutes(5);

    /** Offset of the port on which a node of a cluster listens for other nodes. */
    private static final int BUS_OFFSET = 10_000;

    public static final String SERVER = "redis-server";

    private static final PublishedBinaries PUBLISHED = new PublishedBinaries(
            "com.github.codemonstur",
            "embedded-redis",
            "1.4.4",
            "b56845f0a81aa0b6a0c32a309e69081ee7bdeadba9efff6374b0fe9af230db63");

    /** Published files by system and architecture, in Java's names. */
    private static final Map<String, String> FILES = Map.of(
            "linux amd64", "redis-server-6.2.6-v5-linux-amd64",
            "linux aarch64", "redis-server-6.2.7-linux-arm64",
            "mac os x x86_64", "redis-server-6.2.6-v5-darwin-amd64",
            "mac os x aarch64", "redis-server-6.2.6-v5-darwin-arm64");

    /** Returns the given program, or else the installed one, or else the published one, which is downloaded. */
    public static Path program(String given, Progress progress) throws SutException, InterruptedException {
        if (!given.isEmpty()) {
            Path program = Path.of(given).toAbsolutePath();
            if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
                throw new SutException("server: there is no program " + program
                        + "; name a redis-server, or omit server to use the installed or the published one.");
            }
            return program;
        }
        Optional<Path> installed = Program.find(SERVER, List.of());
        return installed.isPresent() ? installed.get() : fetchPublished(PublishedBinaries.cache(), progress);
    }

    /** Returns the published server in a cache folder, and downloads it if it is missing there. */
    public static Path fetchPublished(Path cache, Progress progress) throws SutException, InterruptedException {
        String system = (System.getProperty("os.name") + " " + System.getProperty("os.arch")).toLowerCase(Locale.ROOT);
        @Nullable String file = FILES.get(system);
        if (file == null) {
            throw new SutException("There is no redis-server on the search path and none is published for this system ("
                    + system + "); install Redis, or name the program in server.");
        }
        Path program = PUBLISHED.fetch(cache, progress).resolve(file);
        try {
            if (!Files.isExecutable(program)) {
                Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
            return program;
        } catch (IOException e) {
            throw new SutException("The program " + program + " cannot be made executable: " + IoReason.of(e), e);
        }
    }

    /** Starts a server on the wanted port, or on any free one if that is 0, and returns when it has replied. */
    static RedisProcess start(
            Servers servers, String name, Path program, Path folder, int wanted, String password, List<String> settings)
            throws IOException, SutException, InterruptedException {
        // The bus port must also be free, because the server may be a node of a cluster.
        int port = servers.port(name, wanted, BUS_OFFSET);
        Path absolute = folder.toAbsolutePath();
        List<String> lines = new ArrayList<>(List.of(
                "bind " + HOST,
                "port " + port,
                "daemonize no",
                "dir " + quoted(data(absolute).toString()),
                "save \"\"",
                "appendonly no",
                "logfile \"\""));
        if (!password.isEmpty()) {
            lines.add("requirepass " + quoted(password));
        }
        lines.addAll(settings);
        Files.createDirectories(data(absolute));
        Path configuration = OwnerOnly.file(absolute.resolve("redis.conf"), String.join("\n", lines) + "\n");
        Path log = absolute.resolve("redis.log");
        InetSocketAddress endpoint = InetSocketAddress.createUnresolved(HOST, port);
        ServerProcess server = servers.start(
                ServerCommand.program(name, List.of(program.toString(), configuration.toString()), data(absolute), log)
                        .withTemporaryFile(configuration),
                child -> Optional.of(ping(endpoint, password)),
                READY_TIMEOUT);
        return new RedisProcess(server, endpoint, password);
    }

    static String ping(InetSocketAddress endpoint, String password) throws IOException {
        try (RedisConnection admin = RedisConnection.open(RedisAddress.single(endpoint, password), endpoint)) {
            return admin.text("PING");
        }
    }

    static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static Path data(Path folder) {
        return folder.resolve("data");
    }

    public RedisAddress address() {
        return RedisAddress.single(endpoint, password);
    }

    public RedisConnection admin() throws IOException {
        return RedisConnection.open(address(), endpoint);
    }

    /** Forms a cluster of empty nodes with equal shares of the slots; returns when each reports that it is complete. */
    public static void formCluster(List<RedisProcess> nodes) throws SutException, InterruptedException {
        int count = nodes.size();
        try {
            for (int i = 0; i < count; i++) {
                try (RedisConnection connection = nodes.get(i).admin()) {
                    // Different configuration epochs, so that no two nodes have to resolve a conflict.
                    connection.execute("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
                    connection.execute("CLUSTER", addSlots(i, count));
                    // Every node meets every other one, because gossip would take seconds.
                    for (RedisProcess earlier : nodes.subList(0, i)) {
                        InetSocketAddress peer = earlier.endpoint();
                        connection.execute("CLUSTER", "MEET", peer.getHostString(), Integer.toString(peer.getPort()));
                    }
                }
            }
            long deadlineNanos = System.nanoTime() + CLUSTER_TIMEOUT.toNanos();
            for (RedisProcess node : nodes) {
                awaitCluster(node, count, deadlineNanos);
            }
        } catch (IOException e) {
            throw new SutException("The cluster of " + count + " nodes could not be created: " + e.getMessage(), e);
        }
    }

    private static void awaitCluster(RedisProcess node, int count, long deadlineNanos)
            throws IOException, SutException, InterruptedException {
        try (RedisConnection connection = node.admin()) {
            while (!isComplete(connection, count)) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new SutException("The cluster of " + count + " nodes was not complete within "
                            + CLUSTER_TIMEOUT.toSeconds() + " s: " + connection.text("CLUSTER", "INFO"));
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException("while the nodes of a cluster discovered each other");
                }
                LockSupport.parkNanos(POLL_INTERVAL.toNanos());
            }
        }
    }

    /** Returns the arguments that assign its slots to a node one by one, because ranges require version 7.0. */
    private static String[] addSlots(int node, int count) {
        List<String> words = new ArrayList<>(List.of("ADDSLOTS"));
        for (int slot = firstSlot(node, count); slot < firstSlot(node + 1, count); slot++) {
            words.add(Integer.toString(slot));
        }
        return words.toArray(String[]::new);
    }

    public static int firstSlot(int node, int count) {
        return node * ClusterSlots.SLOTS / count;
    }

    /** Also checks the slots: a node that knows all nodes still refuses keys of slots whose owner it does not know. */
    private static boolean isComplete(RedisConnection admin, int count) throws IOException {
        Map<String, String> info = RedisConnection.fields(admin.text("CLUSTER", "INFO"));
        Map<String, String> expected = Map.of(
                "cluster_state", "ok",
                "cluster_slots_ok", Integer.toString(ClusterSlots.SLOTS),
                "cluster_known_nodes", Integer.toString(count),
                "cluster_size", Integer.toString(count));
        return info.entrySet().containsAll(expected.entrySet());
    }
}
