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
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.plugin.redis.service.RedisTelemetry.ServerInfo;
import org.plateaubench.plugin.redis.service.RedisTelemetry.ServerInfo.RedisSeries;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;

/** Known work done at real servers is what their series say. */
@Timeout(60)
class RedisTelemetryTest {
    @TempDir
    private Path folder = Path.of("");

    private static Map<String, Double> values(TelemetrySource source) throws Exception {
        return source.sample().stream().collect(Collectors.toMap(Sample::series, Sample::value));
    }

    private static double value(Map<String, Double> values, String series) {
        return Objects.requireNonNull(values.get(series), series);
    }

    private static double moved(Map<String, Double> before, Map<String, Double> after, String series) {
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
    void whatIsDoneIsCounted() throws Exception {
        try (TestRedis redis = TestRedis.withPassword("word", "appendonly yes")) {
            TelemetrySource source = new RedisTelemetry().open(redis.place().address("cache"));
            Map<String, Double> before = values(source);
            assertThat(before.keySet())
                    .containsAll(RedisSeries.ALL.stream()
                            .map(RedisSeries::name)
                            .filter(name -> !name.equals("replicationLag"))
                            .toList());
            redis.ask("SET", "key", "x".repeat(1 << 20), "PX", "1");
            for (int i = 0; i < 5; i++) {
                redis.ask("SET", "other", "1");
                redis.ask("GET", "other");
            }
            redis.ask("GET", "nobody");
            assertThatThrownBy(() -> redis.ask("INCRBY", "other", "much")).isInstanceOf(IOException.class);
            // A server ends a connection after its client has left.
            Map<String, Double> after =
                    await(source, now -> moved(before, now, "expired") == 1 && value(now, "connections") == 1);

            assertThat(moved(before, after, "hits")).isEqualTo(5);
            assertThat(moved(before, after, "misses")).isEqualTo(1);
            assertThat(moved(before, after, "errorReplies")).isEqualTo(1);
            assertThat(moved(before, after, "commands")).isGreaterThanOrEqualTo(13);
            assertThat(moved(before, after, "bytesIn")).isGreaterThan(1 << 20);
            assertThat(value(after, "aofSize")).isGreaterThan(1 << 20);
            assertThat(value(after, "usedMemory")).isBetween(5e5, 5e7);
            source.close();
        }
    }

    @Test
    void serversAreToldApartAndOneThatIsGoneCostsItsOwnSamplesOnly() throws Exception {
        try (TestRedis first = TestRedis.start();
                TestRedis second =
                        TestRedis.start("replicaof 127.0.0.1 " + first.port(), "repl-diskless-sync-delay 0")) {
            TelemetrySource source = new RedisTelemetry()
                    .open(TestRedis.serversPlace(List.of(first, second)).address("cache"));
            await(source, now -> now.containsKey("replicationLag-1") && value(now, "replicas-1") == 1);
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

    /**
     * A server that is killed and started again behind its port has another run id, and is not an event before that.
     */
    @Test
    void aServerThatIsKilledAndReplacedIsAnEventSinceItsLastAnswer() throws Exception {
        try (TestRedis redis = TestRedis.start()) {
            TelemetrySource source = new RedisTelemetry().open(redis.place().address("cache"));
            assertThat(values(source)).doesNotContainKeys("restart", "failover");
            long beforeLastNanos = System.nanoTime();
            assertThat(values(source)).doesNotContainKeys("restart", "failover");
            redis.kill();
            assertThatThrownBy(source::sample).isInstanceOf(IOException.class);
            redis.restart();

            Sample change = source.sample().stream()
                    .filter(sample -> sample.unit().equals(MeasureDefinition.EVENT_UNIT))
                    .findFirst()
                    .orElseThrow();
            assertThat(change.series()).isEqualTo("restart");
            assertThat(change.value())
                    .as("ms since the last answer")
                    .isBetween(0.0, (System.nanoTime() - beforeLastNanos) / 1e6);
            assertThat(values(source)).doesNotContainKeys("restart", "failover");
            source.close();
        }
    }

    @Test
    void theLagIsThatOfTheReplicaFurthestBehind() {
        Map<String, String> info = Map.of(
                "master_repl_offset", "1000",
                "slave0", "ip=127.0.0.1,port=1,state=online,offset=990,lag=0",
                "slave1", "ip=127.0.0.1,port=2,state=online,offset=400,lag=1");
        assertThat(ServerInfo.withLag(info)).containsEntry("replication_lag", "600");
        assertThat(ServerInfo.withLag(Map.of("master_repl_offset", "1000"))).doesNotContainKey("replication_lag");
    }

    @Test
    void everySeriesIsInTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("../../docs/plugins/redis-service.md"));
        String part = page.substring(page.indexOf("## Telemetry"));
        RedisSeries.ALL.forEach(series -> assertThat(part).contains("`" + series.name() + "`", series.unit()));
    }

    @Test
    void aUnitIsNeverBothATotalsAndALevels() {
        List<String> totals = RedisSeries.ALL.stream()
                .filter(RedisSeries::cumulative)
                .map(RedisSeries::unit)
                .toList();
        assertThat(RedisSeries.ALL)
                .filteredOn(series -> !series.cumulative())
                .noneMatch(series -> totals.contains(series.unit()));
    }
}
