// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import java.net.InetSocketAddress;

/**
 * One node for all keys of a user.
 *
 * @param address address of the node
 */
public record OneNode(InetSocketAddress address) implements Target {
    @Override
    public int nodeCount() {
        return 1;
    }

    @Override
    public InetSocketAddress node(int node) {
        return address;
    }

    @Override
    public boolean isOneNode() {
        return true;
    }

    @Override
    public int nodeOf(byte[] key, int offset, int length) {
        return 0;
    }
}
