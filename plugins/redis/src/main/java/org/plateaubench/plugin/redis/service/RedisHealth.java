// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.plugin.redis.service.RedisAddress.Topology;
import org.plateaubench.spi.SutException;

/**
 * Checks that the endpoints of an external SUT answer and have the declared topology, over lasting connections: the
 * server counts each new one, and the reconciliation would attribute it to another client. Any thread.
 */
final class RedisHealth implements AutoCloseable {
    private final String sut;
    private final RedisAddress place;
    private volatile List<RedisAdminConnection> connections = List.of();
    private volatile boolean ended;

    RedisHealth(String sut, RedisAddress place) {
        this.sut = sut;
        this.place = place;
    }

    /** Checks every endpoint; the message is about the first that does not answer within 5 s. */
    synchronized void check() throws SutException {
        if (!answers()) {
            close(connections);
            connections = opened();
        }
        if (ended) {
            close(connections);
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

    private List<RedisAdminConnection> opened() throws SutException {
        Set<InetSocketAddress> endpoints = new TreeSet<>(Comparator.comparing(RedisAddress::text));
        endpoints.addAll(place.nodes());
        endpoints.addAll(place.servers());
        List<RedisAdminConnection> opened = new ArrayList<>();
        boolean complete = false;
        try {
            for (InetSocketAddress endpoint : endpoints) {
                opened.add(opened(endpoint));
            }
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                close(opened);
            }
        }
    }

    private RedisAdminConnection opened(InetSocketAddress endpoint) throws SutException {
        String where = RedisAddress.text(endpoint);
        try {
            RedisAdminConnection admin = RedisAdminConnection.open(place, endpoint);
            try {
                admin.ask("PING");
                if (place.servers().contains(endpoint)) {
                    checkKind(where, admin);
                }
                return admin;
            } catch (IOException | SutException e) {
                admin.close();
                throw e;
            }
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ": " + explained(where, String.valueOf(e.getMessage())), e);
        }
    }

    private void checkKind(String where, RedisAdminConnection admin) throws IOException, SutException {
        boolean isNode = "1".equals(admin.info("cluster").get("cluster_enabled"));
        if (isNode && place.topology() == Topology.SERVERS) {
            throw new SutException("SUT " + sut + ": the server at " + where
                    + " is a node of a cluster; set 'cluster: true', or name servers without cluster mode.");
        }
        if (!isNode && place.topology() == Topology.CLUSTER) {
            throw new SutException("SUT " + sut + ": the server at " + where
                    + " is not a node of a cluster; take 'cluster' out, or name the nodes of one.");
        }
    }

    private String explained(String where, String said) {
        String word = said.split(" ", 2)[0];
        return switch (word) {
            case "NOAUTH" -> "Redis at " + where + " requires a password; add 'password'.";
            case "WRONGPASS" ->
                "Redis at " + where + " refused " + (place.user().isEmpty() ? "the default user" : place.user())
                        + " with the password given; correct user or password.";
            case "NOPERM" ->
                "Redis at " + where + " does not allow user '" + place.user() + "' to run the required commands ("
                        + said + ").";
            case "LOADING" -> "Redis at " + where + " is loading its data; try again when it has.";
            case "ERR" -> "Redis at " + where + " answered with an error: " + said + ".";
            default -> unreachable(where, said);
        };
    }

    private String unreachable(String where, String said) {
        String remedy = place.tls()
                ? "; start it or correct the address, 'tls' and 'trust'"
                : "; start it or correct the address, or set 'tls: true' if it requires encrypted connections";
        return "no Redis answers at " + where + " (" + said + ")" + remedy + ".";
    }

    /** Ends it permanently, even while a query waits for its answer. */
    @Override
    public void close() {
        ended = true;
        close(connections);
    }

    private static void close(List<RedisAdminConnection> connections) {
        connections.forEach(RedisAdminConnection::close);
    }
}
