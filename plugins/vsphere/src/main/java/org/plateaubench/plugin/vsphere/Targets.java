// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.plateaubench.plugin.vsphere.Inventory.Datastore;
import org.plateaubench.plugin.vsphere.Inventory.Host;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.Placement;
import org.plateaubench.spi.NamePattern;
import org.plateaubench.spi.WorkloadContext;

/**
 * The machines, hosts and datastores of the operations, in the state at the start of the run, which is the same for
 * every agent. Immutable.
 *
 * @param machines machines of the run file by name, without Plateau's clones
 * @param hosts usable hosts
 * @param datastores accessible datastores of the run file
 * @param template machine or template that is cloned
 * @param movesMachines whether a cluster also moves machines by itself
 */
record Targets(
        List<Machine> machines,
        List<Host> hosts,
        List<Datastore> datastores,
        Optional<Machine> template,
        boolean movesMachines,
        ObjectNames names,
        int users) {
    /** Longest wait for the answer to a call that is not for a task. */
    static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

    static Targets of(Inventory inventory, WorkloadContext<OperationsParameters> context) {
        ObjectNames names = new ObjectNames(context.name(), context.tile(), context.run());
        OperationsParameters parameters = context.parameters();
        NamePattern machines = new NamePattern(parameters.machines());
        NamePattern datastores = new NamePattern(parameters.datastores());
        return new Targets(
                inventory.machines().stream()
                        .filter(machine -> machines.matches(machine.name())
                                && !machine.template()
                                && !machine.name().equals(parameters.template())
                                && !names.isOfThisWorkload(machine.name()))
                        .toList(),
                inventory.hosts().stream().filter(Host::usable).toList(),
                inventory.datastores().stream()
                        .filter(store -> store.accessible() && datastores.matches(store.name()))
                        .toList(),
                inventory.machines().stream()
                        .filter(machine -> machine.name().equals(parameters.template()))
                        .findFirst(),
                inventory.clusters().stream().anyMatch(Inventory.Cluster::movesMachines),
                names,
                context.users());
    }

    /** Returns the machines of one user. Users do not share machines. */
    List<Machine> machinesOfUser(int user) {
        return IntStream.range(0, machines.size())
                .filter(i -> i % users == user)
                .mapToObj(machines::get)
                .toList();
    }

    /**
     * Returns the next host after the machine's current one, in the same cluster, that can access the machine's future
     * datastore; empty if there is none.
     */
    Optional<ManagedObject> nextHost(Machine machine, List<ManagedObject> neededStores) {
        Optional<Host> current = hosts.stream()
                .filter(host -> host.self().equals(machine.host()))
                .findFirst();
        if (current.isEmpty()) {
            return Optional.empty();
        }
        List<Host> others = following(hosts, hosts.indexOf(current.get()));
        return others.stream()
                .filter(host -> host.cluster() != null
                        && host.cluster().equals(current.get().cluster())
                        && host.datastores().containsAll(neededStores))
                .map(Host::self)
                .findFirst();
    }

    /**
     * Returns the next datastore after the machine's current one that its host can access and that does not already
     * contain all of it; empty if there is none.
     */
    Optional<ManagedObject> nextDatastore(Machine machine) {
        List<ManagedObject> accessible = hosts.stream()
                .filter(host -> host.self().equals(machine.host()))
                .flatMap(host -> host.datastores().stream())
                .toList();
        int current = IntStream.range(0, datastores.size())
                .filter(i -> machine.datastores().contains(datastores.get(i).self()))
                .findFirst()
                .orElse(-1);
        return following(datastores, current).stream()
                .map(Datastore::self)
                .filter(store ->
                        accessible.contains(store) && !machine.datastores().equals(List.of(store)))
                .findFirst();
    }

    /** Returns the placement of the clone with this number: hosts in turn, each with a datastore that it can access. */
    Optional<Placement> placement(long number) {
        List<Placement> placements = new ArrayList<>();
        for (Host host : hosts) {
            Optional<ManagedObject> pool = poolOfCluster(host);
            datastores.stream()
                    .map(Datastore::self)
                    .filter(host.datastores()::contains)
                    .findFirst()
                    .ifPresent(store -> pool.ifPresent(
                            poolObject -> placements.add(new Placement(poolObject, host.self(), store))));
        }
        return placements.isEmpty()
                ? Optional.empty()
                : Optional.of(placements.get((int) Math.floorMod(number, (long) placements.size())));
    }

    private Optional<ManagedObject> poolOfCluster(Host host) {
        List<ManagedObject> hostsInCluster = hosts.stream()
                .filter(other -> other.cluster() != null && other.cluster().equals(host.cluster()))
                .map(Host::self)
                .toList();
        return machines.stream()
                .filter(machine -> hostsInCluster.contains(machine.host()))
                .map(Machine::pool)
                .filter(pool -> pool != null)
                .findFirst();
    }

    private static <T> List<T> following(List<T> all, int position) {
        return IntStream.range(0, all.size())
                .mapToObj(i -> all.get((position + 1 + i) % all.size()))
                .toList();
    }
}
