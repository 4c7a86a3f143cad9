// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.plugin.redis.client.ClusterSlots;
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

    /** Directives of a node of a cluster; all but the first shorten the end of an outage from 15 s to seconds. */
    public static final List<String> CLUSTER_DIRECTIVES =
            List.of("cluster-enabled yes", "cluster-config-file nodes.conf", "cluster-node-timeout 5000");

    private static final Duration CLUSTER_LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

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
        Path log = own.resolve("redis.log");
        InetSocketAddress endpoint = InetSocketAddress.createUnresolved(HOST, port);
        ServerProcess server = servers.start(
                ServerCommand.program(name, List.of(program.toString(), configuration.toString()), data(own), log)
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

    private static Path data(Path folder) {
        return folder.resolve("data");
    }

    public RedisAddress place() {
        return RedisAddress.single(endpoint, password);
    }

    public RedisConnection admin() throws IOException {
        return RedisConnection.open(place(), endpoint);
    }

    /**
     * Makes empty nodes a cluster with an equal share of the slots each; waits, at most 30 s, until each reports the
     * whole cluster.
     */
    public static void formCluster(List<RedisProcess> nodes) throws SutException, InterruptedException {
        int count = nodes.size();
        try {
            for (int i = 0; i < count; i++) {
                try (RedisConnection connection = nodes.get(i).admin()) {
                    // Different epochs, so that no two nodes must agree on whose claim is newer.
                    connection.ask("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
                    connection.ask("CLUSTER", slotsOf(i, count));
                    // Each with each: gossip would take seconds.
                    for (RedisProcess earlier : nodes.subList(0, i)) {
                        InetSocketAddress met = earlier.endpoint();
                        connection.ask("CLUSTER", "MEET", met.getHostString(), Integer.toString(met.getPort()));
                    }
                }
            }
            long deadlineNanos = System.nanoTime() + CLUSTER_LIMIT.toNanos();
            for (RedisProcess node : nodes) {
                awaitWhole(node, count, deadlineNanos);
            }
        } catch (IOException e) {
            throw new SutException("The cluster of " + count + " nodes could not be created: " + e.getMessage(), e);
        }
    }

    private static void awaitWhole(RedisProcess node, int count, long deadlineNanos)
            throws IOException, SutException, InterruptedException {
        try (RedisConnection connection = node.admin()) {
            while (!isWhole(connection, count)) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new SutException("The cluster of " + count + " nodes was not complete within "
                            + CLUSTER_LIMIT.toSeconds() + " s: " + connection.text("CLUSTER", "INFO"));
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException("while the nodes of a cluster discovered each other");
                }
                LockSupport.parkNanos(POLL_INTERVAL.toNanos());
            }
        }
    }

    /** Returns slot by slot: servers support ranges from 7.0 on only. */
    private static String[] slotsOf(int node, int count) {
        List<String> words = new ArrayList<>(List.of("ADDSLOTS"));
        for (int slot = firstSlot(node, count); slot < firstSlot(node + 1, count); slot++) {
            words.add(Integer.toString(slot));
        }
        return words.toArray(String[]::new);
    }

    /** Returns the first slot of a node, counted from 0. */
    public static int firstSlot(int node, int count) {
        return node * ClusterSlots.SLOTS / count;
    }

    /**
     * Returns whether the cluster is whole. Knowing all nodes is not enough: a node refuses a key of a slot whose owner
     * it does not know yet.
     */
    private static boolean isWhole(RedisConnection admin, int count) throws IOException {
        Map<String, String> info = RedisConnection.fields(admin.text("CLUSTER", "INFO"));
        Map<String, String> whole = Map.of(
                "cluster_state", "ok",
                "cluster_slots_ok", Integer.toString(ClusterSlots.SLOTS),
                "cluster_known_nodes", Integer.toString(count),
                "cluster_size", Integer.toString(count));
        return info.entrySet().containsAll(whole.entrySet());
    }
}
