// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.redis.conformance.Outcomes.assertError;
import static org.plateaubench.plugin.redis.conformance.Outcomes.assertLost;
import static org.plateaubench.plugin.redis.conformance.Outcomes.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.service.TestRedis;

/** A server that cannot reply or refuses to, and the recovery afterwards. */
@Timeout(60)
class FailureConformanceTest {
    private static final int KEYS = 400;

    private static TestRedis redis;

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.start("enable-debug-command local", "maxmemory-policy noeviction");
    }

    @AfterAll
    static void stop() throws Exception {
        redis.close();
    }

    @BeforeEach
    void empty() throws Exception {
        redis.execute("FLUSHALL");
    }

    private static TestUser connected(TestClient client) throws Exception {
        return client.connected(TestSetting.at(redis.address()));
    }

    @ParameterizedTest
    @EnumSource
    void serverWithoutMemoryRefusesWritesUntilLimitIsRaised(TestClient client) throws Exception {
        try (TestUser user = connected(client)) {
            user.execute(RedisOperation.SET, 1);
            redis.execute("CONFIG", "SET", "maxmemory", "1");
            try {
                assertError(user.execute(RedisOperation.SET, 2), "oom");
                assertThat(user.execute(RedisOperation.GET, 1)).isEqualTo(Outcome.ok());
            } finally {
                redis.execute("CONFIG", "SET", "maxmemory", "0");
            }
            assertThat(user.execute(RedisOperation.SET, 2)).isEqualTo(Outcome.ok());
            assertThat(user.counted(RedisMeasure.CONNECTIONS)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void commandsFailWhileServerIsLoading(TestClient client) throws Exception {
        redis.execute("DEBUG", "POPULATE", Integer.toString(KEYS));
        redis.execute("CONFIG", "SET", "loading-process-events-interval-bytes", "1024");
        redis.execute("CONFIG", "SET", "key-load-delay", "1000");
        try (TestUser user = connected(client)) {
            CompletableFuture<Object> reload = CompletableFuture.supplyAsync(FailureConformanceTest::reload);
            List<Outcome> outcomes = new ArrayList<>();
            while (!reload.isDone()) {
                outcomes.add(user.execute(RedisOperation.SET, 1));
            }
            assertThat(reload.get(60, TimeUnit.SECONDS)).isEqualTo("OK");
            assertThat(outcomes).as("outcomes while it loads").anySatisfy(outcome -> assertError(outcome, "loading"));
            assertThat(user.execute(RedisOperation.SET, 1)).isEqualTo(Outcome.ok());
            assertThat(user.counted(RedisMeasure.CONNECTIONS)).isEqualTo(1);
        } finally {
            redis.execute("CONFIG", "SET", "key-load-delay", "0");
        }
    }

    private static Object reload() {
        try {
            return String.valueOf(redis.execute("DEBUG", "RELOAD"));
        } catch (Exception e) {
            return e;
        }
    }

    @ParameterizedTest
    @EnumSource
    void clientReconnectsAfterServerRestart(TestClient client) throws Exception {
        try (TestUser user = connected(client)) {
            redis.kill();
            List<Outcome> outcomes = user.execute(List.of(
                    new TestCall(RedisOperation.SET, 1),
                    new TestCall(RedisOperation.SET, 2),
                    new TestCall(RedisOperation.SET, 3)));
            outcomes.forEach(outcome -> assertThat(outcome.connectionLost()).isTrue());
            assertLost(outcomes.getFirst(), RedisFailure.CONNECTION_LOST);
            assertRefused(user.connect(), "refused");

            redis.restart();
            assertThat(user.connect()).isEqualTo(Outcome.ok());
            assertThat(user.execute(RedisOperation.SET, 1)).isEqualTo(Outcome.ok());
        }
    }
}
