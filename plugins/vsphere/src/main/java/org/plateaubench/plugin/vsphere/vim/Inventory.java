// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hosts, machines, datastores and clusters that the signed-in user sees, each list by name. Facts are the words that the
 * environment of a run keeps, by a name for people; they hold only what the server reports.
 */
public record Inventory(List<Host> hosts, List<Machine> machines, List<Datastore> datastores, List<Cluster> clusters) {
    public Inventory {
        hosts = List.copyOf(hosts);
        machines = List.copyOf(machines);
        datastores = List.copyOf(datastores);
        clusters = List.copyOf(clusters);
    }

    /**
     * A host.
     *
     * @param cluster the cluster or the single host's compute resource that it belongs to
     * @param usable whether it is connected and not in maintenance
     * @param datastores datastores that it can reach
     */
    public record Host(
            ManagedObject self,
            String name,
            @Nullable ManagedObject cluster,
            boolean usable,
            List<ManagedObject> datastores,
            Map<String, String> facts) {}

    /**
     * A virtual machine or a template.
     *
     * @param host where it runs
     * @param datastores where its files lie
     * @param pool resource pool; null for a template
     * @param folder folder of the inventory
     * @param note its annotation
     */
    public record Machine(
            ManagedObject self,
            String name,
            @Nullable ManagedObject host,
            List<ManagedObject> datastores,
            @Nullable ManagedObject pool,
            @Nullable ManagedObject folder,
            boolean poweredOn,
            boolean template,
            String note,
            Map<String, String> facts) {}

    /** A datastore. */
    public record Datastore(ManagedObject self, String name, boolean accessible, Map<String, String> facts) {}

    /**
     * A cluster.
     *
     * @param movesMachines whether its resource scheduler moves machines without being asked
     */
    public record Cluster(String name, boolean movesMachines, Map<String, String> facts) {}
}
