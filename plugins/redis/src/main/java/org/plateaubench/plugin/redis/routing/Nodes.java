// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import java.net.InetSocketAddress;

/** Addresses of nodes, resolved and written. */
final class Nodes {
    private Nodes() {}

    /** Resolved if the name can be; otherwise as it was, and connecting to it will say so. */
    static InetSocketAddress resolved(InetSocketAddress address) {
        return address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort()) : address;
    }

    /** {@code host:port}, as it was given. */
    static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }
}
