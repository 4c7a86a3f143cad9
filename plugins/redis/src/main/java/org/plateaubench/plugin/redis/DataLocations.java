// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plateaubench.plugin.redis.client.ClusterSlots;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;

/**
 * The places of a workload's data. Immutable.
 *
 * @param wholes places that each hold the whole key space: every server if users are assigned to servers, otherwise one
 * @param markers nodes that each hold a marker
 * @param servers servers with the data, for listing keys and reading counts; empty when those behind a proxy are
 *     unknown
 */
public record DataLocations(
        RedisAddress place, List<Target> wholes, List<InetSocketAddress> markers, List<InetSocketAddress> servers) {

    /** Determines the places; asks the nodes of a cluster for its slots. */
    static DataLocations of(RedisAddress place, RedisParameters parameters) throws IOException {
        List<Target> targets = Targets.of(place, parameters.routing() == Routing.HASH);
        Target first = targets.getFirst();
        return new DataLocations(
                place,
                targets.subList(0, wholes(place, parameters)),
                place.topology() == Topology.SERVERS ? place.nodes() : List.of(node(first, parameters.prefix())),
                first instanceof ClusterSlots slots ? slots.masters() : place.servers());
    }

    private static InetSocketAddress node(Target target, String prefix) {
        return target.node(target.nodeOf(MarkerKey.of(prefix).getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the node with the marker of a prefix that describes the keys of a server. */
    InetSocketAddress marker(InetSocketAddress server, String prefix) {
        return place.topology() == Topology.SERVERS ? server : node(wholes.getFirst(), prefix);
    }

    /** Returns the part of the places that these markers describe. */
    DataLocations of(List<InetSocketAddress> some) {
        return new DataLocations(place, wholes, some, place.topology() == Topology.SERVERS ? some : servers);
    }

    /**
     * Returns how many places hold the whole key space: every server if users are assigned to servers in turn, or one.
     */
    public static int wholes(RedisAddress place, RedisParameters parameters) {
        boolean everyServerHasAll = place.topology() == Topology.SERVERS && parameters.routing() == Routing.PER_USER;
        return everyServerHasAll ? place.nodes().size() : 1;
    }

    /** Returns the distribution of the data, for a marker. */
    String spread(RedisParameters parameters) {
        return switch (place.topology()) {
            case CLUSTER -> "cluster";
            case PROXY -> "proxy";
            case SERVERS ->
                place.nodes().size() == 1 || parameters.routing() == Routing.PER_USER
                        ? "whole"
                        : "hash over " + names();
        };
    }

    /**
     * Returns the names of the servers in a fixed order, since they determine the ring and with it the place of every
     * key.
     */
    private String names() {
        return String.join(
                " ", place.nodes().stream().map(RedisAddress::text).sorted().toList());
    }
}
