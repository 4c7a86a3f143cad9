// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import java.net.InetSocketAddress;

/** Addresses of nodes: resolving and formatting. */
final class Nodes {
    private Nodes() {}

    /** Returns a resolved address if possible; otherwise the given one, and connecting to it will fail. */
    static InetSocketAddress resolved(InetSocketAddress address) {
        return address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort()) : address;
    }

    /** Returns {@code host:port} as it was given. */
    static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }
}
