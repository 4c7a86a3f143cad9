// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.TrustedCertificates;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The settings for connections to the nodes of a SUT, by Jedis or the event loop. Immutable; holds the password. */
public final class RedisAccess {
    final ClientKeys keys;
    final Duration limit;
    /** The first commands on a connection. */
    final List<List<String>> greeting;

    private final @Nullable SSLContext tls;

    /** The limit is the time for a connection to be ready, and for each reply. */
    public RedisAccess(RedisAddress address, int protocol, Duration limit) throws IOException {
        this.limit = limit;
        greeting = address.greeting(protocol);
        try {
            keys = address.certificate().keys();
            tls = !address.tls()
                    ? null
                    : keys.context(address.trust().isEmpty() ? null : TrustedCertificates.in(Path.of(address.trust())));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private int limitMillis() {
        return Math.clamp(limit.toMillis(), 1, Integer.MAX_VALUE);
    }

    @Nullable
    SSLEngine engine(InetSocketAddress node) {
        if (tls == null) {
            return null;
        }
        SSLEngine engine = tls.createSSLEngine(node.getHostString(), node.getPort());
        engine.setUseClientMode(true);
        engine.setSSLParameters(hostNameCheck());
        return engine;
    }

    private static SSLParameters hostNameCheck() {
        SSLParameters parameters = new SSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        return parameters;
    }

    /**
     * The only socket of a Jedis connection, which any thread may close while another waits on it. Jedis reconnects by
     * itself when its socket is closed; here it gets no second socket, which would not be authenticated.
     */
    static final class JedisSocket implements JedisSocketFactory {
        final RedisAccess access;
        private final InetSocketAddress node;
        private final Socket socket = new Socket();
        private boolean used;

        JedisSocket(InetSocketAddress node, RedisAccess access) {
            this.node = node;
            this.access = access;
        }

        @Override
        public Socket createSocket() {
            if (used) {
                throw new JedisConnectionException("the connection is closed");
            }
            used = true;
            try {
                socket.setTcpNoDelay(true);
                socket.setKeepAlive(true);
                socket.setSoTimeout(access.limitMillis());
                socket.connect(Target.resolved(node), access.limitMillis());
                return access.tls == null ? socket : encrypt(access.tls);
            } catch (IOException e) {
                throw new JedisConnectionException(e);
            }
        }

        private Socket encrypt(SSLContext tls) throws IOException {
            SSLSocket encrypted =
                    (SSLSocket) tls.getSocketFactory().createSocket(socket, node.getHostString(), node.getPort(), true);
            encrypted.setSSLParameters(hostNameCheck());
            encrypted.startHandshake();
            return encrypted;
        }

        /** Closes the socket below any TLS layer: a regular TLS close would wait for a reading thread. */
        void close() {
            try {
                socket.close();
            } catch (IOException e) {
                // There is nothing left to close.
            }
        }
    }
}
