// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.plateaubench.plugin.redis.client.ClusterSlots;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.process.data.DataMarker;

/**
 * Where the data of a workload is stored. Immutable.
 *
 * @param copies targets that each hold the complete key space: one, or every server if users are assigned to servers
 * @param markers nodes that each hold a marker
 * @param servers servers with the data, for listing keys and reading counts; empty if unknown, behind a proxy
 */
record DataLocations(
        RedisAddress address,
        RedisParameters parameters,
        ValueText values,
        List<Target> copies,
        List<InetSocketAddress> markers,
        List<InetSocketAddress> servers) {

    static DataLocations of(RedisAddress address, RedisParameters parameters, ValueText values) throws IOException {
        List<Target> targets = Targets.of(address, parameters.routing() == Routing.HASH);
        Target first = targets.getFirst();
        byte[] marker = MarkerKey.of(parameters.prefix()).getBytes(StandardCharsets.UTF_8);
        return new DataLocations(
                address,
                parameters,
                values,
                targets.subList(0, copies(address, parameters)),
                address.topology() == Topology.SERVERS ? address.nodes() : List.of(first.node(first.nodeOf(marker))),
                first instanceof ClusterSlots slots ? slots.masters() : address.servers());
    }

    /** Returns the node with the marker that describes the keys of a server. */
    InetSocketAddress marker(InetSocketAddress server) {
        return address.topology() == Topology.SERVERS ? server : markers.getFirst();
    }

    /** Returns the part of the data that these markers describe. */
    DataLocations withMarkers(List<InetSocketAddress> markers) {
        List<InetSocketAddress> dataServers = address.topology() == Topology.SERVERS ? markers : servers;
        return new DataLocations(address, parameters, values, copies, markers, dataServers);
    }

    /** Returns how many targets hold the complete key space: every server if users are assigned to one each. */
    static int copies(RedisAddress address, RedisParameters parameters) {
        boolean isOnEachServer = address.topology() == Topology.SERVERS && parameters.routing() == Routing.PER_USER;
        return isOnEachServer ? address.nodes().size() : 1;
    }

    /** Returns the distribution of the data, for a marker. */
    String distribution() {
        if (address.topology() != Topology.SERVERS) {
            return address.topology().name().toLowerCase(Locale.ROOT);
        }
        if (address.nodes().size() == 1 || parameters.routing() == Routing.PER_USER) {
            return "complete";
        }
        // The names determine on which server a key is stored.
        return "hash over "
                + address.nodes().stream().map(RedisAddress::text).sorted().collect(Collectors.joining(" "));
    }

    /** The Redis hash that holds the marker of the keys with a prefix. */
    static final class MarkerKey {
        /** The field of the marker with the number of keys; keys are numbered from 0. */
        static final String KEYS = "keySpace";

        private MarkerKey() {}

        /** Returns the key of the marker; no other key has this form. */
        static String of(String prefix) {
            return prefix + "marker";
        }

        /** Returns the prefix in the key of a marker. */
        static String prefix(String key) {
            return key.substring(0, key.length() - of("").length());
        }

        static Optional<DataMarker> read(RedisAddress address, InetSocketAddress node, String prefix)
                throws IOException {
            try (RedisConnection admin = RedisConnection.open(address, node)) {
                return read(admin, prefix);
            }
        }

        /** Reads the marker of a node; empty if there is none, or if a key of another client has its name. */
        static Optional<DataMarker> read(RedisConnection admin, String prefix) throws IOException {
            Map<String, String> fields =
                    admin.text("TYPE", of(prefix)).equals("hash") ? admin.pairs("HGETALL", of(prefix)) : Map.of();
            return DataMarker.ofFields(fields)
                    .filter(marker -> marker.value(KEYS).matches("[0-9]{1," + KeyText.DIGITS + "}"));
        }

        static void write(RedisConnection admin, String prefix, DataMarker marker) throws IOException {
            if (read(admin, prefix).isEmpty()) {
                delete(admin, prefix); // An adopted key may have the marker's name.
            }
            List<String> arguments = new ArrayList<>(List.of(of(prefix)));
            marker.fields().forEach((name, value) -> arguments.addAll(List.of(name, value)));
            admin.execute("HSET", arguments.toArray(String[]::new));
        }

        static void delete(RedisConnection admin, String prefix) throws IOException {
            admin.execute("DEL", of(prefix));
        }

        /**
         * Returns whether the data of a marker may have a key with this number. While the data is not fully loaded, any
         * number is possible, since keys of an earlier, larger key space may remain.
         */
        static boolean mayInclude(Optional<DataMarker> marker, long number) {
            return marker.isPresent()
                    && (!marker.get().isLoaded()
                            || number < Long.parseLong(marker.get().value(KEYS)));
        }
    }
}
