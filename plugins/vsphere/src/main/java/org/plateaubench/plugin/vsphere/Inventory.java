// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hosts, machines, datastores and clusters that are visible to the signed-in user, each list ordered by name. Facts
 * are texts for the environment of a run; they contain only what the server reports.
 */
public record Inventory(List<Host> hosts, List<Machine> machines, List<Datastore> datastores, List<Cluster> clusters) {
    /** Maximum number of objects of each kind that the environment of a run contains for a large installation. */
    private static final int MAX_PER_KIND = 100;

    /** An object with facts for the environment of a run; empty for none. */
    interface Described {
        String name();

        String facts();
    }

    /** The facts of the objects by kind and name. */
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        add(facts, "cluster ", clusters);
        add(facts, "host ", hosts);
        add(facts, "datastore ", datastores);
        add(facts, "machine ", machines);
        return facts;
    }

    private static void add(Map<String, String> facts, String kind, List<? extends Described> objects) {
        objects.stream()
                .limit(MAX_PER_KIND)
                .filter(object -> !object.facts().isEmpty())
                .forEach(object -> facts.put(kind + object.name(), object.facts()));
    }

    /**
     * A host.
     *
     * @param cluster the cluster, or the compute resource of a single host, to which it belongs
     * @param usable whether the host is connected and not in maintenance
     * @param datastores datastores that it can access
     */
    public record Host(
            ManagedObject self,
            String name,
            @Nullable ManagedObject cluster,
            boolean usable,
            List<ManagedObject> datastores,
            String facts)
            implements Described {}

    /**
     * A virtual machine or a template.
     *
     * @param pool resource pool; null for a template
     * @param folder folder of the inventory
     * @param note annotation of the virtual machine
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
            String facts)
            implements Described {}

    public record Datastore(ManagedObject self, String name, boolean accessible, String facts) implements Described {}

    /** A cluster, and whether its resource scheduler moves machines automatically. */
    public record Cluster(String name, boolean movesMachines, String facts) implements Described {}
}
