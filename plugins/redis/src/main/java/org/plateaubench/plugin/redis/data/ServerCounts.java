// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.plugin.redis.service.RedisAdminConnection;

/**
 * The counts of one server so far, from {@code INFO}. Immutable.
 *
 * @param runId id that differs after each start of the server
 * @param commands arrived commands by name, including those that the server refused
 * @param connections accepted connections
 * @param evicted keys removed to free memory
 * @param expired keys whose time to live ended
 * @param keys keys of the database
 * @param mayEvict whether the server is configured to evict keys
 * @param hasOtherClients whether a client other than Plateau's is connected and uses data
 */
record ServerCounts(
        String runId,
        Map<String, Long> commands,
        long connections,
        long evicted,
        long expired,
        long keys,
        boolean mayEvict,
        boolean hasOtherClients) {

    /** Last commands of a client that does not use data. */
    private static final Set<String> HARMLESS =
            Set.of("info", "ping", "hello", "auth", "select", "config", "cluster", "client", "command", "null", "");

    private static final String COMMAND = "cmdstat_";
    private static final String RUN_ID = "runId";

    ServerCounts {
        commands = Map.copyOf(commands);
    }

    /** Reads the counts of every server, over one connection each. */
    static List<ServerCounts> ask(RedisAddress place, List<InetSocketAddress> servers) throws IOException {
        List<ServerCounts> counts = new ArrayList<>();
        for (InetSocketAddress server : servers) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, server)) {
                counts.add(ask(admin));
            }
        }
        return counts;
    }

    private static ServerCounts ask(RedisAdminConnection admin) throws IOException {
        Map<String, String> info = admin.everything();
        Map<String, Long> commands = new HashMap<>();
        info.forEach((name, value) -> {
            if (name.startsWith(COMMAND)) {
                commands.put(
                        name.substring(COMMAND.length()), figure(value, "calls") + figure(value, "rejected_calls"));
            }
        });
        return new ServerCounts(
                info.getOrDefault("run_id", ""),
                commands,
                number(info, "total_connections_received"),
                number(info, "evicted_keys"),
                number(info, "expired_keys"),
                Long.parseLong(admin.text("DBSIZE")),
                number(info, "maxmemory") > 0
                        && !info.getOrDefault("maxmemory_policy", "noeviction").equals("noeviction"),
                hasOtherClients(admin));
    }

    private static long number(Map<String, String> info, String name) {
        return Long.parseLong(info.getOrDefault(name, "0"));
    }

    /**
     * Returns a figure of a line such as {@code calls=12,usec=30,rejected_calls=0}; 0 when the server does not report
     * it.
     */
    private static long figure(String line, String name) {
        for (String part : line.split(",", -1)) {
            if (part.startsWith(name + "=")) {
                return Long.parseLong(part.substring(name.length() + 1));
            }
        }
        return 0;
    }

    /** Returns whether other clients are connected; true if the server does not list its clients. */
    private static boolean hasOtherClients(RedisAdminConnection admin) {
        try {
            return admin.text("CLIENT", "LIST").lines().anyMatch(ServerCounts::worksWithData);
        } catch (IOException e) {
            return true;
        }
    }

    private static boolean worksWithData(String client) {
        for (String part : client.split(" ", -1)) {
            if (part.startsWith("cmd=")) {
                String command = part.substring("cmd=".length());
                int bar = command.indexOf('|');
                return !HARMLESS.contains(bar < 0 ? command : command.substring(0, bar));
            }
        }
        return false;
    }

    /** Adds the counts to the values for another process, under names that begin with the prefix. */
    void store(String prefix, Map<String, String> all) {
        all.put(prefix + RUN_ID, runId);
        commands.forEach((name, count) -> all.put(prefix + COMMAND + name, String.valueOf(count)));
        all.put(prefix + "connections", String.valueOf(connections));
        all.put(prefix + "evicted", String.valueOf(evicted));
        all.put(prefix + "expired", String.valueOf(expired));
        all.put(prefix + "keys", String.valueOf(keys));
        all.put(prefix + "mayEvict", String.valueOf(mayEvict));
        all.put(prefix + "hasOtherClients", String.valueOf(hasOtherClients));
    }

    /** Returns the counts of the servers that were stored with the prefixes {@code 0.}, {@code 1.} and so on. */
    static List<ServerCounts> allStored(Map<String, String> all) {
        List<ServerCounts> servers = new ArrayList<>();
        for (String prefix = "0."; all.containsKey(prefix + RUN_ID); prefix = servers.size() + ".") {
            servers.add(stored(prefix, all));
        }
        return servers;
    }

    private static ServerCounts stored(String prefix, Map<String, String> all) {
        Map<String, Long> commands = new HashMap<>();
        all.forEach((name, count) -> {
            if (name.startsWith(prefix + COMMAND)) {
                commands.put(name.substring(prefix.length() + COMMAND.length()), Long.valueOf(count));
            }
        });
        return new ServerCounts(
                all.getOrDefault(prefix + RUN_ID, ""),
                commands,
                number(all, prefix + "connections"),
                number(all, prefix + "evicted"),
                number(all, prefix + "expired"),
                number(all, prefix + "keys"),
                Boolean.parseBoolean(all.get(prefix + "mayEvict")),
                Boolean.parseBoolean(all.get(prefix + "hasOtherClients")));
    }

    /** Returns the arrived commands of a name. */
    long of(String command) {
        return commands.getOrDefault(command, 0L);
    }
}
