// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.RedisRequest;

/** Distributes keys over nodes. A node keeps its index as long as the target exists. Thread-safe. */
public interface Target {
    /** The keys of a command belong to several independent servers. */
    int SEVERAL = -1;

    /** Returns the number of known nodes, at least 1; it may grow in a cluster. */
    int nodeCount();

    /** Returns the address of a node, resolved if possible. */
    InetSocketAddress node(int node);

    /** Returns whether every key has the same node, so that keys need not be written to find it. */
    default boolean isOneNode() {
        return false;
    }

    /** Returns the node of a key. Does not allocate. */
    int nodeOf(byte[] key);

    /** Returns the node of a command, or {@link #SEVERAL}. */
    default int nodeOf(CommandText text, RedisRequest request) {
        return nodeOf(text.firstKey(request));
    }

    /** Returns whether a node has keys, so that users connect to it. */
    default boolean holdsKeys(int node) {
        return true;
    }

    /** Updates the owners of keys in the background, after a failure. */
    default void refresh() {}

    /** Returns the redirection in an error of a node; null if it contains none. */
    default @Nullable Redirect redirect(String error, InetSocketAddress answered) {
        return null;
    }

    /** Returns how many connections were opened, since the last call, to query the owners of keys. */
    default long takeConnections() {
        return 0;
    }

    /** Returns a resolved address if possible; otherwise the given one, and connecting to it will fail. */
    static InetSocketAddress resolved(InetSocketAddress address) {
        return address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort()) : address;
    }

    /** The redirection of a command; {@code asking} if only this command is redirected, after {@code ASKING}. */
    record Redirect(int node, boolean asking) {
        /** Maximum number of redirections of one operation. */
        public static final int MAX_REDIRECTS = 5;
    }
}
