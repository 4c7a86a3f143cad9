// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import java.time.Duration;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.loop.LoopClient;
import org.plateaubench.plugin.redis.routing.Targets;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;

/**
 * Jedis as the client of one workload in one agent: its connections for users on threads, its protocol classes on the
 * connections of an event loop for pipelines. Any thread.
 */
public final class JedisClient {
    private final Targets targets;
    private final JedisAccess access;
    private final LoopClient loops;

    /**
     * Creates a client.
     *
     * @param targets mapping of keys to nodes
     * @param connectTimeout time limit for a connection to be ready
     * @throws IOException with a message when the file of trusted certificates cannot be used
     */
    public JedisClient(RedisAddress place, Targets targets, Duration connectTimeout) throws IOException {
        this.targets = targets;
        access = new JedisAccess(place, connectTimeout);
        loops = new LoopClient(place, targets, connectTimeout, JedisCodec::new);
    }

    /** Returns the driver of a user on a thread. */
    public Driver driver(UserCommands commands) {
        return new JedisDriver(commands, targets.ofUser(commands.user().user()), access);
    }

    /** Returns the driver of a user on an event loop. */
    public AsyncDriver driver(UserCommands commands, EventLoop loop) {
        return loops.driver(commands, loop);
    }
}
