// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
        RedisAddress place = RedisAddress.of(sut);
        List<InetSocketAddress> servers = place.servers();
        return new AllServers(IntStream.range(0, servers.size())
                .mapToObj(i -> new ServerInfo(place, servers.get(i), servers.size() == 1 ? "" : "-" + (i + 1)))
                .toList());
    }

    /**
     * Samples all servers of a SUT at the same time, so that a server that hangs or has ended loses only its own samples.
     */
    private record AllServers(List<ServerInfo> servers) implements TelemetrySource {
        /** Returns the samples of the servers that answer; throws the failure of one when none does. */
        @Override
        public List<Sample> sample() throws IOException, InterruptedException {
            List<Sample> samples = new ArrayList<>();
            @Nullable Throwable failure = null;
            try (ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<List<Sample>> answer : askers.invokeAll(servers)) {
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

        @Override
        public void close() {
            servers.forEach(ServerInfo::close);
        }
    }

    /**
     * Samples one server over one connection; a lost connection is reopened at the next sample. One thread samples; another
     * may close.
     */
    static final class ServerInfo implements Callable<List<Sample>> {
        /** Limit of an answer, less than an interval, so that a server that hangs loses only its own samples. */
        static final Duration LIMIT = Duration.ofMillis(800);

        private final RedisAddress place;
        private final InetSocketAddress server;
        private final String suffix;
        private volatile @Nullable RedisConnection admin;
        private volatile boolean closed;

        ServerInfo(RedisAddress place, InetSocketAddress server, String suffix) {
            this.place = place;
            this.server = server;
            this.suffix = suffix;
        }

        @Override
        public List<Sample> call() throws IOException {
            try {
                return RedisSeries.samples(admin().info("everything"), suffix);
            } catch (IOException e) {
                disconnect();
                throw e;
            }
        }

        private RedisConnection admin() throws IOException {
            RedisConnection known = admin;
            if (known != null) {
                return known;
            }
            RedisConnection opened = RedisConnection.open(place, server, LIMIT);
            admin = opened;
            if (closed) {
                disconnect();
                throw new IOException("The telemetry was closed while it connected.");
            }
            return opened;
        }

        private void disconnect() {
            RedisConnection old = admin;
            admin = null;
            if (old != null) {
                old.close();
            }
        }

        /** Ends the connection, even while a sample waits for an answer. */
        void close() {
            closed = true;
            disconnect();
        }

        /**
         * One series of a server.
         *
         * @param key name in {@code INFO}
         * @param cumulative whether the value is a counter that only grows
         */
        record RedisSeries(String key, String name, String unit, boolean cumulative) {
            private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

            /**
             * All series. A level that the server averages itself, such as operations per second, is computed from its totals
             * instead.
             */
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

            /** Returns samples of the series that a server has values for, with a suffix that distinguishes servers. */
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
}
