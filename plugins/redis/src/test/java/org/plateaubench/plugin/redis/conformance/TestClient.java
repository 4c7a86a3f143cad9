// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.time.Duration;
import org.plateaubench.plugin.redis.client.JedisDriver;
import org.plateaubench.plugin.redis.client.LoopClient;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.service.JedisAccess;
import org.plateaubench.testkit.CountingUser;

/** All clients there are. */
enum TestClient {
    JEDIS,
    LOOP;

    /** A user that is not connected yet. */
    TestUser user(TestSetting setting, int number) throws IOException {
        RedisParameters parameters = setting.parameters();
        CountingUser counts = new CountingUser(number);
        UserCommands commands = new UserCommands.Shared(parameters, TestSetting.SEED, 1).of(counts);
        Targets targets = Targets.of(setting.place(), parameters.routing() == RedisParameters.Routing.HASH);
        Duration limit = parameters.connectTimeout();
        if (this == JEDIS) {
            JedisAccess access =
                    new JedisAccess(setting.place(), setting.place().protocol(), limit);
            return new ThreadUser(new JedisDriver(commands, targets.ofUser(number), access), counts);
        }
        TestLoop loop = new TestLoop();
        LoopClient client = new LoopClient(setting.place(), targets, limit);
        return new LoopUser(client.driver(commands, loop), loop, counts);
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
