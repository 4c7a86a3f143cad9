// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;

/** The servers' description of a SUT, for the environment of a run. */
final class RedisDescription {
    private static final Map<String, String> FACTS = Map.of(
            "redis_version", "version",
            "redis_mode", "mode",
            "os", "os",
            "arch_bits", "archBits",
            "mem_allocator", "allocator",
            "multiplexing_api", "multiplexing",
            "role", "role",
            "total_system_memory", "systemMemoryBytes");

    /** Settings that affect a result, by the server's own names. */
    private static final Set<String> SETTINGS = Set.of("""
            activedefrag aof-use-rdb-preamble appendfsync appendonly auto-aof-rewrite-percentage cluster-enabled
            databases dynamic-hz hz io-threads io-threads-do-reads lazyfree-lazy-eviction lazyfree-lazy-expire
            maxclients maxmemory maxmemory-policy no-appendfsync-on-rewrite repl-diskless-sync save tcp-backlog
            tcp-keepalive timeout
            """.strip().split("\\s+", -1));

    private RedisDescription() {}

    /** Returns the facts of all servers; where they differ, the server follows the key after {@code @}. */
    static Map<String, String> of(RedisAddress address) throws IOException {
        Map<String, Map<String, String>> byServer = new LinkedHashMap<>();
        RedisConnection.each(
                address,
                address.servers(),
                (server, connection) -> byServer.put(RedisAddress.text(server), ofOne(connection)));
        Map<String, String> description = merged(byServer);
        description.put("topology", address.toString());
        description.put("servers", String.join(", ", byServer.keySet()));
        description.put("protocol", Integer.toString(address.protocol()));
        return description;
    }

    private static Map<String, String> merged(Map<String, Map<String, String>> byServer) {
        Map<String, String> merged = new TreeMap<>();
        byServer.forEach((server, one) -> one.forEach((key, value) -> {
            boolean isCommon = byServer.values().stream().allMatch(other -> value.equals(other.get(key)));
            merged.put(isCommon ? key : key + "@" + server, value);
        }));
        return merged;
    }

    private static Map<String, String> ofOne(RedisConnection connection) throws IOException {
        Map<String, String> description = new TreeMap<>(settings(connection));
        Map<String, String> info = connection.info("default");
        info.keySet().retainAll(FACTS.keySet());
        info.forEach((key, value) -> description.put(FACTS.getOrDefault(key, key), value));
        return description;
    }

    /** Returns the settings that this version has; none if the service's owner does not allow reading them. */
    private static Map<String, String> settings(RedisConnection admin) {
        try {
            Map<String, String> settings = admin.pairs("CONFIG", "GET", "*");
            settings.keySet().retainAll(SETTINGS);
            return settings;
        } catch (IOException e) {
            return Map.of();
        }
    }
}
