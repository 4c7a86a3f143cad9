// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.EventLoop;

/** The event-loop client of one workload in one agent: creates the drivers of its users. Any thread. */
public final class LoopClient {
    private final Greeting greeting;
    private final Targets targets;
    private final long connectTimeoutNanos;
    private final @Nullable SSLContext tls;
    private final Map<EventLoop, LoopConnection.Shared> loops = new ConcurrentHashMap<>();

    /**
     * Creates a client.
     *
     * @throws IOException with a message when the file of trusted certificates cannot be used
     */
    public LoopClient(RedisAddress place, Targets targets, Duration connectTimeout) throws IOException {
        this.greeting = Greeting.of(place);
        this.targets = targets;
        this.connectTimeoutNanos = connectTimeout.toNanos();
        this.tls = place.tlsContext();
    }

    public AsyncDriver driver(UserCommands commands, EventLoop loop) {
        LoopConnection.Shared shared =
                loops.computeIfAbsent(loop, its -> new LoopConnection.Shared(its, greeting, connectTimeoutNanos, tls));
        return new LoopDriver(shared, targets.ofUser(commands.user().user()), commands);
    }
}
