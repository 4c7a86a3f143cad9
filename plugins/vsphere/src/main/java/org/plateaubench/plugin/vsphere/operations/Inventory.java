// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hosts, machines, datastores and clusters that are visible to the signed-in user, each list ordered by name. Facts
 * are values for the environment of a run by displayed name; they contain only what the server reports.
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
     * @param cluster the cluster, or the compute resource of a single host, to which it belongs
     * @param usable whether it is connected and not in maintenance
     * @param datastores datastores that it can access
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
     * @param host host on which it runs
     * @param datastores datastores that contain its files
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
     * @param movesMachines whether its resource scheduler moves machines automatically
     */
    public record Cluster(String name, boolean movesMachines, Map<String, String> facts) {}
}
