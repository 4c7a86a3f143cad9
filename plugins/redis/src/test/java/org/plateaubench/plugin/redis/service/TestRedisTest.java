// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
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
                RedisAdminConnection admin = RedisAdminConnection.open(
                        redis.place(), redis.place().nodes().getFirst(), Duration.ofSeconds(2))) {
            redis.freeze();
            assertThatThrownBy(() -> admin.ask("PING")).hasMessageContaining("timed out");
            redis.thaw();
            assertThat(redis.ask("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void passwordIsAskedFor() throws Exception {
        String password = "a \"word\" \\ with # signs";
        try (TestRedis redis = TestRedis.withPassword(password)) {
            assertThat(redis.ask("PING")).isEqualTo("PONG");
            RedisAddress without = TestRedis.with(redis.place(), "", "", 0, 2);
            try (RedisAdminConnection admin =
                    RedisAdminConnection.open(without, without.nodes().getFirst())) {
                assertThatThrownBy(() -> admin.ask("PING")).hasMessageStartingWith("NOAUTH");
            }
        }
    }
}
