// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Client;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.jedis.JedisAccess;
import org.plateaubench.plugin.redis.jedis.JedisCodec;
import org.plateaubench.plugin.redis.jedis.JedisDriver;
import org.plateaubench.plugin.redis.loop.LoopClient;
import org.plateaubench.plugin.redis.resp.RespCodec;
import org.plateaubench.plugin.redis.routing.Targets;
import org.plateaubench.plugin.redis.service.RedisPlace;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The workload in one agent: the client that was asked for, on threads or on event loops. */
final class RedisSession implements WorkloadSession {
    private final UserCommands.Shared commands;
    private final Targets targets;
    private final JedisAccess access;
    private final LoopClient loops;

    RedisSession(WorkloadContext<RedisParameters> context) throws IOException {
        RedisParameters parameters = context.parameters();
        RedisPlace place = RedisPlace.of(context.requiredSut());
        commands = new UserCommands.Shared(parameters, context.dataSeed());
        targets = Targets.of(place, parameters.routing() == Routing.HASH);
        access = new JedisAccess(place, parameters.connectTimeout());
        loops = new LoopClient(
                place,
                targets,
                parameters.connectTimeout(),
                parameters.client() == Client.LOOP ? RespCodec::new : JedisCodec::new);
    }

    @Override
    public Driver driver(UserContext user) {
        return new JedisDriver(commands.of(user), targets.ofUser(user.user()), access);
    }

    @Override
    public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
        return loops.driver(commands.of(user), loop);
    }
}
