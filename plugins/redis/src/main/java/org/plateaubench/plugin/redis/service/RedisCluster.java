// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.plugin.redis.client.ClusterSlots;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.spi.SutException;

/** Creates a cluster of servers that were started as its empty nodes; each gets an equal share of the slots. */
public final class RedisCluster {
    /** Directives of a node; all but the first shorten the end of an outage from a quarter minute to seconds. */
    public static final List<String> DIRECTIVES =
            List.of("cluster-enabled yes", "cluster-config-file nodes.conf", "cluster-node-timeout 5000");

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private RedisCluster() {}

    /** Connects the nodes to each other and waits, at most 30 s, until each reports the whole cluster. */
    public static void form(List<RedisProcess> nodes) throws SutException, InterruptedException {
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
            long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
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
                            + LIMIT.toSeconds() + " s: " + connection.text("CLUSTER", "INFO"));
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
