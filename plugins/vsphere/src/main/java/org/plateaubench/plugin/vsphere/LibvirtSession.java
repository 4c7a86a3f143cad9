// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.TaskResult;

/**
 * A session with a libvirt daemon. Instead of tasks it has commands, which end when the daemon has completed the
 * request. Because libvirt reports no times, the time of a task is the time of its commands.
 */
final class LibvirtSession implements MachinePlatform {
    private static final String DOMAIN = "Domain";
    private static final String SNAPSHOT = "Snapshot";
    private static final String POOL = "StoragePool";
    /** Separates the name of a machine from the name of its snapshot or disk. */
    private static final String SEPARATOR = "/";

    private static final String DISK_SEPARATOR = ".";
    /** The errors for a machine that does not exist: from virsh when it looks up the machine, and from libvirt. */
    private static final Set<String> NOT_FOUND_FAULTS = Set.of("failed to get domain", "Domain not found");

    private final Virsh virsh;
    private final StoredVolumes volumes;
    private final Duration limit;
    private String host = "";
    /** Identities of machines by name. In commands, a name may be mistaken for the number of a running machine. */
    private final Map<String, String> identities = new HashMap<>();

    LibvirtSession(SutAddress sut, Duration limit) {
        virsh = new Virsh(sut.property("url"));
        this.limit = limit;
        volumes = new StoredVolumes(virsh);
    }

    @Override
    public void signIn() throws IOException, InterruptedException {
        host = virsh.run(limit, "hostname").strip();
    }

    @Override
    public Map<String, String> environment() throws IOException, InterruptedException {
        String versions = virsh.run(limit, "version", "--daemon");
        Inventory inventory = inventory();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put(
                "product",
                "libvirt " + version(versions, "Running against daemon:") + ", hypervisor "
                        + version(versions, "Running hypervisor:"));
        environment.put("host", host);
        environment.put("machines", Integer.toString(inventory.machines().size()));
        environment.put(
                "storage pools",
                inventory.datastores().stream().map(Inventory.Datastore::name).collect(Collectors.joining(", ")));
        environment.putAll(inventory.facts());
        return environment;
    }

    private static String version(String versions, String line) {
        return versions.lines()
                .filter(each -> each.startsWith(line))
                .map(each -> each.substring(line.length()).strip())
                .findFirst()
                .orElse("of unknown version");
    }

    @Override
    public String instance() {
        return host;
    }

    @Override
    public Inventory inventory() throws IOException, InterruptedException {
        List<Machine> machines = new ArrayList<>();
        for (String name : names(limit)) {
            ifExists(() -> machine(name)).ifPresent(machines::add);
        }
        machines.sort(Comparator.comparing(Machine::name));
        List<ManagedObject> pools = volumes.pools(limit).stream()
                .map(name -> new ManagedObject(POOL, name))
                .toList();
        ManagedObject hostReference = new ManagedObject("Host", host);
        return new Inventory(
                List.of(new Inventory.Host(hostReference, host, hostReference, true, pools, "")),
                machines,
                pools.stream()
                        .map(pool -> new Inventory.Datastore(pool, pool.id(), true, ""))
                        .toList(),
                List.of());
    }

