// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.vsphere.MachinePlatform.Snapshot;
import org.plateaubench.plugin.vsphere.PropertyCollector.Properties;

/**
 * Creates an inventory from the reports of the property collector; objects and facts that the server does not report
 * are omitted. Not thread-safe.
 */
final class InventoryReader {
    private static final String NAME = "name";
    private static final String DATASTORE = "datastore";
    private static final String PARENT = "parent";
    private static final String SNAPSHOT = "snapshot";

    private static final Map<String, String> HOST_FACTS = facts(
            "summary.config.product.fullName", "product",
            "summary.hardware.vendor", "vendor",
            "summary.hardware.model", "model",
            "summary.hardware.cpuModel", "processor",
            "summary.hardware.numCpuCores", "cores",
            "summary.hardware.cpuMhz", "MHz",
            "summary.hardware.memorySize", "bytes of memory",
            "config.powerSystemInfo.currentPolicy.shortName", "power policy");

    private static final Map<String, String> MACHINE_FACTS = facts(
            "summary.config.numCpu",
            "processors",
            "summary.config.memorySizeMB",
            "MB of memory",
            "summary.config.guestFullName",
            "guest");

    private static final Map<String, String> DATASTORE_FACTS =
            facts("summary.type", "type", "summary.capacity", "bytes", "summary.freeSpace", "bytes free");

    private static final String DRS = "configuration.drsConfig.";
    private static final Map<String, String> CLUSTER_FACTS = facts(
            DRS + "enabled",
            "DRS",
            DRS + "defaultVmBehavior",
            "DRS behaviour",
            "configuration.dasConfig.enabled",
            "HA");

    private static final String MACHINE = "VirtualMachine";
    private static final List<String> MACHINE_PROPERTIES = properties(
            MACHINE_FACTS,
            NAME,
            "runtime.host",
            DATASTORE,
            "resourcePool",
            PARENT,
            "runtime.powerState",
            "config.template",
            "config.annotation");

    private final PropertyCollector collector;
    private final ManagedObject viewManager;
    private final ManagedObject rootFolder;

    InventoryReader(PropertyCollector collector, ManagedObject viewManager, ManagedObject rootFolder) {
        this.collector = collector;
        this.viewManager = viewManager;
        this.rootFolder = rootFolder;
    }

    private static Map<String, String> facts(String... pathsAndNames) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (int i = 0; i < pathsAndNames.length; i += 2) {
            facts.put(pathsAndNames[i], pathsAndNames[i + 1]);
        }
        return facts;
    }

    private static List<String> properties(Map<String, String> facts, String... others) {
        return Stream.concat(Stream.of(others), facts.keySet().stream()).toList();
    }

    Inventory read() throws IOException, InterruptedException {
        return new Inventory(
                sorted(
                        "HostSystem",
                        properties(
                                HOST_FACTS,
                                NAME,
                                PARENT,
                                DATASTORE,
                                "runtime.connectionState",
                                "runtime.inMaintenanceMode"),
                        InventoryReader::host,
                        Inventory.Host::name),
                sorted(MACHINE, MACHINE_PROPERTIES, InventoryReader::machine, Inventory.Machine::name),
                sorted(
                        "Datastore",
                        properties(DATASTORE_FACTS, NAME, "summary.accessible"),
                        InventoryReader::datastore,
                        Inventory.Datastore::name),
                sorted(
                        "ClusterComputeResource",
                        properties(CLUSTER_FACTS, NAME),
                        InventoryReader::cluster,
                        Inventory.Cluster::name));
    }

    Inventory.Machine readMachine(ManagedObject machine) throws IOException, InterruptedException {
        return machine(collector.of(machine, MACHINE_PROPERTIES));
    }

    List<Snapshot> snapshots() throws IOException, InterruptedException {
        return snapshots(collector.below(viewManager, rootFolder, MACHINE, List.of(SNAPSHOT)));
    }

    List<Snapshot> snapshots(ManagedObject machine) throws IOException, InterruptedException {
        return snapshots(List.of(collector.of(machine, List.of(SNAPSHOT))));
    }

    private static List<Snapshot> snapshots(List<Properties> machines) throws IOException {
        List<Snapshot> snapshots = new ArrayList<>();
        for (Properties machine : machines) {
            XmlElement trees = machine.values().get(SNAPSHOT);
            if (trees != null) {
                addSnapshots(trees.children("rootSnapshotList"), snapshots);
            }
        }
        return snapshots;
    }

    /** Adds the snapshots of whole trees, whose depth is bounded by the depth of an answer. */
    private static void addSnapshots(List<XmlElement> trees, List<Snapshot> snapshots) throws IOException {
        for (XmlElement tree : trees) {
            snapshots.add(new Snapshot(tree.required(SNAPSHOT).reference(), tree.text(NAME)));
            addSnapshots(tree.children("childSnapshotList"), snapshots);
        }
    }

    private <T> List<T> sorted(
            String type, List<String> properties, Function<Properties, T> converter, Function<T, String> name)
            throws IOException, InterruptedException {
        return collector.below(viewManager, rootFolder, type, properties).stream()
                .map(converter)
                .sorted(Comparator.comparing(name))
                .toList();
    }

    private static Inventory.Host host(Properties object) {
        boolean usable = object.text("runtime.connectionState").equals("connected")
                && !object.text("runtime.inMaintenanceMode").equals("true");
        return new Inventory.Host(
                object.self(),
                object.text(NAME),
                first(object, PARENT),
                usable,
                object.references(DATASTORE),
                describe(object, HOST_FACTS) + (usable ? "" : ", not usable"));
    }

    private static Inventory.Machine machine(Properties object) {
        boolean poweredOn = object.text("runtime.powerState").equals("poweredOn");
        return new Inventory.Machine(
                object.self(),
                object.text(NAME),
                first(object, "runtime.host"),
                object.references(DATASTORE),
                first(object, "resourcePool"),
                first(object, PARENT),
                poweredOn,
                object.text("config.template").equals("true"),
                object.text("config.annotation"),
                describe(object, MACHINE_FACTS) + (poweredOn ? ", powered on" : ", powered off"));
    }

    private static Inventory.Datastore datastore(Properties object) {
        return new Inventory.Datastore(
                object.self(),
                object.text(NAME),
                object.text("summary.accessible").equals("true"),
                describe(object, DATASTORE_FACTS));
    }

    private static Inventory.Cluster cluster(Properties object) {
        return new Inventory.Cluster(
                object.text(NAME),
                object.text(DRS + "enabled").equals("true")
                        && object.text(DRS + "defaultVmBehavior").equals("fullyAutomated"),
                describe(object, CLUSTER_FACTS));
    }

    private static @Nullable ManagedObject first(Properties object, String name) {
        List<ManagedObject> found = object.references(name);
        return found.isEmpty() ? null : found.getFirst();
    }

    private static String describe(Properties object, Map<String, String> facts) {
        return facts.entrySet().stream()
                .filter(fact -> !object.text(fact.getKey()).isEmpty())
                .map(fact -> fact.getValue() + " " + object.text(fact.getKey()))
                .collect(Collectors.joining(", "));
    }
}
