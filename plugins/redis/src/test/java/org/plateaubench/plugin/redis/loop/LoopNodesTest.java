// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.routing.KeySlot;
import org.plateaubench.plugin.redis.service.TestRedis;

/** Several servers: rings and clusters, whole and in trouble. */
class LoopNodesTest {
    private static final int KEYS = 300;

    private static void closeAll(List<TestRedis> servers) throws Exception {
        for (TestRedis server : servers) {
            server.close();
        }
    }

    @Test
    void aRingGoesOnWithoutTheServerThatIsLostAndTakesItBack() throws Exception {
        List<TestRedis> servers = List.of(TestRedis.start(), TestRedis.start(), TestRedis.start());
        try (LoopRig rig = new LoopRig(TestRedis.serversPlace(servers), 100)) {
            assertThat(rig.connect()).isEqualTo(Outcome.ok());
            assertThat(rig.start(RedisOperation.SET, 0, KEYS).outcomes()).isEqualTo(Map.of("ok", KEYS));
            long keys = 0;
            for (TestRedis server : servers) {
                long share = server.number("DBSIZE");
                assertThat(share).isBetween(KEYS / 6L, KEYS / 2L);
                keys += share;
            }
            assertThat(keys).isEqualTo(KEYS);

            int others = KEYS - Math.toIntExact(servers.get(1).number("DBSIZE"));
            servers.get(1).kill();
            Map<String, Integer> without =
                    rig.start(RedisOperation.GET, 0, KEYS).outcomes();
            assertThat(without.keySet()).isSubsetOf("ok", "connection-lost", "not-connected");
            assertThat(without).as("none of the others fails").containsEntry("ok", others);
            assertThat(rig.start(RedisOperation.GET, 0, KEYS).outcomes())
                    .as("nor costs one that cannot be reached the user its connections")
                    .isEqualTo(Map.of("ok", others, "not-connected", KEYS - others));

            servers.get(1).restart();
            Map<String, Integer> before = rig.untilAllSucceed(RedisOperation.SET, 0, KEYS);
            assertThat(before.keySet()).isSubsetOf("ok", "not-connected");
        } finally {
            closeAll(servers);
        }
    }

    @Test
    void serversThatAreNotThereFromTheStartCostOnlyTheirShare() throws Exception {
        List<TestRedis> servers = List.of(TestRedis.start(), TestRedis.start());
        servers.get(0).kill();
        try (LoopRig rig = new LoopRig(TestRedis.serversPlace(servers), 100)) {
            assertThat(rig.connect()).isEqualTo(Outcome.ok());
            assertThat(rig.start(RedisOperation.SET, 0, KEYS).outcomes())
                    .containsOnlyKeys("ok", "not-connected")
                    .containsEntry("ok", Math.toIntExact(servers.get(1).number("DBSIZE")));
            servers.get(1).kill();
            Set<String> ends = rig.start(RedisOperation.SET, 0, KEYS).outcomes().keySet();
            assertThat(ends).as("the last one costs the user its connection").contains("connection-lost!");
            assertThat(rig.connect().reason()).isEqualTo("connection-refused");
        } finally {
            closeAll(servers);
        }
    }

    @Test
    void aClusterIsFollowedWhereItsSlotsMove() throws Exception {
        List<TestRedis> nodes = TestRedis.cluster(3);
        try (LoopRig rig = new LoopRig(TestRedis.clusterPlace(nodes.subList(0, 1)), 100)) {
            assertThat(rig.connect()).isEqualTo(Outcome.ok());
            assertThat(rig.start(RedisOperation.SET, 0, KEYS).outcomes()).isEqualTo(Map.of("ok", KEYS));
            assertThat(rig.counted(RedisMeasure.REDIRECTS))
                    .as("the slots are known")
                    .isZero();
            assertThat(rig.counted(RedisMeasure.CONNECTIONS)).isEqualTo(3);

            String key = "plateau:s:000000000007";
            int slot = KeySlot.of(key.getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, key.length());
            TestRedis owner = owner(nodes, key);
            TestRedis other = nodes.get((nodes.indexOf(owner) + 1) % 3);
            String ownerId = owner.text("CLUSTER", "MYID");
            String otherId = other.text("CLUSTER", "MYID");

            // The slot is on its way: who has not got the key any more sends to the other, for this once.
            other.ask("CLUSTER", "SETSLOT", "" + slot, "IMPORTING", ownerId);
            owner.ask("CLUSTER", "SETSLOT", "" + slot, "MIGRATING", otherId);
            owner.ask("MIGRATE", "127.0.0.1", "" + other.port(), key, "0", "5000");
            assertThat(rig.start(RedisOperation.GET, 0, 20).outcomes()).isEqualTo(Map.of("ok", 20));
            assertThat(rig.counted(RedisMeasure.REDIRECTS)).isEqualTo(1);
            assertThat(rig.start(RedisOperation.GET, 0, 20).outcomes()).isEqualTo(Map.of("ok", 20));
            assertThat(rig.counted(RedisMeasure.REDIRECTS)).isEqualTo(2);
            assertThat(rig.counted(RedisMeasure.HITS)).isEqualTo(40);

            // It has arrived: once sent there, it is remembered.
            for (TestRedis node : new ArrayList<>(nodes)) {
                node.ask("CLUSTER", "SETSLOT", "" + slot, "NODE", otherId);
            }
            rig.start(RedisOperation.GET, 7, 1).outcomes();
            assertThat(rig.counted(RedisMeasure.REDIRECTS)).isEqualTo(3);
            rig.start(RedisOperation.GET, 0, 20).outcomes();
            assertThat(rig.counted(RedisMeasure.REDIRECTS)).isEqualTo(3);
            assertThat(rig.counted(RedisMeasure.MISSES)).isZero();
        } finally {
            closeAll(nodes);
        }
    }

    private static TestRedis owner(List<TestRedis> nodes, String key) throws Exception {
        for (TestRedis node : nodes) {
            Object count = node.ask("CLUSTER", "COUNTKEYSINSLOT", "" + node.ask("CLUSTER", "KEYSLOT", key));
            if (!Long.valueOf(0).equals(count)) {
                return node;
            }
        }
        throw new AssertionError("no node has " + key);
    }

    @Test
    void aServerWithoutClusterIsNotTakenForOne() throws Exception {
        try (TestRedis single = TestRedis.start();
                LoopRig rig = new LoopRig(TestRedis.clusterPlace(List.of(single)), 100)) {
            Outcome outcome = rig.connect();
            assertThat(outcome.connectionLost()).isTrue();
            assertThat(outcome.message()).contains("cluster support disabled");
        }
    }
}
