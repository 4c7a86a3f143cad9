// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.plugin.redis.service.RedisTls;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;

/** The settings for Jedis connections to the servers of a place, the same for all users of an agent. Immutable. */
final class JedisAccess {
    private final JedisClientConfig config;
    private final @Nullable SSLContext tls;
    private final int connectMillis;

    /**
     * Creates the settings for a place.
     *
     * @param connectTimeout time limit for a connection to be ready
     * @throws IOException with a message when the trusted certificates cannot be used
     */
    JedisAccess(RedisAddress place, Duration connectTimeout) throws IOException {
        tls = place.tls() ? RedisTls.context(place) : null;
        connectMillis = Math.clamp(connectTimeout.toMillis(), 1, Integer.MAX_VALUE);
        config = config(place, connectMillis);
    }

    private static JedisClientConfig config(RedisAddress place, int connectMillis) {
        // A proxy closes the connection on unknown commands: CLIENT, and HELLO if not required.
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .timeoutMillis(connectMillis)
                .database(place.topology() == RedisAddress.Topology.SERVERS ? place.database() : 0);
        if (place.protocol() == 3) {
            config.resp3();
        } else {
            config.serverDefaultProtocol();
        }
        if (place.namedUser() != null) {
            config.user(place.namedUser()).password(place.password());
        } else if (!place.password().isEmpty()) {
            config.password(place.password());
        }
        return config.build();
    }

    JedisClientConfig config() {
        return config;
    }

    /** Returns the TLS context of sockets, null without encryption. */
    @Nullable
    SSLContext tls() {
        return tls;
    }

    int connectMillis() {
        return connectMillis;
    }
}
