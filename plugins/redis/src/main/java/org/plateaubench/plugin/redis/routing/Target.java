// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import java.net.InetSocketAddress;

/** Distributes keys over nodes. A node keeps its index as long as the target exists. Any thread. */
public interface Target {
    /** Returns the number of known nodes, at least 1; it may grow in a cluster. */
    int nodeCount();

    /**
     * Returns the address of a node, resolved if possible.
     *
     * @param node index of the node, from 0
     */
    InetSocketAddress node(int node);

    /** Returns whether every key has the same node, so that keys need not be written to find it. */
    boolean isOneNode();

    /**
     * Returns the node of a key. Does not allocate.
     *
     * @param key array with the bytes of the key
     * @param offset index of the first byte
     * @param length number of bytes
     */
    int nodeOf(byte[] key, int offset, int length);

    /** Returns the node of a key. */
    default int nodeOf(byte[] key) {
        return nodeOf(key, 0, key.length);
    }
}
