// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.plugin.redis.service.RedisTelemetry.RedisSeries;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;

/** The series of real servers show a known amount of work. */
@Timeout(60)
class RedisTelemetryTest {
    private static Map<String, Double> values(TelemetrySource source) throws Exception {
        return source.sample().stream().collect(Collectors.toMap(Sample::series, Sample::value));
    }

    private static double value(Map<String, Double> values, String series) {
        return Objects.requireNonNull(values.get(series), series);
    }

    private static double increase(Map<String, Double> before, Map<String, Double> after, String series) {
        return value(after, series) - value(before, series);
    }

    private static Map<String, Double> await(TelemetrySource source, Predicate<Map<String, Double>> condition)
            throws Exception {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (true) {
            Map<String, Double> now = values(source);
            if (condition.test(now)) {
                return now;
            }
            assertThat(System.nanoTime()).as("%s", now).isLessThan(deadlineNanos);
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    @Test
    void commandsAreCounted() throws Exception {
        try (TestRedis redis = TestRedis.withPassword("word", "appendonly yes")) {
            TelemetrySource source = new RedisTelemetry().open(redis.address().toSutAddress("cache"));
            Map<String, Double> before = values(source);
            assertThat(before.keySet())
                    .containsAll(RedisSeries.ALL.stream().map(RedisSeries::name).toList());
            redis.execute("SET", "key", "x".repeat(1 << 20), "PX", "1");
            for (int i = 0; i < 5; i++) {
                redis.execute("SET", "other", "1");
                redis.execute("GET", "other");
            }
            redis.execute("GET", "nobody");
            assertThatThrownBy(() -> redis.execute("INCRBY", "other", "much")).isInstanceOf(IOException.class);
            // The server closes a connection slightly later than its client.
            Map<String, Double> after =
                    await(source, now -> increase(before, now, "expired") == 1 && value(now, "connections") == 1);

            assertThat(increase(before, after, "hits")).isEqualTo(5);
            assertThat(increase(before, after, "misses")).isEqualTo(1);
            assertThat(increase(before, after, "errorReplies")).isEqualTo(1);
            assertThat(increase(before, after, "commands")).isGreaterThanOrEqualTo(13);
            assertThat(increase(before, after, "bytesIn")).isGreaterThan(1 << 20);
            assertThat(value(after, "aofSize")).isGreaterThan(1 << 20);
            assertThat(value(after, "usedMemory")).isBetween(5e5, 5e7);
            source.close();
        }
    }

    @Test
    void stoppedServerLosesSamplesOfSingleServer() throws Exception {
        try (TestRedis first = TestRedis.start();
                TestRedis second = TestRedis.start()) {
            TelemetrySource source = new RedisTelemetry()
                    .open(TestRedis.serversAddress(List.of(first, second)).toSutAddress("cache"));
            assertThat(values(source))
                    .containsKeys("usedMemory-1", "usedMemory-2")
                    .doesNotContainKey("usedMemory");

            second.kill();
            await(source, now -> !now.containsKey("usedMemory-2") && now.containsKey("usedMemory-1"));
            second.restart();
            await(source, now -> now.containsKey("usedMemory-2"));
            first.kill();
            second.kill();
            assertThatThrownBy(() -> {
                        source.sample();
                        source.sample();
                    })
                    .hasMessageContaining("no server of the SUT answers");
            source.close();
        }
    }

    @Test
    void everySeriesIsDocumented() throws IOException {
        String page = Files.readString(Path.of("../../docs/plugins/redis-service.md"));
        String part = page.substring(page.indexOf("## Telemetry"));
        RedisSeries.ALL.forEach(series -> assertThat(part).contains("`" + series.name() + "`", series.unit()));
    }
}
