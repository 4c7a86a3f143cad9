// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
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
        tls = place.tls() ? RedisTls.context(place) : null;
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

    /** Returns the TLS context of sockets, null without encryption. */
    @Nullable
    SSLContext tls() {
        return tls;
    }

    int limitMillis() {
        return limitMillis;
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
            throw new IOException(
                    RedisAdminConnection.withoutArguments(reason(e))); // The cause may hold the password too.
        } catch (JedisException e) {
            socket.close();
            throw new IOException(reason(e), e);
        }
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
}
