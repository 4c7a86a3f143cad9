// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.data.DataLocations;
import org.plateaubench.plugin.redis.jedis.JedisDriver;
import org.plateaubench.plugin.redis.loop.LoopClient;
import org.plateaubench.plugin.redis.routing.Targets;
import org.plateaubench.plugin.redis.service.JedisAccess;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The workload in one agent: Jedis on threads, or the client on event loops. */
final class RedisSession implements WorkloadSession {
    private final UserCommands.Shared commands;
    private final Targets targets;
    private final JedisAccess jedis;
    private final LoopClient loop;

    RedisSession(WorkloadContext<RedisParameters> context) throws IOException {
        RedisParameters parameters = context.parameters();
        RedisAddress place = RedisAddress.of(context.requiredSut());
        targets = Targets.of(place, parameters.routing() == Routing.HASH);
        commands = new UserCommands.Shared(parameters, context.dataSeed(), DataLocations.wholes(place, parameters));
        jedis = new JedisAccess(place, place.protocol(), parameters.connectTimeout());
        loop = new LoopClient(place, targets, parameters.connectTimeout());
    }

    @Override
    public Driver driver(UserContext user) {
        return new JedisDriver(commands.of(user), targets.ofUser(user.user()), jedis);
    }

    @Override
    public AsyncDriver asyncDriver(UserContext user, EventLoop itsLoop) {
        return loop.driver(commands.of(user), itsLoop);
    }
}
