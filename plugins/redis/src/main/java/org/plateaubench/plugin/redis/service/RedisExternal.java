// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.service.RedisAddress.Topology;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** External Redis servers: they are checked for an answer, and otherwise left unchanged. */
final class RedisExternal extends ExternalService {
    private final String sut;
    private final RedisAddress given;
    private final List<RedisAdminConnection> connections = new CopyOnWriteArrayList<>();
    private volatile boolean ended;
    private volatile @Nullable RedisAddress found;

    RedisExternal(SutContext<RedisServiceParameters> context) {
        this(context.name(), given(context.parameters()));
    }

    private RedisExternal(String sut, RedisAddress given) {
        super("Redis at " + given);
        this.sut = sut;
        this.given = given;
    }

    private static RedisAddress given(RedisServiceParameters parameters) {
        List<InetSocketAddress> nodes = RedisAddress.endpoints(String.join(",", parameters.address()));
        List<InetSocketAddress> behind = RedisAddress.endpoints(String.join(",", parameters.servers()));
        return parameters.place(nodes, parameters.proxy() ? behind : nodes);
    }

    @Override
    protected SutAddress connect() throws SutException {
        ended = false;
        check();
        RedisAddress place = given.topology() == Topology.CLUSTER ? given.withServers(masters()) : given;
        found = place;
        return place.address(sut);
    }

    /** Returns the masters of the cluster: the given nodes may be some of them, or replicas. */
    private List<InetSocketAddress> masters() throws SutException {
        InetSocketAddress node = given.nodes().getFirst();
        try (RedisAdminConnection admin = RedisAdminConnection.open(given, node)) {
            return admin.text("CLUSTER", "NODES")
                    .lines()
                    .flatMap(line -> master(line, node).stream())
                    .toList();
        } catch (IOException e) {
            throw new SutException(
                    "SUT " + sut + ": the cluster at " + RedisAddress.text(node) + " does not report its nodes: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Parses a line such as {@code id 10.0.0.1:6379@16379,host master - 0 0 1 connected 0-5460}. */
    static List<InetSocketAddress> master(String line, InetSocketAddress asked) {
        String[] words = line.split(" ", -1);
        boolean holdsSlots = words.length > 8 && words[2].contains("master") && !words[2].contains("fail");
        if (!holdsSlots) {
            return List.of();
        }
        String address = words[1].split("[@,]", -1)[0];
        int colon = address.lastIndexOf(':');
        String host = colon == 0 ? asked.getHostString() : address.substring(0, colon);
        return List.of(InetSocketAddress.createUnresolved(host, Integer.parseInt(address.substring(colon + 1))));
    }

    /**
     * Checks that every endpoint answers within 5 s and has the declared topology, over lasting connections: the server
     * counts each new one, and the reconciliation would attribute it to another client.
     */
    @Override
    protected synchronized void check() throws SutException {
        boolean complete = answers();
        try {
            if (!complete) {
                disconnect();
                Set<InetSocketAddress> endpoints = new TreeSet<>(Comparator.comparing(RedisAddress::text));
                endpoints.addAll(given.nodes());
                endpoints.addAll(given.servers());
                for (InetSocketAddress endpoint : endpoints) {
                    open(endpoint);
                }
                complete = true;
            }
        } finally {
            if (!complete || ended) {
                disconnect();
            }
        }
    }

    private boolean answers() {
        try {
            for (RedisAdminConnection admin : connections) {
                admin.ask("PING");
            }
            return !connections.isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private void open(InetSocketAddress endpoint) throws SutException {
        String where = RedisAddress.text(endpoint);
        try {
            RedisAdminConnection admin = RedisAdminConnection.open(given, endpoint);
            connections.add(admin);
            admin.ask("PING");
            if (given.servers().contains(endpoint)) {
                checkKind(where, admin);
            }
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ": " + explained(where, String.valueOf(e.getMessage())), e);
        }
    }

    private void checkKind(String where, RedisAdminConnection admin) throws IOException, SutException {
        boolean isNode = "1".equals(admin.info("cluster").get("cluster_enabled"));
        if (isNode && given.topology() == Topology.SERVERS) {
            throw new SutException("SUT " + sut + ": the server at " + where
                    + " is a node of a cluster; set 'cluster: true', or name servers without cluster mode.");
        }
        if (!isNode && given.topology() == Topology.CLUSTER) {
            throw new SutException("SUT " + sut + ": the server at " + where
                    + " is not a node of a cluster; take 'cluster' out, or name the nodes of one.");
        }
    }

    private String explained(String where, String said) {
        String word = said.split(" ", 2)[0];
        return switch (word) {
            case "NOAUTH" -> "Redis at " + where + " requires a password; add 'password'.";
            case "WRONGPASS" ->
                "Redis at " + where + " refused " + (given.user().isEmpty() ? "the default user" : given.user())
                        + " with the password given; correct user or password.";
            case "NOPERM" ->
                "Redis at " + where + " does not allow user '" + given.user() + "' to run the required commands ("
                        + said + ").";
            case "LOADING" -> "Redis at " + where + " is loading its data; try again when it has.";
            case "ERR" -> "Redis at " + where + " answered with an error: " + said + ".";
            default -> unreachable(where, said);
        };
    }

    private String unreachable(String where, String said) {
        String remedy = given.tls()
                ? "; start it or correct the address, 'tls' and 'trust'"
                : "; start it or correct the address, or set 'tls: true' if it requires encrypted connections";
        return "no Redis answers at " + where + " (" + said + ")" + remedy + ".";
    }

    /** Ends the connections, even while a query waits for its answer. */
    @Override
    protected void stopped() {
        found = null;
        ended = true;
        disconnect();
    }

    private void disconnect() {
        connections.forEach(RedisAdminConnection::close);
        connections.clear();
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        RedisAddress place = found;
        try {
            return RedisDescription.of(place == null ? given : place);
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ": Redis does not report its settings: " + e.getMessage(), e);
        }
    }
}
