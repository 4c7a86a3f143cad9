// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Client;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.data.DataLocations;
import org.plateaubench.plugin.redis.jedis.JedisClient;
import org.plateaubench.plugin.redis.loop.LoopClient;
import org.plateaubench.plugin.redis.resp.RespCodec;
import org.plateaubench.plugin.redis.routing.Targets;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The workload in one agent: the selected client, on threads or on event loops. */
final class RedisSession implements WorkloadSession {
    private final UserCommands.Shared commands;
    private final JedisClient jedis;
    private final LoopClient loop;
    private final boolean isJedis;

    RedisSession(WorkloadContext<RedisParameters> context) throws IOException {
        RedisParameters parameters = context.parameters();
        RedisAddress place = RedisAddress.of(context.requiredSut());
        Targets targets = Targets.of(place, parameters.routing() == Routing.HASH);
        commands = new UserCommands.Shared(parameters, context.dataSeed(), DataLocations.wholes(place, parameters));
        jedis = new JedisClient(place, targets, parameters.connectTimeout());
        loop = new LoopClient(place, targets, parameters.connectTimeout(), RespCodec::new);
        isJedis = parameters.client() == Client.JEDIS;
    }

    @Override
    public Driver driver(UserContext user) {
        return jedis.driver(commands.of(user));
    }

    @Override
    public AsyncDriver asyncDriver(UserContext user, EventLoop itsLoop) {
        UserCommands its = commands.of(user);
        return isJedis ? jedis.driver(its, itsLoop) : loop.driver(its, itsLoop);
    }
}
