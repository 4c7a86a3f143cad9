// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;

/** The sums of the counts of all servers by name, and an id of each server's latest start. */
record ServerCounts(Map<String, String> figures) {
    /** Last commands of a client that does not use data. */
    private static final Set<String> HARMLESS =
            Set.of("info", "ping", "hello", "auth", "select", "config", "cluster", "client", "command", "null", "");

    private static final Pattern CALLS = Pattern.compile("(?:^|,)(?:rejected_)?calls=([0-9]+)");
    private static final Pattern LAST_COMMAND = Pattern.compile(" cmd=([^ |\r\n]*)");

    /** Prefix of the counts of a command's calls, including calls that the servers refused. */
    static final String COMMAND = "cmdstat_";

    static final String CONNECTIONS = "total_connections_received";
    static final String EVICTED = "evicted_keys";
    static final String EXPIRED = "expired_keys";
    static final String BYTES = "used_memory_dataset";
    static final String KEYS = "keys";
    /** Servers that may evict keys. */
    static final String EVICTING = "evicting";
    /** Servers with connected clients, other than Plateau's, that use data. */
    static final String SHARED = "shared";

    private static final String STARTS = "starts";

    static ServerCounts read(RedisAddress address, List<InetSocketAddress> servers) throws IOException {
        Map<String, Long> sums = new HashMap<>();
        List<String> starts = new ArrayList<>();
        RedisConnection.forEach(address, servers, (server, admin) -> {
            Map<String, String> info = admin.info("everything");
            starts.add(info.getOrDefault("run_id", RedisAddress.text(server)));
            info.forEach((name, value) -> {
                if (name.startsWith(COMMAND)) {
                    sums.merge(name, calls(value), Long::sum);
                }
            });
            for (String name : List.of(CONNECTIONS, EVICTED, EXPIRED, BYTES)) {
                sums.merge(name, Long.parseLong(info.getOrDefault(name, "0")), Long::sum);
            }
            sums.merge(KEYS, Long.parseLong(admin.text("DBSIZE")), Long::sum);
            sums.merge(EVICTING, mayEvict(info) ? 1L : 0L, Long::sum);
            sums.merge(SHARED, hasOtherClients(admin) ? 1L : 0L, Long::sum);
        });
        Map<String, String> figures = new HashMap<>(Map.of(STARTS, String.join(" ", starts)));
        sums.forEach((name, sum) -> figures.put(name, Long.toString(sum)));
        return new ServerCounts(figures);
    }

    /** Returns the calls of a command from a line such as {@code calls=12,usec=30,rejected_calls=0}. */
    private static long calls(String line) {
        return CALLS.matcher(line)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }

    private static boolean mayEvict(Map<String, String> info) {
        return !info.getOrDefault("maxmemory", "0").equals("0")
                && !info.getOrDefault("maxmemory_policy", "noeviction").equals("noeviction");
    }

    /** Returns whether other clients use data; true if the server does not list its clients. */
    private static boolean hasOtherClients(RedisConnection admin) {
        try {
            return LAST_COMMAND
                    .matcher(admin.text("CLIENT", "LIST"))
                    .results()
                    .anyMatch(last -> !HARMLESS.contains(last.group(1)));
        } catch (IOException e) {
            return true;
        }
    }

    long number(String name) {
        return Long.parseLong(figures.getOrDefault(name, "0"));
    }

    /** Returns an id of each server that differs after each start of it. */
    List<String> starts() {
        String starts = figures.getOrDefault(STARTS, "");
        return starts.isEmpty() ? List.of() : List.of(starts.split(" ", -1));
    }

    /** The counts at two times. */
    record Change(ServerCounts before, ServerCounts after) {
        /** Returns whether the servers are known and their number has not changed. */
        boolean isKnown() {
            return !before.starts().isEmpty()
                    && before.starts().size() == after.starts().size();
        }

        long before(String figure) {
            return before.number(figure);
        }

        long after(String figure) {
            return after.number(figure);
        }

        long growth(String figure) {
            return isKnown() ? after(figure) - before(figure) : 0;
        }

        boolean isOfAnyServer(String figure) {
            return before(figure) > 0 || after(figure) > 0;
        }

        long restarted() {
            return IntStream.range(0, before.starts().size())
                    .filter(i -> !before.starts().get(i).equals(after.starts().get(i)))
                    .count();
        }
    }
}
