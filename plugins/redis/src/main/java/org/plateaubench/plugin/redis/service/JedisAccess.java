// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The settings for Jedis connections to the servers of a place. Immutable. */
public final class JedisAccess {
    private final JedisClientConfig config;
    private final @Nullable SSLContext tls;
    private final int limitMillis;

    /**
     * Creates the settings for a place.
     *
     * @param protocol version of the protocol, 2 or 3
     * @param limit time limit for a connection to be ready, and for each answer
     * @throws IOException with a message when the trusted certificates cannot be used
     */
    public JedisAccess(RedisAddress place, int protocol, Duration limit) throws IOException {
        tls = place.tlsContext();
        limitMillis = Math.clamp(limit.toMillis(), 1, Integer.MAX_VALUE);
        // A proxy closes the connection on unknown commands: CLIENT, and HELLO if not required.
        DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder()
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .timeoutMillis(limitMillis)
                .database(place.topology() == RedisAddress.Topology.SERVERS ? place.database() : 0);
        if (protocol == 3) {
            builder.resp3();
        } else {
            builder.serverDefaultProtocol().autoNegotiateProtocol(false);
        }
        if (!place.user().isEmpty()) {
            builder.user(place.user());
        }
        if (!place.password().isEmpty()) {
            builder.password(place.password());
        }
        config = builder.build();
    }

    public JedisClientConfig config() {
        return config;
    }

    /**
     * Opens a connection; its socket is closed if that fails.
     *
     * @throws IOException with the server's text if the server refused
     */
    public static <T> T open(JedisSocket socket, Supplier<T> connection) throws IOException {
        try {
            return connection.get();
        } catch (JedisDataException e) {
            socket.close();
            throw new IOException(withoutArguments(reason(e))); // The cause may hold the password too.
        } catch (JedisException e) {
            socket.close();
            throw new IOException(reason(e), e);
        }
    }

    /**
     * Returns a server's error without the command's arguments: a server repeats those of an unknown command, and for
     * authentication one is the password.
     */
    public static String withoutArguments(String words) {
        int arguments = words.indexOf(", with args beginning with");
        return arguments < 0 ? words : words.substring(0, arguments);
    }

    /** Returns the text of the server or of the socket; Jedis often has none itself. */
    public static String reason(JedisException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return Stream.of(cause, failure)
                .map(Throwable::getMessage)
                .filter(text -> text != null && !text.isBlank())
                .findFirst()
                .orElse(Objects.toString(cause));
    }

    /**
     * The one socket of one Jedis connection, which any thread may close while another waits on it. Jedis reconnects by itself
     * when its socket is closed; here it gets no second socket, which would not be authenticated.
     */
    public static final class JedisSocket implements JedisSocketFactory, AutoCloseable {
        private final InetSocketAddress node;
        private final JedisAccess access;
        private @Nullable Socket socket;
        private boolean spent;

        public JedisSocket(InetSocketAddress node, JedisAccess access) {
            this.node = node;
            this.access = access;
        }

        @Override
        public Socket createSocket() {
            Socket opened = taken();
            try {
                opened.setTcpNoDelay(true);
                opened.setKeepAlive(true);
                opened.setSoTimeout(access.limitMillis);
                InetSocketAddress address =
                        node.isUnresolved() ? new InetSocketAddress(node.getHostString(), node.getPort()) : node;
                opened.connect(address, access.limitMillis);
                SSLContext tls = access.tls;
                return tls == null ? opened : encrypted(opened, tls);
            } catch (IOException e) {
                throw new JedisConnectionException(e);
            }
        }

        private synchronized Socket taken() {
            if (spent) {
                throw new JedisConnectionException("the connection is closed");
            }
            spent = true;
            Socket opened = new Socket();
            socket = opened;
            return opened;
        }

        private Socket encrypted(Socket plain, SSLContext tls) throws IOException {
            Socket layered = tls.getSocketFactory().createSocket(plain, node.getHostString(), node.getPort(), true);
            SSLSocket encrypted = (SSLSocket) layered;
            encrypted.setSSLParameters(RedisAddress.tlsParameters());
            encrypted.startHandshake();
            return encrypted;
        }

        /** Closes the socket below any TLS layer: closing TLS in order would wait for a reading thread. */
        @Override
        public void close() {
            Socket open;
            synchronized (this) {
                spent = true;
                open = socket;
            }
            if (open != null) {
                try {
                    open.close();
                } catch (IOException e) {
                    // There is nothing left to close.
                    return;
                }
            }
        }
    }
}
