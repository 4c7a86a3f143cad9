// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.HostPort;

/**
 * The address of a SUT of service {@code redis}, with credentials, parsed from its properties. Immutable.
 *
 * @param nodes endpoints that clients connect to, at least one; in a cluster the nodes to query first
 * @param servers the servers that hold the data, whose counters are read: the same as {@code nodes} unless a proxy is
 *     between; empty when unknown
 */
public record RedisAddress(
        List<InetSocketAddress> nodes,
        List<InetSocketAddress> servers,
        Topology topology,
        String user,
        String password,
        boolean tls,
        String trust,
        ClientCertificate certificate,
        int database,
        int protocol) {
    public static final String SERVICE = "redis";

    public enum Topology {
        /** Independent servers; the workload distributes keys over them. */
        SERVERS,
        /** A Redis Cluster: each key has its slot, each slot its node. */
        CLUSTER,
        /** Each forwards to servers behind it; every node accepts every key. */
        PROXY
    }

    public RedisAddress {
        nodes = List.copyOf(nodes);
        servers = List.copyOf(servers);
    }

    public static RedisAddress of(SutAddress sut) {
        return new RedisAddress(
                endpoints(sut.property("nodes")),
                endpoints(sut.property("servers")),
                Topology.valueOf(sut.property("topology")),
                sut.property("user"),
                sut.property("password"),
                Boolean.parseBoolean(sut.property("tls")),
                sut.property("trust"),
                ClientCertificate.of(sut),
                Integer.parseInt(sut.property("database")),
                Integer.parseInt(sut.property("protocol")));
    }

    public static RedisAddress single(InetSocketAddress endpoint, String password) {
        List<InetSocketAddress> nodes = List.of(endpoint);
        return new RedisAddress(nodes, nodes, Topology.SERVERS, "", password, false, "", ClientCertificate.NONE, 0, 2);
    }

    public RedisAddress withServers(List<InetSocketAddress> dataServers) {
        return new RedisAddress(
                nodes, dataServers, topology, user, password, tls, trust, certificate, database, protocol);
    }

    /**
     * Returns the first commands on a new connection: authentication, version of the protocol, database, and finally
     * {@code PING}, which fails on a server that is not ready yet and on a proxy without servers.
     */
    List<List<String>> greeting(int version) {
        List<List<String>> commands = new ArrayList<>();
        if (version > 2) {
            List<String> hello = new ArrayList<>(List.of("HELLO", Integer.toString(version)));
            if (!password.isEmpty()) {
                hello.addAll(List.of("AUTH", user.isEmpty() ? "default" : user, password));
            }
            commands.add(hello);
        } else if (!password.isEmpty()) {
            // Proxies and servers before version 6 accept a password only.
            commands.add(user.isEmpty() ? List.of("AUTH", password) : List.of("AUTH", user, password));
        }
        if (database != 0) {
            commands.add(List.of("SELECT", Integer.toString(database)));
        }
        commands.add(List.of("PING"));
        return commands;
    }

    public SutAddress toSutAddress(String sut) {
        return new SutAddress(sut, RedisAddress.SERVICE, properties());
    }

    public Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>(certificate.properties());
        properties.putAll(Map.of(
                "nodes", text(nodes),
                "servers", text(servers),
                "topology", topology.name(),
                "user", user,
                "password", password,
                "tls", Boolean.toString(tls),
                "trust", trust,
                "database", Integer.toString(database),
                "protocol", Integer.toString(protocol)));
        return properties;
    }

    private static String text(List<InetSocketAddress> endpoints) {
        return String.join(",", endpoints.stream().map(RedisAddress::text).toList());
    }

    public static String text(InetSocketAddress endpoint) {
        return HostPort.text(endpoint.getHostString(), endpoint.getPort());
    }

    /** Parses endpoints {@code host:port}, separated by commas; an IPv6 address is in brackets. */
    public static List<InetSocketAddress> endpoints(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .map(RedisAddress::endpoint)
                .toList();
    }

    private static InetSocketAddress endpoint(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, colon).replace("[", "").replace("]", "");
        return InetSocketAddress.createUnresolved(host, Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        String kind = topology == Topology.SERVERS ? "" : " (" + topology.name().toLowerCase(Locale.ROOT) + ")";
        return text(nodes) + kind + (user.isEmpty() ? "" : " as " + user) + (tls ? " by TLS" : "");
    }
}
