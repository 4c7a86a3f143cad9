// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import java.net.InetSocketAddress;

/** Spreads keys over nodes. A node keeps its index for as long as the target lives. Any thread. */
public sealed interface Target permits OneNode, HashRing, ClusterSlots {
    /** Number of nodes known, at least 1; of a cluster it may grow. */
    int nodeCount();

    /**
     * Where a node is, resolved if its name can be.
     *
     * @param node index from 0
     */
    InetSocketAddress node(int node);

    /** Whether every key has the same node, so that nobody need write a key out to find it. */
    boolean isOneNode();

    /**
     * The node of a key. Allocates nothing.
     *
     * @param key holds the bytes of the key
     * @param offset where they begin
     * @param length how many they are
     */
    int nodeOf(byte[] key, int offset, int length);

    /** The node of a key. */
    default int nodeOf(byte[] key) {
        return nodeOf(key, 0, key.length);
    }
}
