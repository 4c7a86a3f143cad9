// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.spi.TelemetrySourceType;

/** Series from {@code INFO} of every server of a SUT. */
public final class RedisTelemetry implements TelemetrySourceType {
    @Override
    public String service() {
        return RedisAddress.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new ServerInfo(RedisAddress.of(sut), new ConcurrentHashMap<>());
    }

    /**
     * Samples all servers at the same time, so that a server that hangs or has ended loses only its own samples, each
     * over one connection; a lost one is reopened at the next sample.
     */
    private record ServerInfo(RedisAddress address, Map<InetSocketAddress, RedisConnection> connections)
            implements TelemetrySource {
        /** Limit of an answer, less than an interval. */
        private static final Duration LIMIT = Duration.ofMillis(800);

        @Override
        public List<Sample> sample() throws IOException, InterruptedException {
            List<Callable<List<Sample>>> queries = new ArrayList<>();
            for (InetSocketAddress server : address.servers()) {
                String suffix = address.servers().size() == 1 ? "" : "-" + (queries.size() + 1);
                queries.add(() -> samples(server, suffix));
            }
            List<Sample> samples = new ArrayList<>();
            @Nullable Throwable failure = null;
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<List<Sample>> answer : threads.invokeAll(queries)) {
                    try {
                        samples.addAll(answer.get());
                    } catch (ExecutionException e) {
                        failure = e.getCause();
                    }
                }
            }
            if (samples.isEmpty() && failure != null) {
                throw new IOException("no server of the SUT answers: " + failure.getMessage(), failure);
            }
            return samples;
        }

        private List<Sample> samples(InetSocketAddress server, String suffix) throws IOException {
            RedisConnection known = connections.remove(server);
            RedisConnection admin = known == null ? RedisConnection.open(address, server, LIMIT) : known;
            try {
                List<Sample> samples = RedisSeries.samples(admin.info("everything"), suffix);
                connections.put(server, admin);
                return samples;
            } catch (IOException e) {
                admin.close();
                throw e;
            }
        }

        @Override
        public void close() {
            connections.values().forEach(RedisConnection::close);
        }
    }

    /** A series, by its name in {@code INFO}: a counter that only grows, or a level. */
    record RedisSeries(String key, String name, String unit, boolean cumulative) {
        private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

        /** A level that the server averages itself, such as operations per second, is computed from its totals. */
        static final List<RedisSeries> ALL = List.of(
                new RedisSeries("used_cpu_user", "cpuUser", "s of CPU", true),
                new RedisSeries("used_cpu_sys", "cpuSystem", "s of CPU", true),
                new RedisSeries("used_cpu_user_main_thread", "cpuUserMainThread", "s of CPU", true),
                new RedisSeries("used_cpu_sys_main_thread", "cpuSystemMainThread", "s of CPU", true),
                new RedisSeries("total_commands_processed", "commands", "commands", true),
                new RedisSeries("total_net_input_bytes", "bytesIn", "bytes", true),
                new RedisSeries("total_net_output_bytes", "bytesOut", "bytes", true),
                new RedisSeries("keyspace_hits", "hits", "keys", true),
                new RedisSeries("keyspace_misses", "misses", "keys", true),
                new RedisSeries("evicted_keys", "evicted", "keys", true),
                new RedisSeries("expired_keys", "expired", "keys", true),
                new RedisSeries("rejected_connections", "rejectedConnections", "refusals", true),
                new RedisSeries("total_error_replies", "errorReplies", "replies", true),
                new RedisSeries("aof_delayed_fsync", "aofDelayedSyncs", "syncs", true),
                new RedisSeries("used_memory", "usedMemory", "bytes held", false),
                new RedisSeries("used_memory_rss", "residentMemory", "bytes held", false),
                new RedisSeries("used_memory_dataset", "dataMemory", "bytes held", false),
                new RedisSeries("mem_fragmentation_ratio", "fragmentation", "ratio", false),
                new RedisSeries("connected_clients", "connections", "connections", false),
                new RedisSeries("blocked_clients", "blockedConnections", "connections", false),
                new RedisSeries("aof_current_size", "aofSize", "bytes on disk", false),
                new RedisSeries("aof_pending_bio_fsync", "aofPendingSyncs", "syncs waiting", false),
                new RedisSeries("aof_rewrite_in_progress", "aofRewriting", "running", false),
                new RedisSeries("rdb_bgsave_in_progress", "rdbSaving", "running", false),
                new RedisSeries("rdb_changes_since_last_save", "rdbUnsavedChanges", "changes", false));

        static List<Sample> samples(Map<String, String> info, String suffix) {
            List<Sample> samples = new ArrayList<>();
            for (RedisSeries series : ALL) {
                String value = info.get(series.key());
                if (value != null && NUMBER.matcher(value).matches()) {
                    samples.add(new Sample(
                            series.name() + suffix, Double.parseDouble(value), series.unit(), series.cumulative()));
                }
            }
            return samples;
        }
    }
}
