// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.service.RedisAddress;

/** The targets of the users of one workload in one agent. Any thread. */
public final class Targets {
    private final List<HashRing> oneEach;
    private final @Nullable Target shared;

    private Targets(List<InetSocketAddress> nodes, @Nullable Target shared) {
        this.oneEach = nodes.stream().map(node -> new HashRing(List.of(node))).toList();
        this.shared = shared;
    }

    /**
     * Creates the targets: in a cluster by its slots, otherwise as requested.
     *
     * @param hashing whether every user distributes its keys over all nodes; otherwise each has one node, in turn
     * @throws IOException when no node of a cluster reports the slots
     */
    public static Targets of(RedisAddress place, boolean hashing) throws IOException {
        if (place.topology() == RedisAddress.Topology.CLUSTER) {
            ClusterSlots slots = new ClusterSlots(place);
            slots.learn();
            return new Targets(place.nodes(), slots);
        }
        boolean several = place.nodes().size() > 1;
        return new Targets(place.nodes(), hashing && several ? new HashRing(place.nodes()) : null);
    }

    /**
     * Returns the target of a user.
     *
     * @param user number of the user over all agents, from 0
     */
    public Target ofUser(int user) {
        return shared == null ? oneEach.get(user % oneEach.size()) : shared;
    }
}
