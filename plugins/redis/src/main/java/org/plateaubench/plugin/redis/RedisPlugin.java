// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.util.List;
import java.util.Locale;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.scenario.CommandWorkload;
import org.plateaubench.plugin.redis.service.RedisServiceType;
import org.plateaubench.plugin.redis.service.RedisTelemetry;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.ReportSection;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/** Redis as a workload and as a system under test. */
public final class RedisPlugin implements Plugin {
    @Override
    public String id() {
        return "redis";
    }

    @Override
    public String description() {
        return "Commands to Redis by Jedis or by an event loop, from one server to clusters and proxies.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new RedisWorkload(), new CommandWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new RedisServiceType());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new RedisTelemetry());
    }

    @Override
    public List<ReportSection> reportSections() {
        return List.of(new RedisReport());
    }

    static final class RedisReport implements ReportSection {
        @Override
        public String workload() {
            return RedisWorkload.NAME;
        }

        @Override
        public Table render(WorkloadView result) {
            long hits = result.counter(RedisMeasure.HITS.title());
            long asked = hits + result.counter(RedisMeasure.MISSES.title());
            return new Table(
                    "Redis: hits and bytes",
                    "A value that is not there is a miss and no error. Bytes are those of values alone.",
                    List.of("Figure", "Achieved"),
                    List.of(
                            List.of("Hit ratio", asked == 0 ? "nothing was read" : percent(100.0 * hits / asked)),
                            List.of("Values read", count(hits)),
                            List.of("Values not there", count(asked - hits)),
                            List.of("Bytes of values read", count(result.counter(RedisMeasure.BYTES_READ.title()))),
                            List.of(
                                    "Bytes of values written",
                                    count(result.counter(RedisMeasure.BYTES_WRITTEN.title()))),
                            List.of("Redirections followed", count(result.counter(RedisMeasure.REDIRECTS.title())))));
        }

        private static String percent(double share) {
            return String.format(Locale.ROOT, "%.2f %%", share);
        }

        private static String count(long number) {
            return String.format(Locale.ROOT, "%,d", number);
        }
    }
}
