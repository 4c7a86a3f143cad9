// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.time.Duration;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.jedis.JedisClient;
import org.plateaubench.plugin.redis.loop.LoopClient;
import org.plateaubench.plugin.redis.resp.RespCodec;
import org.plateaubench.plugin.redis.routing.Targets;
import org.plateaubench.testkit.CountingUser;

/** All clients there are. */
enum TestClient {
    JEDIS_ON_THREADS,
    JEDIS_ON_A_LOOP,
    LOOP;

    /** A user that is not connected yet. */
    TestUser user(TestSetting setting, int number) throws IOException {
        RedisParameters parameters = setting.parameters();
        CountingUser counts = new CountingUser(number);
        UserCommands commands = new UserCommands.Shared(parameters, TestSetting.SEED, 1).of(counts);
        Targets targets = Targets.of(setting.place(), parameters.routing() == RedisParameters.Routing.HASH);
        Duration limit = parameters.connectTimeout();
        if (this == JEDIS_ON_THREADS) {
            JedisClient client = new JedisClient(setting.place(), targets, limit);
            return new ThreadUser(client.driver(commands), counts);
        }
        TestLoop loop = new TestLoop();
        return new LoopUser(
                this == LOOP
                        ? new LoopClient(setting.place(), targets, limit, RespCodec::new).driver(commands, loop)
                        : new JedisClient(setting.place(), targets, limit).driver(commands, loop),
                loop,
                counts);
    }

    /** A user that is connected. */
    TestUser connected(TestSetting setting) throws IOException {
        TestUser user = user(setting, 0);
        String refused = user.connect().message();
        if (!refused.isEmpty()) {
            throw new IOException(refused);
        }
        return user;
    }
}
