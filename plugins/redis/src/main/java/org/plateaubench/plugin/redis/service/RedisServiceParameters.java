// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

/** Keys of a SUT of service {@code redis}; {@link RedisServiceKeys} defines the mode of each. */
public record RedisServiceParameters(
        @Parameter(
                description = "Number of servers of an embedded SUT, each in a separate process",
                defaultValue = "1",
                min = 1,
                max = 64)
        int instances,

        @Parameter(
                description = "Whether the servers are the nodes of one Redis Cluster, created again at"
                        + " each embedded start",
                defaultValue = "false")
        boolean cluster,

        @Parameter(description = "What embedded servers write to disk", defaultValue = "none")
        Persistence persistence,

        @Parameter(
                description =
                        "Memory of each embedded server for data, maxmemory, such as 512mb; empty for no" + " limit",
                defaultValue = "")
        String maxMemory,

        @Parameter(
                description = "What an embedded server does when its memory is used up, maxmemory-policy",
                defaultValue = "noeviction")
        Eviction eviction,

        @Parameter(
                description = "Further lines of the configuration file of each embedded server, by directive",
                defaultValue = "{}",
                reach = Reach.SETTINGS)
        Map<String, String> settings,

        @Parameter(
                description = "Loopback port of the first embedded server, the other servers and the proxies follow;"
                        + " 0 for free ones",
                defaultValue = "0",
                min = 0,
                max = 55_000)
        int port,

        @Parameter(
                description = "Path of the redis-server to start instead of the installed or published one",
                defaultValue = "",
                reach = Reach.PROGRAM)
        String server,

        @Parameter(
                description = "Number of Twemproxies in front of the embedded servers, each distributing keys by"
                        + " consistent hashing",
                defaultValue = "0",
                min = 0,
                max = 64)
        int twemproxy,

        @Parameter(
                description = "Whether one HAProxy distributes connections over the Twemproxies in turn",
                defaultValue = "false")
        boolean haproxy,

        @Parameter(description = "Endpoints of an external SUT as host:port", defaultValue = "[]")
        List<String> address,

        @Parameter(
                description = "Whether the external endpoints are proxies, each of which accepts every key",
                defaultValue = "false")
        boolean proxy,

        @Parameter(
                description = "Servers behind the external proxies as host:port, whose counters can be read",
                defaultValue = "[]")
        List<String> servers,

        @Parameter(description = "User of the external servers' ACL, empty for the default user", defaultValue = "")
        String user,

        @Parameter(description = "Password, empty for none", defaultValue = "", secret = true)
        String password,

        @Parameter(description = "Whether connections to external servers are encrypted", defaultValue = "false")
        boolean tls,

        @Parameter(
                description = "PEM file of the certificates trusted for TLS, empty for those of the JVM",
                defaultValue = "",
                reach = Reach.FILE)
        String trust,

        @Parameter(description = "Number of the database", defaultValue = "0", min = 0, max = 1_000_000)
        int database,

        @Parameter(description = "Version of the protocol, 2 or 3", defaultValue = "2", min = 2, max = 3)
        int protocol) {

    public enum Persistence {
        /** Nothing. */
        NONE,
        /** Every change, flushed to the disk once per second. */
        AOF_EVERYSEC,
        /** Every change, flushed to the disk before its acknowledgement. */
        AOF_ALWAYS,
        /** Snapshots, at Redis's default times. */
        RDB
    }

    public enum Eviction {
        NOEVICTION,
        ALLKEYS_LRU,
        ALLKEYS_LFU,
        ALLKEYS_RANDOM,
        VOLATILE_LRU,
        VOLATILE_LFU,
        VOLATILE_RANDOM,
        VOLATILE_TTL;

        /** Returns the value in the server's configuration. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    List<String> directives() {
        List<String> lines = new ArrayList<>();
        switch (persistence) {
            case NONE -> {}
            case AOF_EVERYSEC -> lines.addAll(List.of("appendonly yes", "appendfsync everysec"));
            case AOF_ALWAYS -> lines.addAll(List.of("appendonly yes", "appendfsync always"));
            case RDB -> lines.addAll(List.of("save 3600 1", "save 300 100", "save 60 10000"));
        }
        if (!maxMemory.isEmpty()) {
            lines.add("maxmemory " + maxMemory);
        }
        lines.add("maxmemory-policy " + eviction.word());
        if (cluster) {
            lines.addAll(RedisCluster.DIRECTIVES);
        }
        settings.forEach((name, value) -> lines.add(name + " " + value));
        return lines;
    }

    @Override
    public String toString() {
        return "RedisServiceParameters[instances=" + instances + ", cluster=" + cluster + ", persistence=" + persistence
                + ", address=" + address + ", user=" + user + "]";
    }
}
