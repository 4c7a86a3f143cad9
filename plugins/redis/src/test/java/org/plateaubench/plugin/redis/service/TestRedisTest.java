// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What other tests rely on in their servers. */
@Timeout(60)
class TestRedisTest {
    @Test
    void serverThatIsKilledComesBackAtItsPortWithWhatItHasStored() throws Exception {
        try (TestRedis redis = TestRedis.start("appendonly yes", "appendfsync always")) {
            assertThat(redis.ask("SET", "key", "7")).isEqualTo("OK");
            assertThat(redis.calls("set")).isEqualTo(1);
            long pid = redis.pid();
            int port = redis.port();

            redis.kill();
            assertThatThrownBy(() -> redis.ask("GET", "key")).isInstanceOf(IOException.class);
            redis.restart();

            assertThat(redis.ask("GET", "key")).isEqualTo("7");
            assertThat(redis.port()).isEqualTo(port);
            assertThat(redis.pid()).isNotEqualTo(pid);
        }
    }

    @Test
    void serverThatIsFrozenAnswersLater() throws Exception {
        try (TestRedis redis = TestRedis.start();
                RedisConsole console =
                        RedisConsole.open(redis.place(), redis.place().nodes().getFirst(), Duration.ofMillis(200))) {
            redis.freeze();
            assertThatThrownBy(() -> console.ask("PING")).hasMessageContaining("timed out");
            redis.thaw();
            assertThat(redis.ask("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void passwordIsAskedFor() throws Exception {
        String password = "a \"word\" \\ with # signs";
        try (TestRedis redis = TestRedis.withPassword(password)) {
            assertThat(redis.ask("PING")).isEqualTo("PONG");
            RedisPlace without = TestRedis.with(redis.place(), "", "", 0, 2);
            try (RedisConsole console =
                    RedisConsole.open(without, without.nodes().getFirst())) {
                assertThatThrownBy(() -> console.ask("PING")).hasMessageStartingWith("NOAUTH");
            }
        }
    }

    @Test
    void encryptedConnectionsAreForThoseWhoTrustTheCertificate() throws Exception {
        try (TestRedis redis = TestRedis.withTls()) {
            RedisPlace place = redis.tlsPlace();
            try (RedisConsole console = RedisConsole.open(place, place.nodes().getFirst())) {
                assertThat(console.ask("PING")).isEqualTo("PONG");
            }
            RedisPlace distrustful = new RedisPlace(
                    place.nodes(), place.servers(), place.topology(), "", "", true, "", place.database(), 2);
            assertThatThrownBy(
                            () -> RedisConsole.open(distrustful, place.nodes().getFirst()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void clusterOfThreeIsWholeAndPointsToTheOwnerOfASlot() throws Exception {
        List<TestRedis> nodes = TestRedis.cluster(3);
        try {
            // Slot 12182 by the specification's CRC16 of "foo".
            assertThat(nodes.get(0).ask("CLUSTER", "KEYSLOT", "foo")).isEqualTo(12_182L);
            assertThat(nodes.get(2).ask("SET", "foo", "1")).isEqualTo("OK");
            assertThatThrownBy(() -> nodes.get(0).ask("GET", "foo"))
                    .hasMessage("MOVED 12182 127.0.0.1:" + nodes.get(2).port());
            assertThat(TestRedis.clusterPlace(nodes).nodes()).hasSize(3);
        } finally {
            for (TestRedis node : nodes) {
                node.close();
            }
        }
    }
}
