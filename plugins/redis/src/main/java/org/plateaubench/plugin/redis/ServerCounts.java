// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.plugin.redis.service.RedisAdminConnection;

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

    /** Begins the name of the arrivals of a command. */
    static final String COMMAND = "cmdstat_";

    static final String CONNECTIONS = "total_connections_received";
    static final String EVICTED = "evicted_keys";
    static final String EXPIRED = "expired_keys";
    /** Keys of the database. */
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
        for (InetSocketAddress server : servers) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, server)) {
                counts.add(ask(admin));
            }
        }
        return counts;
    }

    private static ServerCounts ask(RedisAdminConnection admin) throws IOException {
        Map<String, String> figures = new HashMap<>();
        admin.info("everything").forEach((name, value) -> {
            if (name.startsWith(COMMAND)) {
                figures.put(name, String.valueOf(figure(value, "calls") + figure(value, "rejected_calls")));
            } else if (TAKEN.contains(name)) {
                figures.put(name, value);
            }
        });
        figures.put(KEYS, admin.text("DBSIZE"));
        figures.put(OTHER_CLIENTS, Boolean.toString(hasOtherClients(admin)));
        return new ServerCounts(figures);
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
        for (String prefix = "0."; all.containsKey(prefix + RUN_ID); prefix = servers.size() + ".") {
            Map<String, String> figures = new HashMap<>();
            for (Map.Entry<String, String> figure : all.entrySet()) {
                if (figure.getKey().startsWith(prefix)) {
                    figures.put(figure.getKey().substring(prefix.length()), figure.getValue());
                }
            }
            servers.add(new ServerCounts(figures));
        }
        return servers;
    }

    private long number(String name) {
        return Long.parseLong(figures.getOrDefault(name, "0"));
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
            long count = 0;
            for (int i = 0; i < before.size(); i++) {
                boolean isSame = Objects.equals(
                        before.get(i).figures.get(RUN_ID), after.get(i).figures.get(RUN_ID));
                count += isSame ? 0 : 1;
            }
            return count;
        }
    }
}
