// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.service.RedisCluster;

/**
 * The redirection to another node of a cluster.
 *
 * @param asking whether only this command goes there, after {@code ASKING}; otherwise the slot has moved permanently
 * @param slot number of the slot
 * @param host host of the other node, empty for the host that answered
 * @param port port of the other node
 */
public record Redirect(boolean asking, int slot, String host, int port) {
    /** Most redirections of one operation; one more is an error. */
    public static final int MOST = 5;

    private static final String MOVED = "MOVED ";
    private static final String ASK = "ASK ";
    private static final int MOST_PORTS = 0xffff;

    /**
     * Parses an error.
     *
     * @return the redirection; null when the error is none, or is malformed
     */
    public static @Nullable Redirect of(String error) {
        if (error.startsWith(MOVED)) {
            return of(false, error.substring(MOVED.length()));
        }
        return error.startsWith(ASK) ? of(true, error.substring(ASK.length())) : null;
    }

    private static @Nullable Redirect of(boolean asking, String rest) {
        int space = rest.indexOf(' ');
        int colon = rest.lastIndexOf(':');
        if (space < 1 || colon <= space) {
            return null;
        }
        try {
            int slot = Integer.parseInt(rest.substring(0, space));
            int port = Integer.parseInt(rest.substring(colon + 1));
            boolean sound = slot >= 0 && slot < RedisCluster.SLOTS && port > 0 && port <= MOST_PORTS;
            return sound ? new Redirect(asking, slot, rest.substring(space + 1, colon), port) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Returns the address of the other node.
     *
     * @param answered node that redirected
     */
    public InetSocketAddress address(InetSocketAddress answered) {
        return InetSocketAddress.createUnresolved(host.isEmpty() ? answered.getHostString() : host, port);
    }
}
