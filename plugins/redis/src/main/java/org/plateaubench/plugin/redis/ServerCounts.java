// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;

/**
 * The counts of one server so far. Immutable.
 *
 * @param figures lines of {@code INFO}, where that of a command has the number of its arrivals, including those that
 *     the server refused; and what the server says of its keys and clients
 */
record ServerCounts(Map<String, String> figures) {
    /** Last commands of a client that does not use data. */
    private static final Set<String> HARMLESS =
            Set.of("info", "ping", "hello", "auth", "select", "config", "cluster", "client", "command", "null", "");

    private static final Pattern CALLS = Pattern.compile("(?:^|,)(?:rejected_)?calls=([0-9]+)");
    private static final Pattern LAST_COMMAND = Pattern.compile("(?:^| )cmd=([^ |]*)");

    /** Begins the name of the arrivals of a command. */
    static final String COMMAND = "cmdstat_";

    static final String CONNECTIONS = "total_connections_received";
    static final String EVICTED = "evicted_keys";
    static final String EXPIRED = "expired_keys";
    static final String KEYS = "keys";

    /** Differs after each start of the server. */
    private static final String RUN_ID = "run_id";

    private static final String LIMIT = "maxmemory";
    private static final String POLICY = "maxmemory_policy";
    private static final Set<String> TAKEN = Set.of(RUN_ID, CONNECTIONS, EVICTED, EXPIRED, LIMIT, POLICY);
    private static final String OTHER_CLIENTS = "otherClients";

    ServerCounts {
        figures = Map.copyOf(figures);
    }

    /** Reads the counts of every server, over one connection each. */
    static List<ServerCounts> ask(RedisAddress place, List<InetSocketAddress> servers) throws IOException {
        List<ServerCounts> counts = new ArrayList<>();
        RedisConnection.each(place, servers, (server, connection) -> counts.add(ask(connection)));
        return counts;
    }

    private static ServerCounts ask(RedisConnection admin) throws IOException {
        Map<String, String> figures = new HashMap<>();
        admin.info("everything").forEach((name, value) -> {
            if (name.startsWith(COMMAND)) {
                figures.put(name, arrivals(value));
            } else if (TAKEN.contains(name)) {
                figures.put(name, value);
            }
        });
        figures.put(KEYS, admin.text("DBSIZE"));
        figures.put(OTHER_CLIENTS, Boolean.toString(hasOtherClients(admin)));
        return new ServerCounts(figures);
    }

    /** Returns the arrivals of a command, by a line such as {@code calls=12,usec=30,rejected_calls=0}. */
    private static String arrivals(String line) {
        return Long.toString(CALLS.matcher(line)
                .results()
                .mapToLong(calls -> Long.parseLong(calls.group(1)))
                .sum());
    }

    /** Returns whether other clients are connected; true if the server does not list its clients. */
    private static boolean hasOtherClients(RedisConnection admin) {
        try {
            return admin.text("CLIENT", "LIST").lines().anyMatch(ServerCounts::worksWithData);
        } catch (IOException e) {
            return true;
        }
    }

    private static boolean worksWithData(String client) {
        Matcher last = LAST_COMMAND.matcher(client);
        return last.find() && !HARMLESS.contains(last.group(1));
    }

    /** Returns the counts of all servers as values for another process, under the number of each. */
    static Map<String, String> stored(List<ServerCounts> servers) {
        Map<String, String> all = new HashMap<>();
        for (int server = 0; server < servers.size(); server++) {
            String prefix = server + ".";
            servers.get(server).figures.forEach((name, value) -> all.put(prefix + name, value));
        }
        return all;
    }

    /** Returns the counts that were {@link #stored}. */
    static List<ServerCounts> read(Map<String, String> all) {
        List<ServerCounts> servers = new ArrayList<>();
        while (all.containsKey(servers.size() + "." + RUN_ID)) {
            String prefix = servers.size() + ".";
            Map<String, String> figures = new HashMap<>();
            all.forEach((name, value) -> {
                if (name.startsWith(prefix)) {
                    figures.put(name.substring(prefix.length()), value);
                }
            });
            servers.add(new ServerCounts(figures));
        }
        return servers;
    }

    private long number(String name) {
        return Long.parseLong(figures.getOrDefault(name, "0"));
    }

    private String startOf() {
        return figures.getOrDefault(RUN_ID, "");
    }

    boolean mayEvict() {
        return number(LIMIT) > 0 && !figures.getOrDefault(POLICY, "noeviction").equals("noeviction");
    }

    /** Returns whether a client other than Plateau's is connected and uses data. */
    boolean hasOtherClients() {
        return Boolean.parseBoolean(figures.get(OTHER_CLIENTS));
    }

    /** The counts of the same servers at two times; of no server where those are not known. */
    record Change(List<ServerCounts> before, List<ServerCounts> after) {
        boolean isKnown() {
            return !before.isEmpty() && before.size() == after.size();
        }

        long before(String figure) {
            return before.stream().mapToLong(server -> server.number(figure)).sum();
        }

        long after(String figure) {
            return after.stream().mapToLong(server -> server.number(figure)).sum();
        }

        long growth(String figure) {
            return isKnown() ? after(figure) - before(figure) : 0;
        }

        boolean isOfAny(Predicate<ServerCounts> property) {
            return Stream.concat(before.stream(), after.stream()).anyMatch(property);
        }

        /** Returns how many servers were restarted in between. */
        long restarted() {
            return IntStream.range(0, before.size())
                    .filter(i -> !before.get(i).startOf().equals(after.get(i).startOf()))
                    .count();
        }
    }
}
