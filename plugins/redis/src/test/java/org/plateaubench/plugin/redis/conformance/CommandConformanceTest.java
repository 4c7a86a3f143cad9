// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.redis.conformance.Outcomes.assertError;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.plugin.redis.service.TestRedis;

/** Commands and replies on a healthy server. */
@Timeout(60)
class CommandConformanceTest {
    /** A key that the agent tracks; it tracks only a sample of so many keys. */
    private static final int SAMPLED = 8;

    private static final ValueText VALUES = new ValueText(TestSetting.SIZES, TestSetting.SEED);

    private static TestRedis redis;

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.start();
    }

    @AfterAll
    static void stop() throws Exception {
        redis.close();
    }

    @BeforeEach
    void empty() throws Exception {
        redis.execute("FLUSHALL");
        redis.execute("CONFIG", "RESETSTAT");
    }

    private static TestSetting setting(int protocol) {
        TestSetting setting = TestSetting.at(redis.address());
        return protocol == 3 ? setting.withProtocol3() : setting;
    }

    private static String value(long key) {
        return new String(VALUES.bytes(key, 0), StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({"JEDIS,2", "JEDIS,3", "LOOP,2", "LOOP,3"})
    void eachOperationRunsOnceWithOkReply(TestClient client, int protocol) throws Exception {
        try (TestUser user = client.connected(setting(protocol))) {
            assertThat(user.execute(RedisOperation.SET, 7)).isEqualTo(Outcome.ok());
            assertThat(redis.execute("GET", "test:s:000000000007")).isEqualTo(value(7));
            for (RedisOperation operation : writersFirst()) {
                assertThat(user.execute(operation, 7)).as(operation.word()).isEqualTo(Outcome.ok());
            }
            assertThat(user.counted(RedisMeasure.MISSES)).as("misses").isZero();
            // get 1, mget 4, expire 1, hget 1, hgetall 1, lrange 1, lpop 1, zrange 1, zscore 1
            assertThat(user.counted(RedisMeasure.HITS)).as("hits").isEqualTo(12);
            assertThat(user.counted(RedisMeasure.CONNECTIONS)).isEqualTo(1);
        }
        for (RedisOperation operation : RedisOperation.values()) {
            assertThat(redis.calls(operation.word()))
                    .as(operation.word())
                    .isEqualTo(
                            switch (operation) {
                                case SET, INCR -> 2; // The script executes INCR, too.
                                case GET -> 2; // The test itself sends one.
                                default -> 1;
                            });
        }
        assertThat(redis.execute("GET", "test:c:000000000007")).isEqualTo("2");
        assertThat(redis.execute("GET", "test:s:000000000010")).isEqualTo(value(10));
        assertThat((Long) redis.execute("TTL", "test:s:000000000007")).isBetween(3_500L, 3_600L);
        assertThat(redis.execute("LLEN", "test:l:000000000007")).isEqualTo(0L);
    }

    /** All operations, ordered so that data is written before it is read. */
    private static List<RedisOperation> writersFirst() {
        return List.of(
                RedisOperation.SET,
                RedisOperation.GET,
                RedisOperation.MSET,
                RedisOperation.MGET,
                RedisOperation.EXPIRE,
                RedisOperation.INCR,
                RedisOperation.EVAL,
                RedisOperation.HSET,
                RedisOperation.HGET,
                RedisOperation.HGETALL,
                RedisOperation.LPUSH,
                RedisOperation.LRANGE,
                RedisOperation.LPOP,
                RedisOperation.ZADD,
                RedisOperation.ZRANGE,
                RedisOperation.ZSCORE);
    }

    @ParameterizedTest
    @CsvSource({"JEDIS,2", "JEDIS,3", "LOOP,2", "LOOP,3"})
    void missingKeyCountsAsAMiss(TestClient client, int protocol) throws Exception {
        List<RedisOperation> readers = List.of(
                RedisOperation.GET,
                RedisOperation.MGET,
                RedisOperation.EXPIRE,
                RedisOperation.HGET,
                RedisOperation.HGETALL,
                RedisOperation.LRANGE,
                RedisOperation.LPOP,
                RedisOperation.ZRANGE,
                RedisOperation.ZSCORE);
        try (TestUser user = client.connected(setting(protocol))) {
            for (RedisOperation operation : readers) {
                assertThat(user.execute(operation, 1)).as(operation.word()).isEqualTo(Outcome.ok());
            }
            assertThat(user.counted(RedisMeasure.HITS)).as("hits").isZero();
            assertThat(user.counted(RedisMeasure.MISSES)).as("misses").isEqualTo(8 + TestSetting.KEYS);
            assertThat(user.counted(RedisMeasure.BYTES_READ)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void wrongValueIsAnError(TestClient client) throws Exception {
        String right = value(5);
        String corrupted = right.substring(0, right.length() - 1) + (right.endsWith("x") ? "y" : "x");
        try (TestUser exact = client.connected(setting(2));
                TestUser lenient = client.connected(setting(2).with(Check.START));
                TestUser trusting = client.connected(setting(2).with(Check.NONE))) {
            redis.execute("SET", "test:s:000000000005", corrupted);
            assertError(exact.execute(RedisOperation.GET, 5), RedisFailure.WRONG_VALUE);
            assertThat(lenient.execute(RedisOperation.GET, 5)).isEqualTo(Outcome.ok());

            redis.execute("SET", "test:s:000000000005", corrupted.charAt(right.length() - 1) + right.substring(1));
            assertError(lenient.execute(RedisOperation.GET, 5), RedisFailure.WRONG_VALUE);
            redis.execute("SET", "test:s:000000000005", right + "x");
            assertError(exact.execute(RedisOperation.GET, 5), RedisFailure.WRONG_VALUE);
            assertError(lenient.execute(RedisOperation.GET, 5), RedisFailure.WRONG_VALUE);
            assertError(lenient.execute(RedisOperation.MGET, 5), RedisFailure.WRONG_VALUE);
            assertThat(trusting.execute(RedisOperation.GET, 5)).isEqualTo(Outcome.ok());
        }
    }

    @ParameterizedTest
    @EnumSource
    void lostKeyIsAnError(TestClient client) throws Exception {
        try (TestUser user = client.connected(setting(2))) {
            user.execute(RedisOperation.MSET, SAMPLED);
            redis.execute("DEL", "test:s:000000000008");
            assertError(user.execute(RedisOperation.GET, SAMPLED), RedisFailure.MISSING_VALUE);
            assertError(user.execute(RedisOperation.MGET, SAMPLED), RedisFailure.MISSING_VALUE);
            assertThat(user.execute(RedisOperation.GET, SAMPLED + 1)).isEqualTo(Outcome.ok());
            assertThat(user.counted(RedisMeasure.LOST_READS)).isEqualTo(2);
            user.execute(RedisOperation.EXPIRE, SAMPLED + 1);
            assertThat(user.execute(RedisOperation.GET, SAMPLED))
                    .as("now any key may expire")
                    .isEqualTo(Outcome.ok());
        }
    }

    @ParameterizedTest
    @EnumSource
    void decreasingCounterIsAnError(TestClient client) throws Exception {
        try (TestUser user = client.connected(setting(2))) {
            user.execute(RedisOperation.INCR, SAMPLED);
            assertThat(user.execute(RedisOperation.EVAL, SAMPLED)).isEqualTo(Outcome.ok());
            redis.execute("SET", "test:c:000000000008", "1");
            assertError(user.execute(RedisOperation.INCR, SAMPLED), RedisFailure.WRONG_VALUE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void pipelineErrorFailsSingleCommand(TestClient client) throws Exception {
        redis.execute("LPUSH", "test:s:000000000002", "not a string");
        List<TestCall> calls = new ArrayList<>();
        for (int key = 0; key < 6; key++) {
            calls.add(new TestCall(RedisOperation.GET, key));
        }
        try (TestUser user = client.connected(setting(2))) {
            for (int key : List.of(0, 1, 3, 4, 5)) {
                user.execute(RedisOperation.SET, key);
            }
            List<Outcome> outcomes = user.execute(calls);
            assertError(outcomes.get(2), "wrongtype");
            for (int key : List.of(0, 1, 3, 4, 5)) {
                assertThat(outcomes.get(key)).as("key " + key).isEqualTo(Outcome.ok());
            }
            assertThat(user.counted(RedisMeasure.CONNECTIONS)).isEqualTo(1);
        }
    }

    /** Commands and replies exceed the socket buffers, and replies arrive in many pieces. */
    @ParameterizedTest
    @EnumSource
    void deepPipelineKeepsOrder(TestClient client) throws Exception {
        TestSetting large = setting(3).withSizes("1-60000");
        try (TestUser user = client.connected(large)) {
            for (RedisOperation operation : List.of(RedisOperation.SET, RedisOperation.GET, RedisOperation.MGET)) {
                List<TestCall> calls = new ArrayList<>();
                for (int key = 0; key < 200; key++) {
                    calls.add(new TestCall(operation, key));
                }
                assertThat(user.execute(calls)).as(operation.word()).allMatch(outcome -> outcome.equals(Outcome.ok()));
            }
            assertThat(user.counted(RedisMeasure.HITS)).isEqualTo(200 + 4 * 200 - 6);
            assertThat(user.counted(RedisMeasure.MISSES)).isEqualTo(3 + 2 + 1);
        }
    }
}
