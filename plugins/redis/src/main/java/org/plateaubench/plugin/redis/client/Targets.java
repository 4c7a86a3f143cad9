// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.util.List;

/** Where users send their commands, by the topology of the servers. Stateless; any thread. */
public final class Targets {
    private Targets() {}

    /**
     * Returns the targets, to which users are assigned in turn: the slots of a cluster, all servers, or each server.
     */
    public static List<Target> of(RedisAddress place, boolean hashing) throws IOException {
        if (place.topology() == RedisAddress.Topology.CLUSTER) {
            return List.of(ClusterSlots.of(place));
        }
        return hashing
                ? List.of(new HashRing(place.nodes()))
                : place.nodes().stream()
                        .<Target>map(node -> new HashRing(List.of(node)))
                        .toList();
    }
}
