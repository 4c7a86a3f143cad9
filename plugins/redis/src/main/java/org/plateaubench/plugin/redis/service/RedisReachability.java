// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.plugin.redis.service.RedisAddress.Topology;
import org.plateaubench.spi.SutException;

/** Checks that every endpoint of a SUT answers and has the declared topology. */
final class RedisReachability {
    private RedisReachability() {}

    /** Checks within 5 s for each endpoint; the message is about the first failure. */
    static void check(String sut, RedisAddress place) throws SutException {
        for (InetSocketAddress endpoint : endpoints(place)) {
            String where = RedisAddress.text(endpoint);
            boolean isServer = place.servers().contains(endpoint);
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, endpoint)) {
                admin.ask("PING");
                if (isServer) {
                    checkKind(sut, place, where, admin);
                }
            } catch (IOException e) {
                throw new SutException("SUT " + sut + ": " + explained(place, where, e), e);
            }
        }
    }

    /** Returns all endpoints, each once. */
    static Set<InetSocketAddress> endpoints(RedisAddress place) {
        Set<InetSocketAddress> endpoints = new TreeSet<>(Comparator.comparing(RedisAddress::text));
        endpoints.addAll(place.nodes());
        endpoints.addAll(place.servers());
        return endpoints;
    }

    private static void checkKind(String sut, RedisAddress place, String where, RedisAdminConnection admin)
            throws IOException, SutException {
        boolean isNode = "1".equals(admin.info("cluster").get("cluster_enabled"));
        boolean asked = place.topology() == Topology.CLUSTER;
        if (isNode && place.topology() == Topology.SERVERS) {
            throw new SutException("SUT " + sut + ": the server at " + where
                    + " is a node of a cluster; set 'cluster: true', or name servers without cluster mode.");
        }
        if (asked && !isNode) {
            throw new SutException("SUT " + sut + ": the server at " + where
                    + " is not a node of a cluster; take 'cluster' out, or name the nodes of one.");
        }
    }

    private static String explained(RedisAddress place, String where, IOException failure) {
        String said = String.valueOf(failure.getMessage());
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
            default -> unreachable(place, where, said);
        };
    }

    private static String unreachable(RedisAddress place, String where, String said) {
        String remedy = place.tls()
                ? "; start it or correct the address, 'tls' and 'trust'"
                : "; start it or correct the address, or set 'tls: true' if it requires encrypted connections";
        return "no Redis answers at " + where + " (" + said + ")" + remedy + ".";
    }
}