    /** Reads the names of all machines, including running machines that are not defined. */
    private List<String> names(Duration callLimit) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (String line : virsh.run(callLimit, "list", "--all", "--uuid", "--name")
                .lines()
                .toList()) {
            String[] identityAndName = line.strip().split(" +", 2);
            if (identityAndName.length == 2) {
                identities.put(identityAndName[1], identityAndName[0]);
                names.add(identityAndName[1]);
            }
        }
        return names;
    }

    /** Returns the answer to a call; empty if the machine has been deleted by another client. */
    private static <T> Optional<T> ifExists(Call<T> call) throws IOException, InterruptedException {
        try {
            return Optional.of(call.run());
        } catch (PlatformException e) {
            if (NOT_FOUND_FAULTS.contains(e.fault())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Machine machine(String name) throws IOException, InterruptedException {
        ManagedObject hostReference = new ManagedObject("Host", host);
        boolean isRunning = state(name, limit).equals("running");
        return new Machine(
                new ManagedObject(DOMAIN, name),
                name,
                hostReference,
                List.of(),
                hostReference,
                null,
                isRunning,
                false,
                domainXml(name, limit).text("description"),
                isRunning ? "powered on" : "not running");
    }

    @Override
    public Machine machine(ManagedObject machine) throws IOException, InterruptedException {
        return machine(machine.id());
    }

    private String state(String name, Duration callLimit) throws IOException, InterruptedException {
        return run(callLimit, name, "domstate").strip();
    }

    /** Returns the XML description of a machine for its next start. */
    private DomainDocument domainXml(String name, Duration callLimit) throws IOException, InterruptedException {
        return DomainDocument.read(run(callLimit, name, "dumpxml", "--inactive"));
    }

    private String run(Duration callLimit, String name, String command, String... options)
            throws IOException, InterruptedException {
        if (!identities.containsKey(name)) {
            names(callLimit);
        }
        List<String> words = new ArrayList<>(List.of(command, "--domain", identities.getOrDefault(name, name)));
        words.addAll(List.of(options));
        return virsh.run(callLimit, words.toArray(String[]::new));
    }

    @Override
    public TaskResult cloneMachine(Machine source, Placement placement, String name, String note, Duration taskLimit)
            throws IOException, InterruptedException {
        long started = System.nanoTime();
        DomainDocument copy = domainXml(source.name(), taskLimit);
        for (DomainDocument.Disk disk : copy.disks()) {
            String file = volumes.copy(
                    disk.file(), placement.datastore().id(), name + DISK_SEPARATOR + disk.device(), taskLimit);
            DomainDocument.setFile(disk, file);
        }
        String identity = UUID.randomUUID().toString();
        copy.rename(name, identity, note);
        StoredVolumes.withDescriptionFile(copy.toString(), file -> virsh.run(taskLimit, "define", "--file", file));
        identities.put(name, identity);
        return taskResult(started, new ManagedObject(DOMAIN, name));
    }

    @Override
    public TaskResult power(ManagedObject machine, boolean on, Duration taskLimit)
            throws IOException, InterruptedException {
        return timed(taskLimit, machine.id(), on ? "start" : "destroy");
    }

    @Override
    public TaskResult pause(ManagedObject machine, boolean paused, Duration taskLimit)
            throws IOException, InterruptedException {
        return timed(taskLimit, machine.id(), paused ? "suspend" : "resume");
    }

    private TaskResult timed(Duration taskLimit, String machine, String command, String... options)
            throws IOException, InterruptedException {
        long started = System.nanoTime();
        run(taskLimit, machine, command, options);
        return taskResult(started, null);
    }

    private static TaskResult taskResult(long started, @Nullable ManagedObject created) {
        return new TaskResult(Duration.ZERO, Duration.ofNanos(System.nanoTime() - started), created);
    }

    @Override
    public TaskResult takeSnapshot(ManagedObject machine, String name, Duration taskLimit)
            throws IOException, InterruptedException {
        long started = System.nanoTime();
        run(taskLimit, machine.id(), "snapshot-create-as", "--name", name);
        return taskResult(started, snapshot(machine.id(), name));
    }

    @Override
    public List<Snapshot> snapshots() throws IOException, InterruptedException {
        List<Snapshot> snapshots = new ArrayList<>();
        for (String machine : names(limit)) {
            ifExists(() -> snapshots(new ManagedObject(DOMAIN, machine))).ifPresent(snapshots::addAll);
        }
        return snapshots;
    }

    @Override
    public List<Snapshot> snapshots(ManagedObject machine) throws IOException, InterruptedException {
        return run(limit, machine.id(), "snapshot-list", "--name")
                .lines()
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> new Snapshot(snapshot(machine.id(), name), name))
                .toList();
    }

    private static ManagedObject snapshot(String machine, String name) {
        return new ManagedObject(SNAPSHOT, machine + SEPARATOR + name);
    }

    @Override
    public TaskResult removeSnapshot(ManagedObject snapshot, Duration taskLimit)
            throws IOException, InterruptedException {
        int end = snapshot.id().lastIndexOf(SEPARATOR);
        String name = snapshot.id().substring(end + 1);
        return timed(taskLimit, snapshot.id().substring(0, end), "snapshot-delete", "--snapshotname", name);
    }

    @Override
    public TaskResult destroy(ManagedObject machine, Duration taskLimit) throws IOException, InterruptedException {
        long started = System.nanoTime();
        for (String disk : undefine(machine.id(), taskLimit)) {
            volumes.delete(disk, taskLimit);
        }
        return taskResult(started, null);
    }

    /**
     * Undefines a machine that is off, with its saved memory, descriptions of snapshots and variables of the firmware,
     * and returns the disks that have its name.
     */
    private Set<String> undefine(String name, Duration taskLimit) throws IOException, InterruptedException {
        Set<String> disks = new TreeSet<>(sources(name, taskLimit));
        disks.removeIf(path -> !path.substring(path.lastIndexOf(SEPARATOR) + 1).startsWith(name + DISK_SEPARATOR));
        run(taskLimit, name, "undefine", "--managed-save", "--snapshots-metadata", "--nvram");
        identities.remove(name);
        return disks;
    }

    /**
     * Returns the files of a machine's disks, as it currently runs and for its next start; none if the machine no
     * longer exists.
     */
    private Set<String> sources(String name, Duration taskLimit) throws IOException, InterruptedException {
        Set<String> sources = new TreeSet<>();
        ifExists(() -> DomainDocument.read(run(taskLimit, name, "dumpxml")))
                .ifPresent(current -> sources.addAll(current.sources()));
        ifExists(() -> domainXml(name, taskLimit)).ifPresent(next -> sources.addAll(next.sources()));
        return sources;
    }

    private Set<String> sources(List<String> names, Duration taskLimit) throws IOException, InterruptedException {
        Set<String> sources = new TreeSet<>();
        for (String name : names) {
            sources.addAll(sources(name, taskLimit));
        }
        return sources;
    }

    /**
     * Also stops a machine that is paused, blocked, crashed or shutting down, because its process has the disks open.
     */
    @Override
    public void clear(Machine machine, Duration taskLimit) throws IOException, InterruptedException {
        PlatformException.Refusals refusals = new PlatformException.Refusals();
        for (String disk :
                ifExists(() -> stopAndUndefine(machine.name(), taskLimit)).orElse(Set.of())) {
            refusals.collect(() -> volumes.delete(disk, taskLimit));
        }
        refusals.throwIfAny();
    }

    /** Stops and undefines a machine, and returns the disks that have its name and that no other machine uses. */
    private Set<String> stopAndUndefine(String name, Duration taskLimit) throws IOException, InterruptedException {
        if (!state(name, taskLimit).equals("shut off")) {
            run(taskLimit, name, "destroy");
        }
        Set<String> disks = undefine(name, taskLimit);
        // This machine may use its disks too, if another client has just started it.
        disks.removeAll(sources(names(taskLimit), taskLimit));
        return disks;
    }

    /** Deletes disks of clones that were never defined. */
    @Override
    public void deleteUnfinished(Predicate<String> names, Predicate<String> datastores, Duration taskLimit)
            throws IOException, InterruptedException {
        Set<String> used = sources(names(taskLimit), taskLimit);
        List<String> existing = names(taskLimit);
        volumes.delete(
                datastores,
                volume -> {
                    // The description of a machine does not contain the files below an overlay, so their names are
                    // compared, too.
                    String clone = volume.substring(0, Math.max(0, volume.lastIndexOf(DISK_SEPARATOR)));
                    return names.test(clone) && !existing.contains(clone);
                },
                used,
                taskLimit);
    }

    @Override
    public void abort() {
        virsh.close();
    }

    @Override
    public void close() {
        virsh.close();
    }
}
