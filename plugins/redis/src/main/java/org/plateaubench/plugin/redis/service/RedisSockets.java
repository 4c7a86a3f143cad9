// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import javax.net.ssl.SSLSocket;

/** Blocking sockets to endpoints of a place, for Jedis. */
public final class RedisSockets {
    private RedisSockets() {}

    /**
     * Connects, with TLS if the place requires it. A read that exceeds the limit throws an exception.
     *
     * @throws IOException when the endpoint does not answer within the limit, or its certificate is not trusted
     */
    public static Socket connect(RedisAddress place, InetSocketAddress endpoint, Duration limit) throws IOException {
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

    private static Socket encrypted(RedisAddress place, InetSocketAddress endpoint, Socket plain) throws IOException {
        SSLSocket socket = (SSLSocket) RedisTls.context(place)
                .getSocketFactory()
                .createSocket(plain, endpoint.getHostString(), endpoint.getPort(), true);
        socket.setSSLParameters(RedisTls.parameters());
        socket.startHandshake();
        return socket;
    }
}
