// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.spi.SutException;

/** Creates a cluster of servers that were started as its empty nodes; each gets an equal share of the slots. */
public final class RedisCluster {
    /** Number of slots of every cluster. */
    public static final int SLOTS = 16_384;

    /** Directives of a node; all but the first shorten the end of an outage from a quarter minute to seconds. */
    public static final List<String> DIRECTIVES =
            List.of("cluster-enabled yes", "cluster-config-file nodes.conf", "cluster-node-timeout 5000");

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private RedisCluster() {}

    /** Connects the nodes to each other and waits, at most 30 s, until each reports the whole cluster. */
    public static void form(List<RedisProcess> nodes) throws SutException, InterruptedException {
        List<RedisAdminConnection> consoles = new ArrayList<>();
        try {
            for (RedisProcess node : nodes) {
                consoles.add(node.admin());
            }
            form(nodes, consoles);
        } catch (IOException e) {
            throw new SutException(
                    "The cluster of " + nodes.size() + " nodes could not be created: " + e.getMessage(), e);
        } finally {
            consoles.forEach(RedisAdminConnection::close);
        }
    }

    private static void form(List<RedisProcess> nodes, List<RedisAdminConnection> consoles)
            throws IOException, SutException, InterruptedException {
        int count = nodes.size();
        for (int i = 0; i < count; i++) {
            RedisAdminConnection admin = consoles.get(i);
            // Different epochs, so that no two nodes must agree on whose claim is newer.
            admin.ask("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
            admin.ask("CLUSTER", slotsOf(i, count));
            // Each with each: gossip would take seconds.
            for (RedisProcess earlier : nodes.subList(0, i)) {
                InetSocketAddress met = earlier.endpoint();
                admin.ask("CLUSTER", "MEET", met.getHostString(), Integer.toString(met.getPort()));
            }
        }
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        for (RedisAdminConnection admin : consoles) {
            while (!isWhole(admin, count)) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new SutException("The cluster of " + count + " nodes was not complete within "
                            + LIMIT.toSeconds() + " s: " + admin.text("CLUSTER", "INFO"));
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException("while the nodes of a cluster discovered each other");
                }
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
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
        return node * SLOTS / count;
    }

    /**
     * Returns whether the cluster is whole. Knowing all nodes is not enough: a node refuses a key of a slot whose owner
     * it does not know yet.
     */
    private static boolean isWhole(RedisAdminConnection admin, int count) throws IOException {
        Map<String, String> info = RedisAdminConnection.fields(admin.text("CLUSTER", "INFO"));
        String nodes = Integer.toString(count);
        Map<String, String> whole = Map.of(
                "cluster_state",
                "ok",
                "cluster_slots_ok",
                Integer.toString(SLOTS),
                "cluster_known_nodes",
                nodes,
                "cluster_size",
                nodes);
        return info.entrySet().containsAll(whole.entrySet());
    }
}
