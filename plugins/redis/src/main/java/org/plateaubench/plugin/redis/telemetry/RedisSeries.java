// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * One series of a server.
 *
 * @param key name in {@code INFO}
 * @param name name of the series
 * @param unit unit of its values
 * @param cumulative whether the value is a counter that only grows
 */
record RedisSeries(String key, String name, String unit, boolean cumulative) {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    /**
     * All series. A level that the server averages itself, such as operations per second, is computed from its totals
     * instead.
     */
    static final List<RedisSeries> ALL = List.of(
            total("used_cpu_user", "cpuUser", "s of CPU"),
            total("used_cpu_sys", "cpuSystem", "s of CPU"),
            total("used_cpu_user_main_thread", "cpuUserMainThread", "s of CPU"),
            total("used_cpu_sys_main_thread", "cpuSystemMainThread", "s of CPU"),
            total("total_commands_processed", "commands", "commands"),
            total("total_net_input_bytes", "bytesIn", "bytes"),
            total("total_net_output_bytes", "bytesOut", "bytes"),
            total("keyspace_hits", "hits", "keys"),
            total("keyspace_misses", "misses", "keys"),
            total("evicted_keys", "evicted", "keys"),
            total("expired_keys", "expired", "keys"),
            total("rejected_connections", "rejectedConnections", "refusals"),
            total("total_error_replies", "errorReplies", "replies"),
            total("aof_delayed_fsync", "aofDelayedSyncs", "syncs"),
            level("used_memory", "usedMemory", "bytes held"),
            level("used_memory_rss", "residentMemory", "bytes held"),
            level("used_memory_dataset", "dataMemory", "bytes held"),
            level("mem_fragmentation_ratio", "fragmentation", "ratio"),
            level("connected_clients", "connections", "connections"),
            level("blocked_clients", "blockedConnections", "connections"),
            level("aof_current_size", "aofSize", "bytes on disk"),
            level("aof_pending_bio_fsync", "aofPendingSyncs", "syncs waiting"),
            level("aof_rewrite_in_progress", "aofRewriting", "running"),
            level("rdb_bgsave_in_progress", "rdbSaving", "running"),
            level("rdb_changes_since_last_save", "rdbUnsavedChanges", "changes"),
            level("connected_slaves", "replicas", "replicas"),
            level("replication_lag", "replicationLag", "bytes behind"));

    private static RedisSeries total(String key, String name, String unit) {
        return new RedisSeries(key, name, unit, true);
    }

    private static RedisSeries level(String key, String name, String unit) {
        return new RedisSeries(key, name, unit, false);
    }

    /**
     * Returns samples of the series that a server has values for.
     *
     * @param suffix text after the names, to distinguish servers
     */
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
