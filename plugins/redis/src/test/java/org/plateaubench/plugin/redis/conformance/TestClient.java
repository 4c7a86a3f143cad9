// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.JedisLinks.JedisDriver;
import org.plateaubench.plugin.redis.client.LoopConnection;
import org.plateaubench.plugin.redis.client.LoopDriver;
import org.plateaubench.plugin.redis.client.RedisAccess;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Driver;
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

    /** A user whose blocking driver runs on the thread of the test. */
    private record ThreadUser(Driver driver, CountingUser counts) implements TestUser {
        @Override
        public Outcome connect() {
            try {
                driver.connect();
                return Outcome.ok();
            } catch (Exception e) {
                return Outcome.connectionLost("exception", String.valueOf(e.getMessage()));
            }
        }

        @Override
        public List<Outcome> execute(List<TestCall> calls) throws IOException {
            List<Outcome> outcomes = new ArrayList<>();
            try {
                for (TestCall call : calls) {
                    outcomes.add(driver.execute(call));
                }
            } catch (Exception e) {
                throw new IOException(e);
            }
            return outcomes;
        }

        @Override
        public void close() throws IOException {
            try {
                driver.close();
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }

    /** A user whose driver runs on an event loop, on the thread of the test. */
    private record LoopUser(AsyncDriver driver, TestLoop loop, CountingUser counts) implements TestUser {
        @Override
        public Outcome connect() throws IOException {
            @Nullable Outcome[] outcome = new @Nullable Outcome[1];
            driver.connect((ended, endNanos) -> outcome[0] = ended);
            loop.runUntil(() -> outcome[0] != null);
            return Objects.requireNonNull(outcome[0]);
        }

        @Override
        public List<Outcome> execute(List<TestCall> calls) throws IOException {
            @Nullable Outcome[] outcomes = new @Nullable Outcome[calls.size()];
            for (int i = 0; i < outcomes.length; i++) {
                int index = i;
                driver.start(calls.get(i), (outcome, endNanos) -> outcomes[index] = outcome);
            }
            driver.flush();
            loop.runUntil(() -> Arrays.stream(outcomes).allMatch(Objects::nonNull));
            return Arrays.stream(outcomes).map(Objects::requireNonNull).toList();
        }

        @Override
        public void close() throws IOException {
            try {
                driver.close();
            } catch (Exception e) {
                throw new IOException(e);
            }
            loop.close();
        }
    }
}
