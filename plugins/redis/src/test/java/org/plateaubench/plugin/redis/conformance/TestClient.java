// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.util.List;
import org.plateaubench.plugin.redis.client.JedisLinks.JedisDriver;
import org.plateaubench.plugin.redis.client.LoopConnection;
import org.plateaubench.plugin.redis.client.LoopDriver;
import org.plateaubench.plugin.redis.client.RedisAccess;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.testkit.CountingUser;

/** The clients that the workload can use. */
enum TestClient {
    JEDIS,
    LOOP;

    /** Creates a user that is not connected yet. */
    TestUser user(TestSetting setting, int number) throws IOException {
        RedisParameters parameters = setting.parameters();
        CountingUser counts = new CountingUser(number);
        UserCommands commands = new UserCommands.Shared(parameters, TestSetting.SEED, 1).of(counts);
        List<Target> targets = Targets.of(setting.address(), parameters.routing() == RedisParameters.Routing.HASH);
        Target target = targets.get(number % targets.size());
        RedisAccess access =
                new RedisAccess(setting.address(), setting.address().protocol(), parameters.connectTimeout());
        if (this == JEDIS) {
            return new ThreadUser(new JedisDriver(commands, target, access), counts);
        }
        TestLoop loop = new TestLoop();
        LoopConnection.Shared shared = new LoopConnection.Shared(loop, access, commands.shared());
        return new LoopUser(new LoopDriver(shared, target, commands), loop, counts);
    }

    /** Creates a connected user. */
    TestUser connected(TestSetting setting) throws IOException {
        TestUser user = user(setting, 0);
        String refused = user.connect().message();
        if (!refused.isEmpty()) {
            throw new IOException(refused);
        }
        return user;
    }
}
