// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.redis.conformance.Outcomes.assertError;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.service.RedisProcess;
import org.plateaubench.plugin.redis.service.TestRedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A cluster of three nodes, with slots that are stable and slots that migrate. */
@Timeout(60)
class ClusterConformanceTest {
    private static final int NODES = 3;

    private static List<TestRedis> nodes = List.of();

    @BeforeAll
    static void start() throws Exception {
        nodes = TestRedis.cluster(NODES);
    }

    @AfterAll
    static void stop() throws Exception {
        for (TestRedis node : nodes) {
            node.close();
        }
    }

    @BeforeEach
    void empty() throws Exception {
        for (TestRedis node : nodes) {
            node.execute("FLUSHALL");
        }
    }

    private static TestUser connected(TestClient client, int protocol) throws Exception {
        TestSetting setting = TestSetting.at(TestRedis.clusterAddress(nodes));
        return client.connected(protocol == 3 ? setting.withProtocol3() : setting);
    }

    private static int slot(long key) {
        return JedisClusterCRC16.getSlot(String.format("test:s:%012d", key).getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the first key at or after a number whose slot the first node owned when the cluster was created. */
    private static long keyOfFirstNode(long from) {
        return LongStream.iterate(from, key -> key + 1)
                .filter(key -> slot(key) < RedisProcess.firstSlot(1, NODES))
                .findFirst()
                .orElseThrow();
    }

    private static String id(int node) throws Exception {
        return String.valueOf(nodes.get(node).execute("CLUSTER", "MYID"));
    }

    @ParameterizedTest
    @CsvSource({"JEDIS,2", "JEDIS,3", "LOOP,2", "LOOP,3"})
    void commandsGoToTheNodeOfTheirSlot(TestClient client, int protocol) throws Exception {
        try (TestUser user = connected(client, protocol)) {
            for (RedisOperation operation : List.of(RedisOperation.SET, RedisOperation.GET)) {
                List<TestCall> calls = new ArrayList<>();
                for (long key = 1000; key < 1060; key++) {
                    calls.add(new TestCall(operation, key));
                }
                assertThat(user.execute(calls)).allMatch(outcome -> outcome.equals(Outcome.ok()));
            }
            assertThat(user.counted(RedisMeasure.HITS)).isEqualTo(60);
            // One more connection queried the owners of the slots.
            assertThat(user.counted(RedisMeasure.CONNECTIONS)).isEqualTo(NODES + 1);
        }
        for (TestRedis node : nodes) {
            assertThat((Long) node.execute("DBSIZE")).isBetween(5L, 40L);
        }
    }

    /** The new owner has the higher configuration epoch, so that delayed gossip cannot undo the move. */
    @ParameterizedTest
    @EnumSource
    void movedSlotIsFollowedAndCached(TestClient client) throws Exception {
        long key = keyOfFirstNode(100_000L * (1 + List.of(TestClient.values()).indexOf(client)));
        String slot = Integer.toString(slot(key));
        try (TestUser user = connected(client, 2)) {
            assertThat(user.execute(RedisOperation.SET, key)).isEqualTo(Outcome.ok());
            assertThat(user.counted(RedisMeasure.REDIRECTS)).isZero();
            nodes.get(0).execute("FLUSHALL");
            for (int node : new int[] {1, 0, 2}) {
                nodes.get(node).execute("CLUSTER", "SETSLOT", slot, "NODE", id(1));
            }
            assertThat(user.execute(RedisOperation.SET, key)).isEqualTo(Outcome.ok());
            assertThat(user.counted(RedisMeasure.REDIRECTS)).isEqualTo(1);
            assertThat(nodes.get(1).execute("CLUSTER", "COUNTKEYSINSLOT", slot)).isEqualTo(1L);

            assertThat(user.execute(RedisOperation.GET, key)).isEqualTo(Outcome.ok());
            assertThat(user.counted(RedisMeasure.HITS)).isEqualTo(1);
            assertThat(user.counted(RedisMeasure.REDIRECTS)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void askRedirectIsFollowedEachTime(TestClient client) throws Exception {
        long key = keyOfFirstNode(400_000);
        String slot = Integer.toString(slot(key));
        nodes.get(1).execute("CLUSTER", "SETSLOT", slot, "IMPORTING", id(0));
        nodes.get(0).execute("CLUSTER", "SETSLOT", slot, "MIGRATING", id(1));
        try (TestUser user = connected(client, 2)) {
            List<Outcome> outcomes = user.execute(List.of(
                    new TestCall(RedisOperation.SET, key),
                    new TestCall(RedisOperation.SET, keyOfFirstNode(key + 1)),
                    new TestCall(RedisOperation.SET, key)));
            assertThat(outcomes).allMatch(outcome -> outcome.equals(Outcome.ok()));
            assertThat(user.counted(RedisMeasure.REDIRECTS)).isEqualTo(2);
            assertThat(nodes.get(1).execute("CLUSTER", "COUNTKEYSINSLOT", slot)).isEqualTo(1L);

            assertThat(user.execute(RedisOperation.GET, key)).isEqualTo(Outcome.ok());
            assertThat(user.counted(RedisMeasure.HITS)).isEqualTo(1);
            assertThat(user.counted(RedisMeasure.REDIRECTS)).isEqualTo(3);
        } finally {
            nodes.get(0).execute("CLUSTER", "SETSLOT", slot, "STABLE");
            nodes.get(1).execute("CLUSTER", "SETSLOT", slot, "STABLE");
        }
    }

    @ParameterizedTest
    @EnumSource
    void crossSlotCommandIsAnError(TestClient client) throws Exception {
        try (TestUser user = connected(client, 2)) {
            assertError(user.execute(RedisOperation.MSET, 1), "cross-slot");
        }
    }
}
