// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.redis.conformance.Outcomes.assertError;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.service.TestRedis;

/** Routing of keys and users to three independent servers. */
@Timeout(60)
class HashRoutingConformanceTest {
    private static final long DEADLINE_NANOS = 30_000_000_000L;

    private static final List<TestRedis> SERVERS = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        for (int i = 0; i < 3; i++) {
            SERVERS.add(TestRedis.start());
        }
    }

    @AfterAll
    static void stop() throws Exception {
        for (TestRedis server : SERVERS) {
            server.close();
        }
    }

    @BeforeEach
    void flushServers() throws Exception {
        for (TestRedis server : SERVERS) {
            server.execute("FLUSHALL");
        }
    }

    private static RedisAddress address() {
        return TestRedis.serversAddress(SERVERS);
    }

    private static TestSetting hashRouting() {
        return TestSetting.at(address()).with(Routing.HASH);
    }

    /** The first key that is stored on this server. */
    private static long keyOn(int server) throws IOException {
        Target target = Targets.of(address(), true).getFirst();
        return LongStream.range(0, 1_000)
                .filter(key -> {
                    byte[] text = String.format("test:s:%012d", key).getBytes(StandardCharsets.US_ASCII);
                    return target.nodeOf(text) == server;
                })
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void hashedKeysAreFoundByAllClients(TestClient writingClient) throws Exception {
        List<TestCall> writes = LongStream.range(0, 60)
                .mapToObj(key -> new TestCall(RedisOperation.SET, key))
                .toList();
        List<TestCall> reads = LongStream.range(0, 60)
                .mapToObj(key -> new TestCall(RedisOperation.GET, key))
                .toList();
        try (TestUser writer = writingClient.connected(hashRouting())) {
            assertThat(writer.execute(writes)).allMatch(outcome -> outcome.equals(Outcome.ok()));
        }
        for (TestClient client : TestClient.values()) {
            try (TestUser reader = client.connected(hashRouting())) {
                assertThat(reader.execute(reads)).allMatch(outcome -> outcome.equals(Outcome.ok()));
                assertThat(reader.counted(RedisMeasure.HITS)).isEqualTo(60);
            }
        }
        for (TestRedis server : SERVERS) {
            assertThat((Long) server.execute("DBSIZE")).isBetween(5L, 40L);
        }
    }

    /** The command must neither count misses nor store a key on a server where no client looks for it. */
    @ParameterizedTest
    @EnumSource
    void crossServerCommandIsAnErrorWithoutMiss(TestClient client) throws Exception {
        Target target = Targets.of(address(), true).getFirst();
        for (RedisOperation operation : List.of(RedisOperation.MSET, RedisOperation.MGET)) {
            List<TestCall> calls = LongStream.range(0, 300)
                    .mapToObj(key -> new TestCall(operation, key))
                    .toList();
            try (TestUser user = client.connected(hashRouting())) {
                List<Outcome> outcomes = user.execute(calls);
                assertThat(outcomes).contains(Outcome.ok());
                outcomes.stream()
                        .filter(outcome -> !outcome.equals(Outcome.ok()))
                        .forEach(outcome -> assertError(outcome, "cross-slot"));
                assertThat(user.counted(RedisMeasure.MISSES)).isZero();
            }
        }
        for (int server = 0; server < SERVERS.size(); server++) {
            for (Object key :
                    (List<?>) Objects.requireNonNull(SERVERS.get(server).execute("KEYS", "*"))) {
                assertThat(target.nodeOf(key.toString().getBytes(StandardCharsets.US_ASCII)))
                        .as("server of %s", key)
                        .isEqualTo(server);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void usersAreAssignedToServersRoundRobin(TestClient client) throws Exception {
        for (int number = 0; number < 5; number++) {
            try (TestUser user = client.user(TestSetting.at(address()), number)) {
                assertThat(user.connect()).isEqualTo(Outcome.ok());
                assertThat(user.execute(RedisOperation.SET, number)).isEqualTo(Outcome.ok());
                assertThat(user.counted(RedisMeasure.CONNECTIONS)).isEqualTo(1);
            }
        }
        assertThat(SERVERS.get(0).execute("DBSIZE")).isEqualTo(2L);
        assertThat(SERVERS.get(1).execute("DBSIZE")).isEqualTo(2L);
        assertThat(SERVERS.get(2).execute("DBSIZE")).isEqualTo(1L);
    }

    @Test
    void lostServerFailsOnlyKeysStoredThere() throws Exception {
        List<TestUser> connectedBefore = new ArrayList<>();
        List<TestUser> connectedDuring = new ArrayList<>();
        try {
            for (TestClient client : TestClient.values()) {
                connectedBefore.add(client.connected(hashRouting()));
            }
            SERVERS.get(1).kill();
            for (TestUser user : connectedBefore) {
                assertError(user.execute(RedisOperation.SET, keyOn(1)), RedisFailure.CONNECTION_LOST);
                assertThat(user.execute(RedisOperation.SET, keyOn(0))).isEqualTo(Outcome.ok());
                assertThat(user.execute(RedisOperation.SET, keyOn(2))).isEqualTo(Outcome.ok());
                assertError(user.execute(RedisOperation.SET, keyOn(1)), RedisFailure.NOT_CONNECTED);
            }
            for (TestClient client : TestClient.values()) {
                TestUser user = client.connected(hashRouting());
                connectedDuring.add(user);
                assertThat(user.execute(RedisOperation.GET, keyOn(0))).isEqualTo(Outcome.ok());
                assertError(user.execute(RedisOperation.GET, keyOn(1)), RedisFailure.NOT_CONNECTED);
            }
        } finally {
            SERVERS.get(1).restart();
        }
        connectedBefore.addAll(connectedDuring);
        for (TestUser user : connectedBefore) {
            assertThat(setUntilOk(user, keyOn(1))).isEqualTo(Outcome.ok());
            assertThat(user.execute(RedisOperation.SET, keyOn(2))).isEqualTo(Outcome.ok());
            user.close();
        }
    }

    private static Outcome setUntilOk(TestUser user, long key) throws Exception {
        long deadlineNanos = System.nanoTime() + DEADLINE_NANOS;
        Outcome outcome = user.execute(RedisOperation.SET, key);
        while (!outcome.equals(Outcome.ok()) && System.nanoTime() < deadlineNanos) {
            outcome = user.execute(RedisOperation.SET, key);
        }
        return outcome;
    }
}
