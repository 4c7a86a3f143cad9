// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.redis.client.Target.Redirect;
import org.plateaubench.plugin.redis.client.Targets.HashRing;
import org.plateaubench.plugin.redis.service.TestRedis;

class RoutingTest {
    private static final int KEYS = 20_000;

    private static List<InetSocketAddress> nodes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> InetSocketAddress.createUnresolved("127.0.0.1", 7000 + i))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] key(int number) {
        return bytes("plateau:s:%012d".formatted(number));
    }

    @Test
    void hashRingBalancesKeys() {
        HashRing ring = new HashRing(nodes(5));
        int[] shares = new int[5];
        for (int i = 0; i < KEYS; i++) {
            shares[ring.nodeOf(key(i))]++;
        }
        assertThat(IntStream.of(shares).boxed())
                .allSatisfy(share -> assertThat(share).isBetween(KEYS / 5 * 85 / 100, KEYS / 5 * 115 / 100));
    }

    @Test
    void removedNodeMovesNoOtherKeys() {
        List<InetSocketAddress> all = nodes(5);
        HashRing before = new HashRing(all);
        List<InetSocketAddress> rest = new ArrayList<>(all.reversed());
        rest.remove(all.get(2));
        HashRing after = new HashRing(rest);
        for (int i = 0; i < KEYS; i++) {
            InetSocketAddress nodeBefore = before.node(before.nodeOf(key(i)));
            InetSocketAddress nodeAfter = after.node(after.nodeOf(key(i)));
            if (nodeBefore.getPort() != all.get(2).getPort()) {
                assertThat(nodeAfter).isEqualTo(nodeBefore);
            }
        }
    }

    @Test
    void usersAreAssignedRoundRobinUnlessHashing() throws IOException {
        RedisAddress address = TestRedis.at(RedisAddress.Topology.SERVERS, nodes(3), nodes(3));
        List<Target> perUser = Targets.of(address, false);
        assertThat(perUser).allMatch(Target::isOneNode);
        assertThat(perUser.get(1).node(0).getPort()).isEqualTo(7001);
        assertThat(Targets.of(address, true)).singleElement().isInstanceOf(HashRing.class);
    }

    @Test
    void redirectsAreParsed() {
        InetSocketAddress seed = nodes(1).getFirst();
        ClusterSlots cluster = new ClusterSlots(address(seed));
        assertThat(cluster.redirect("MOVED 3999 127.0.0.1:6381", seed)).isEqualTo(new Redirect(1, false));
        assertThat(cluster.redirect("ASK 1 ::1:6381", seed)).isEqualTo(new Redirect(2, true));
        assertThat(cluster.redirect("MOVED 5 :6382", seed)).isEqualTo(new Redirect(3, false));
        assertThat(cluster.redirect("MOVED 16384 :6382", seed)).isNull();
        assertThat(cluster.redirect("MOVED 5 :65536", seed)).isNull();
        assertThat(cluster.redirect("ERR moved", seed)).isNull();
        assertThat(cluster.masters()).map(RedisAddress::text).containsExactly("127.0.0.1:6381", "127.0.0.1:6382");
        assertThat(cluster.node(2).getAddress().isLoopbackAddress()).isTrue();
        assertThat(cluster.redirect("ASK 7 ::1:6381", seed)).isEqualTo(new Redirect(2, true));
    }

    @Test
    void clusterSlotsAreLearnedAndUpdatedByRedirects() {
        InetSocketAddress seed = nodes(1).getFirst();
        ClusterSlots cluster = new ClusterSlots(address(seed));
        assertThat(cluster.nodeOf(key(1))).isZero();

        cluster.update(List.of(range(0, 8_191, "", 7000), range(8_192, 16_383, "10.0.0.2", 7001)), seed);
        assertThat(cluster.nodeCount()).isEqualTo(2);
        assertThat(cluster.owner(8_191)).isZero();
        assertThat(cluster.owner(8_192)).isEqualTo(1);

        assertThat(cluster.redirect("ASK 0 10.0.0.2:7001", seed)).isEqualTo(new Redirect(1, true));
        assertThat(cluster.owner(0)).as("ASK does not change the owner").isZero();
        assertThat(cluster.redirect("MOVED 0 10.0.0.3:7002", seed)).isEqualTo(new Redirect(2, false));
        assertThat(cluster.owner(0)).as("MOVED changes the owner").isEqualTo(2);
        assertThat(cluster.holdsKeys(2)).isTrue();
        assertThat(cluster.holdsKeys(3)).isFalse();
    }

    private static RedisAddress address(InetSocketAddress seed) {
        return TestRedis.at(RedisAddress.Topology.CLUSTER, List.of(seed), List.of());
    }

    private static List<Object> range(long first, long last, String host, long port) {
        return List.of(first, last, List.of(bytes(host), port, bytes("id"), List.of()));
    }

    @Test
    void malformedClusterSlotsAreRefused() {
        InetSocketAddress seed = nodes(1).getFirst();
        ClusterSlots cluster = new ClusterSlots(address(seed));
        for (Object wrong : List.of(
                7L, List.of(), List.of(0L, 16_384L, List.of(bytes("h"), 1L)), List.of(0L, 1L, List.of(bytes("h"))))) {
            assertThatThrownBy(() -> cluster.update(List.of(wrong), seed))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("CLUSTER SLOTS");
        }
        assertThat(cluster.nodeCount()).isEqualTo(1);
    }
}
