// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

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
                description = "Memory of each embedded server for data, maxmemory, such as 512mb; empty for no limit",
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
                description = "PEM file of the certificates trusted for TLS, empty for the JVM's trust store",
                defaultValue = "",
                reach = Reach.FILE)
        String trust,

        ClientCertificate certificate,

        @Parameter(description = "Number of the database", defaultValue = "0", min = 0, max = 1_000_000)
        int database,

        @Parameter(description = "Version of the protocol, 2 or 3", defaultValue = "2", min = 2, max = 3)
        int protocol) {
    private static final Pattern MEMORY = Pattern.compile("[0-9]{1,15}([kmg]b?)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern DIRECTIVE = Pattern.compile("[a-z][a-z0-9-]*");

    /** Directives that have a separate key, or that connect the servers to the harness. */
    private static final Set<String> RESERVED = Set.of("""
            appendfsync appendonly bind cluster-config-file cluster-enabled daemonize dir include logfile maxmemory
            maxmemory-policy pidfile port requirepass save supervised
            """.strip().split("\\s+", -1));

    public enum Persistence {
        NONE,
        AOF_EVERYSEC,
        AOF_ALWAYS,
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
            lines.addAll(RedisProcess.CLUSTER_DIRECTIVES);
        }
        settings.forEach((name, value) -> lines.add(name + " " + value));
        return lines;
    }

    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = keys(mode).problems();
        if (mode == SutContext.Mode.EMBEDDED) {
            checkServers(findings);
            checkProxies(findings);
        } else {
            checkAddress(findings);
        }
        if (database > 0 && (cluster || hasProxy())) {
            findings.add(Finding.problem("A cluster or a proxy has only database 0.", "Take 'database' out.")
                    .about("database"));
        }
        return findings;
    }

    RedisAddress redisAddress(List<InetSocketAddress> nodes, List<InetSocketAddress> dataServers) {
        Topology topology = hasProxy() ? Topology.PROXY : cluster ? Topology.CLUSTER : Topology.SERVERS;
        return new RedisAddress(
                nodes, dataServers, topology, user, password, tls, trust, certificate, database, protocol);
    }

    private boolean hasProxy() {
        return proxy || twemproxy > 0 || haproxy;
    }

    private ModeKeys keys(SutContext.Mode mode) {
        return new ModeKeys(mode)
                .external("address", !address.isEmpty())
                .external("proxy", proxy)
                .external("servers", !servers.isEmpty())
                .external("user", !user.isEmpty())
                .external("tls", tls)
                .external("trust", !trust.isEmpty())
                .external("clientCertificate", certificate.isGiven())
                .embedded("instances", instances != 1)
                .embedded("persistence", persistence != Persistence.NONE)
                .embedded("maxMemory", !maxMemory.isEmpty())
                .embedded("eviction", eviction != Eviction.NOEVICTION)
                .embedded("settings", !settings.isEmpty())
                .embedded("port", port != 0)
                .embedded("server", !server.isEmpty())
                .embedded("twemproxy", twemproxy != 0)
                .embedded("haproxy", haproxy);
    }

    private void checkServers(List<Finding> findings) {
        if (cluster && instances < 3) {
            findings.add(Finding.problem("A cluster needs three nodes or more.", "Set 'instances' to 3 or more.")
                    .about("cluster"));
        }
        if (!SutServiceType.isReference(maxMemory)
                && !maxMemory.isEmpty()
                && !MEMORY.matcher(maxMemory).matches()) {
            findings.add(Finding.problem("The value is not an amount of memory.", "Write it as 512mb or 2gb.")
                    .about("maxMemory"));
        }
        settings.forEach((name, value) -> {
            if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
                findings.add(Finding.problem("'" + name + "' is set by a key of the SUT or by the harness.", "")
                        .about("settings"));
            } else if (!DIRECTIVE.matcher(name).matches() || value.lines().count() > 1) {
                findings.add(Finding.problem("'" + name + "' is not a directive of one line.", "")
                        .about("settings"));
            }
        });
        if (password.lines().count() > 1) {
            findings.add(
                    Finding.problem("The password has more than one line.", "").about("password"));
        }
    }

    private void checkProxies(List<Finding> findings) {
        if (!hasProxy()) {
            return;
        }
        if (cluster) {
            findings.add(Finding.problem("Twemproxy and HAProxy do not support a Redis Cluster.", "Take one out.")
                    .about("cluster"));
        }
        if (protocol == 3) {
            findings.add(Finding.problem("Twemproxy and HAProxy support only protocol 2.", "Take 'protocol' out.")
                    .about("protocol"));
        }
        if (haproxy && twemproxy == 0 && instances > 1) {
            findings.add(Finding.problem(
                            "HAProxy alone would pass connections to any of " + instances
                                    + " servers, which do not hold the same keys.",
                            "Set 'twemproxy' to 1 or more.")
                    .about("haproxy"));
        }
    }

    private void checkAddress(List<Finding> findings) {
        if (address.isEmpty()) {
            findings.add(Finding.problem("An external SUT needs an address.", "Write it as [\"cache.lab:6379\"].")
                    .about("address"));
        }
        checkEndpoints(findings, "address", address);
        checkEndpoints(findings, "servers", servers);
        if (!proxy && !servers.isEmpty()) {
            findings.add(Finding.problem("Only proxies have servers behind them.", "Set 'proxy: true' or take it out.")
                    .about("servers"));
        }
        if (proxy && cluster) {
            findings.add(Finding.problem(
                            "A proxy hides the cluster behind it: clients connect to the proxy only.",
                            "Take 'cluster' or 'proxy' out.")
                    .about("cluster"));
        }
        if (!trust.isEmpty() && !tls) {
            findings.add(Finding.problem("Trusted certificates are for TLS.", "Set 'tls: true' or take it out.")
                    .about("trust"));
        }
        findings.addAll(certificate.check(tls));
        if (!user.isEmpty() && password.isEmpty()) {
            findings.add(Finding.problem("A user needs a password.", "Add 'password'.")
                    .about("user"));
        }
    }

    private static void checkEndpoints(List<Finding> findings, String key, List<String> endpoints) {
        for (String endpoint : endpoints) {
            // A reference is checked once it is resolved.
            if (!SutServiceType.isReference(endpoint) && HostPort.of(endpoint).isEmpty()) {
                findings.add(Finding.problem("'" + endpoint + "' is not of the form host:port.", "")
                        .about(key));
            }
        }
    }

    @Override
    public String toString() {
        return "RedisServiceParameters[instances=" + instances + ", cluster=" + cluster + ", persistence=" + persistence
                + ", address=" + address + ", user=" + user + "]";
    }
}
