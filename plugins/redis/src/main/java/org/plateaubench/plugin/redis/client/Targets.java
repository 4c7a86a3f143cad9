// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.RedisRequest;

/** Selects the targets of commands for the topology of the servers. Stateless; thread-safe. */
public final class Targets {
    private Targets() {}

    /** Returns the targets to which users are assigned in turn: the slots of a cluster, all servers, or each server. */
    public static List<Target> of(RedisAddress address, boolean hashing) throws IOException {
        if (address.topology() == RedisAddress.Topology.CLUSTER) {
            return List.of(ClusterSlots.of(address));
        }
        return hashing
                ? List.of(new HashRing(address.nodes()))
                : address.nodes().stream()
                        .<Target>map(node -> new HashRing(List.of(node)))
                        .toList();
    }

    /**
     * Consistent hashing on the client: each node has many points on a ring, by its host and port as written, and a key
     * belongs to the next point at or after its own. The ring is cut into arcs of equal length, each of one node. The
     * hash is FNV-1a of 64 bits, its bits mixed by the last step of MurmurHash3.
     */
    static final class HashRing implements Target {
        private static final int ARC_BITS = 16;
        private static final int ARCS = 1 << ARC_BITS;
        /** Shares of the ring are equal within some 3 percent (1 / sqrt of this number). */
        private static final int POINTS_PER_NODE = 1_024;

        private static final long FNV_OFFSET = 0xcbf29ce484222325L;
        private static final long FNV_PRIME = 0x100000001b3L;

        private final List<InetSocketAddress> nodes;
        private final int[] nodeOfArc;

        /** Creates a ring of at most 2^15 nodes. */
        HashRing(List<InetSocketAddress> nodes) {
            this.nodes = nodes.stream().map(Target::resolved).toList();
            this.nodeOfArc = nodes.size() == 1 ? new int[0] : arcs(nodes);
        }

        private static int[] arcs(List<InetSocketAddress> nodes) {
            int[] first = new int[ARCS];
            Arrays.fill(first, -1);
            for (int node = 0; node < nodes.size(); node++) {
                String name = RedisAddress.text(nodes.get(node));
                long hash = hash(name.getBytes(StandardCharsets.UTF_8));
                for (int point = 0; point < POINTS_PER_NODE; point++) {
                    int arc = arc(mix(hash + point));
                    // At equal points the name decides, so that the order of the list does not matter.
                    if (first[arc] < 0 || name.compareTo(RedisAddress.text(nodes.get(first[arc]))) < 0) {
                        first[arc] = node;
                    }
                }
            }
            int next =
                    Arrays.stream(first).filter(node -> node >= 0).findFirst().orElseThrow();
            for (int arc = ARCS - 1; arc >= 0; arc--) {
                next = first[arc] < 0 ? next : first[arc];
                first[arc] = next;
            }
            return first;
        }

        private static long hash(byte[] bytes) {
            long hash = FNV_OFFSET;
            for (byte octet : bytes) {
                hash = (hash ^ (octet & 0xff)) * FNV_PRIME;
            }
            return hash;
        }

        private static long mix(long value) {
            long mixed = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
            mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
            return mixed ^ (mixed >>> 33);
        }

        private static int arc(long hash) {
            return (int) (hash >>> (Long.SIZE - ARC_BITS));
        }

        @Override
        public int nodeCount() {
            return nodes.size();
        }

        @Override
        public InetSocketAddress node(int node) {
            return nodes.get(node);
        }

        @Override
        public boolean isOneNode() {
            return nodes.size() == 1;
        }

        @Override
        public int nodeOf(byte[] key) {
            return isOneNode() ? 0 : nodeOfArc[arc(mix(hash(key)))];
        }

        /** Compares all keys of a command, since independent servers would treat foreign keys as missing. */
        @Override
        public int nodeOf(CommandText text, RedisRequest request) {
            int node = nodeOf(text.firstKey(request));
            for (int i = 1; i < request.keyCount(); i++) {
                if (nodeOf(text.keys().key(request.operation().family(), request.key(i))) != node) {
                    return SEVERAL;
                }
            }
            return node;
        }
    }
}
