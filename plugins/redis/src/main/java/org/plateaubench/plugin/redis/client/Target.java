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

    /** Finds out in the background, after a failure, whether keys have moved. */
    default void refresh() {}

    /** Reads from the error of a node where a command belongs; null if the error does not contain it. */
    default @Nullable Redirect follow(String error, InetSocketAddress answered) {
        return null;
    }

    /** Returns how many connections were made since the last call to find out where keys are. */
    default long takeConnections() {
        return 0;
    }

    /** Returns a resolved address if possible; otherwise the given one, and connecting to it will fail. */
    static InetSocketAddress resolved(InetSocketAddress address) {
        return address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort()) : address;
    }

    /** The redirection of a command: of this one only, after {@code ASKING}, or of all. */
    record Redirect(int node, boolean asking) {
        /** Most redirections of one operation; one more is an error. */
        public static final int MAX_REDIRECTS = 5;
    }
}
