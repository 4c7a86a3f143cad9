// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import javax.net.ssl.SSLSocket;

/** Blocking sockets to endpoints of a place, as Jedis takes them. */
public final class RedisSockets {
    private RedisSockets() {}

    /**
     * Connects, encrypted where the place says so. A read that takes longer than the limit ends with an exception.
     *
     * @throws IOException when the endpoint does not answer within the limit, or is not whom we trust
     */
    public static Socket connect(RedisPlace place, InetSocketAddress endpoint, Duration limit) throws IOException {
        int limitMillis = Math.toIntExact(limit.toMillis());
        Socket socket = new Socket();
        try {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            socket.setSoTimeout(limitMillis);
            socket.connect(new InetSocketAddress(endpoint.getHostString(), endpoint.getPort()), limitMillis);
            return place.tls() ? encrypted(place, endpoint, socket) : socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static Socket encrypted(RedisPlace place, InetSocketAddress endpoint, Socket plain) throws IOException {
        SSLSocket socket = (SSLSocket) RedisTls.context(place)
                .getSocketFactory()
                .createSocket(plain, endpoint.getHostString(), endpoint.getPort(), true);
        socket.setSSLParameters(RedisTls.parameters());
        socket.startHandshake();
        return socket;
    }
}
