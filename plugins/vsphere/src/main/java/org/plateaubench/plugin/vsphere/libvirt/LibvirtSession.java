// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.plugin.vsphere.vim.Inventory.Machine;
import org.plateaubench.plugin.vsphere.vim.MachinePlatform;
import org.plateaubench.plugin.vsphere.vim.ManagedObject;
import org.plateaubench.plugin.vsphere.vim.Refusals;
import org.plateaubench.plugin.vsphere.vim.TaskResult;

/**
 * A session with a libvirt daemon. Instead of tasks it has calls, which return when the daemon has completed the
 * request. Because libvirt reports no times, the time of a task is the time of its calls.
 */
final class LibvirtSession implements MachinePlatform {
    private static final String DOMAIN = "Domain";
    private static final String SNAPSHOT = "Snapshot";
    private static final String POOL = "StoragePool";
    private static final Duration SIGN_OUT_LIMIT = Duration.ofSeconds(5);
    private static final int AUTH_NONE = 0;
    private static final int AUTH_POLKIT = 2;
    /** Deletes saved memory, descriptions of snapshots and variables of the firmware together with the machine. */
    private static final int UNDEFINE_ALL = 1 | 2 | 4;
    /** Separates the name of a machine from the name of its snapshot or disk. */
    private static final String SEPARATOR = "/";

    private static final String DISK_OF = ".";
    private static final int MILLIONS = 1_000_000;
    private static final int THOUSANDS = 1_000;

    private final RpcChannel channel;
    private final Domains domains;
    private final StoredVolumes volumes;
    private final Duration limit;
    private final String host;
    private final Map<String, DomainName> known = new HashMap<>();

    private LibvirtSession(RpcChannel channel, Duration limit, String host) {
        this.channel = channel;
        this.limit = limit;
        this.host = host;
        domains = new Domains(channel);
        volumes = new StoredVolumes(channel);
    }

    /** Opens a session over a channel. The channel is closed with the session, or if the session cannot be opened. */
    static LibvirtSession open(RpcChannel channel, String driver, Duration limit)
            throws IOException, InterruptedException {
        boolean opened = false;
        try {
            if (!LibvirtParameters.isDriver(driver)) {
                throw new IOException("'" + driver + "' is not a driver of the daemon's own host.");
            }
            authenticate(channel, limit);
            channel.call(
                    Procedure.CONNECT_OPEN, new XdrWriter().optionalText(driver).number(0), limit);
            String host = channel.call(Procedure.CONNECT_GET_HOSTNAME, new XdrWriter(), limit)
                    .text();
            opened = true;
            return new LibvirtSession(channel, limit, host);
        } finally {
            if (!opened) {
                channel.close();
            }
        }
    }

    private static void authenticate(RpcChannel channel, Duration limit) throws IOException, InterruptedException {
        XdrReader offered = channel.call(Procedure.AUTH_LIST, new XdrWriter(), limit);
        List<Integer> ways = new ArrayList<>();
        for (int i = offered.elements(); i > 0; i--) {
            ways.add(offered.number());
        }
        if (ways.contains(AUTH_NONE)) {
            return;
        }
        if (!ways.contains(AUTH_POLKIT)) {
            throw new IOException("The libvirt daemon requires a password (SASL), which is not supported. Use"
                    + " a socket that needs only file permissions.");
        }
        channel.call(Procedure.AUTH_POLKIT, new XdrWriter(), limit);
    }

    /** Returns the versions of libvirt and of the hypervisor. */
    String product() throws IOException, InterruptedException {
        return "libvirt " + version(Procedure.CONNECT_GET_LIB_VERSION) + ", hypervisor "
                + version(Procedure.CONNECT_GET_VERSION);
    }

    private String version(Procedure procedure) throws IOException, InterruptedException {
        XdrReader answer = channel.call(procedure, new XdrWriter(), limit);
        answer.number();
        int number = answer.number();
        return number / MILLIONS + "." + number / THOUSANDS % THOUSANDS + "." + number % THOUSANDS;
    }

    /** Returns the name of the host. */
    @Override
    public String instance() {
        return host;
    }

    @Override
    public Inventory inventory() throws IOException, InterruptedException {
        List<Machine> machines = new ArrayList<>();
        for (DomainName domain : domains.all(limit)) {
            Domains.unlessGone(() -> machine(domain)).ifPresent(machine -> {
                known.put(domain.name(), domain);
                machines.add(machine);
            });
        }
        machines.sort(Comparator.comparing(Machine::name));
        List<ManagedObject> pools = volumes.pools(limit).stream()
                .sorted()
                .map(name -> new ManagedObject(POOL, name))
                .toList();
        ManagedObject self = new ManagedObject("Host", host);
        return new Inventory(
                List.of(new Inventory.Host(self, host, self, true, pools, Map.of())),
                machines,
                pools.stream()
                        .map(pool -> new Inventory.Datastore(pool, pool.id(), true, Map.of()))
                        .toList(),
                List.of());
    }

    private Machine machine(DomainName domain) throws IOException, InterruptedException {
        int state = domains.state(domain, limit);
        ManagedObject self = new ManagedObject("Host", host);
        return new Machine(
                new ManagedObject(DOMAIN, domain.name()),
                domain.name(),
                self,
                List.of(),
                self,
                null,
                state == Domains.STATE_RUNNING,
                false,
                domains.description(domain, limit).text("description"),
                Map.of());
    }

    @Override
    public Machine machine(ManagedObject machine) throws IOException, InterruptedException {
        return machine(domain(machine.id(), limit));
    }

    private DomainName domain(String name, Duration callLimit) throws IOException, InterruptedException {
        DomainName found = known.get(name);
        if (found == null) {
            found = DomainName.read(
                    channel.call(Procedure.DOMAIN_LOOKUP_BY_NAME, new XdrWriter().text(name), callLimit));
            known.put(name, found);
        }
        return found;
    }

    @Override
    public TaskResult cloneMachine(Machine source, Placement placement, String name, String note, Duration taskLimit)
            throws IOException, InterruptedException {
        long started = System.nanoTime();
        DomainDocument copy = domains.description(domain(source.name(), taskLimit), taskLimit);
        for (DomainDocument.Disk disk : copy.disks()) {
            String file =
                    volumes.copy(disk.file(), placement.datastore().id(), name + DISK_OF + disk.device(), taskLimit);
            DomainDocument.place(disk, file);
        }
        copy.rename(name, note);
        known.put(
                name,
                DomainName.read(
                        channel.call(Procedure.DOMAIN_DEFINE_XML, new XdrWriter().text(copy.toString()), taskLimit)));
        return done(started, new ManagedObject(DOMAIN, name));
    }

    @Override
    public TaskResult power(ManagedObject machine, boolean on, Duration taskLimit)
            throws IOException, InterruptedException {
        return called(on ? Procedure.DOMAIN_CREATE : Procedure.DOMAIN_DESTROY, machine, taskLimit);
    }

    @Override
    public TaskResult pause(ManagedObject machine, boolean paused, Duration taskLimit)
            throws IOException, InterruptedException {
        return called(paused ? Procedure.DOMAIN_SUSPEND : Procedure.DOMAIN_RESUME, machine, taskLimit);
    }

    private TaskResult called(Procedure procedure, ManagedObject machine, Duration taskLimit)
            throws IOException, InterruptedException {
        DomainName domain = domain(machine.id(), taskLimit);
        long started = System.nanoTime();
        channel.call(procedure, domain.write(new XdrWriter()), taskLimit);
        return done(started, null);
    }

    private static TaskResult done(long started, @Nullable ManagedObject made) {
        return new TaskResult(Duration.ZERO, Duration.ofNanos(System.nanoTime() - started), made);
    }

    @Override
    public TaskResult takeSnapshot(ManagedObject machine, String name, Duration taskLimit)
            throws IOException, InterruptedException {
        DomainName domain = domain(machine.id(), taskLimit);
        long started = System.nanoTime();
        channel.call(
                Procedure.DOMAIN_SNAPSHOT_CREATE_XML,
                domain.write(new XdrWriter())
                        .text(DomainDocument.snapshot(name))
                        .number(0),
                taskLimit);
        return done(started, snapshot(machine.id(), name));
    }

    @Override
    public List<Snapshot> snapshots() throws IOException, InterruptedException {
        List<Snapshot> snapshots = new ArrayList<>();
        for (DomainName domain : domains.all(limit)) {
            Domains.unlessGone(() -> snapshots(domain)).ifPresent(snapshots::addAll);
        }
        return snapshots;
    }

    private List<Snapshot> snapshots(DomainName domain) throws IOException, InterruptedException {
        XdrReader found = channel.call(
                Procedure.DOMAIN_LIST_ALL_SNAPSHOTS,
                domain.write(new XdrWriter()).number(1).number(0),
                limit);
        List<Snapshot> snapshots = new ArrayList<>();
        for (int i = found.elements(); i > 0; i--) {
            String name = found.text();
            DomainName.read(found);
            snapshots.add(new Snapshot(snapshot(domain.name(), name), name));
        }
        return snapshots;
    }

    private static ManagedObject snapshot(String machine, String name) {
        return new ManagedObject(SNAPSHOT, machine + SEPARATOR + name);
    }

    @Override
    public TaskResult removeSnapshot(ManagedObject snapshot, Duration taskLimit)
            throws IOException, InterruptedException {
        int end = snapshot.id().lastIndexOf(SEPARATOR);
        DomainName domain = domain(snapshot.id().substring(0, end), taskLimit);
        long started = System.nanoTime();
        channel.call(
                Procedure.DOMAIN_SNAPSHOT_DELETE,
                domain.write(new XdrWriter().text(snapshot.id().substring(end + 1)))
                        .number(0),
                taskLimit);
        return done(started, null);
    }

    /** Deletes the machine and the disks that have its name. */
    @Override
    public TaskResult destroy(ManagedObject machine, Duration taskLimit) throws IOException, InterruptedException {
        DomainName domain = domain(machine.id(), taskLimit);
        long started = System.nanoTime();
        for (String disk : undefined(domain, taskLimit)) {
            volumes.delete(disk, taskLimit);
        }
        return done(started, null);
    }

    /** Undefines a machine that is off, and returns the disks that have its name. */
    private Set<String> undefined(DomainName domain, Duration taskLimit) throws IOException, InterruptedException {
        Set<String> disks = new TreeSet<>(domains.sources(domain, taskLimit));
        disks.removeIf(path -> !path.substring(path.lastIndexOf(SEPARATOR) + 1).startsWith(domain.name() + DISK_OF));
        channel.call(
                Procedure.DOMAIN_UNDEFINE_FLAGS, domain.write(new XdrWriter()).number(UNDEFINE_ALL), taskLimit);
        known.remove(domain.name());
        return disks;
    }

    /**
     * Also ends a machine that is paused, blocked, crashed or shutting down, because its process has the disks open.
     */
    @Override
    public void clear(Machine machine, Duration taskLimit) throws IOException, InterruptedException {
        Refusals refusals = new Refusals();
        for (String disk : Domains.unlessGone(() -> left(domain(machine.name(), taskLimit), taskLimit))
                .orElse(Set.of())) {
            refusals.collect(() -> volumes.delete(disk, taskLimit));
        }
        refusals.raise();
    }

    /** Ends and undefines a machine, and returns the disks that have its name and that no other machine uses. */
    private Set<String> left(DomainName domain, Duration taskLimit) throws IOException, InterruptedException {
        if (domains.state(domain, taskLimit) != Domains.STATE_SHUT_OFF) {
            channel.call(Procedure.DOMAIN_DESTROY, domain.write(new XdrWriter()), taskLimit);
        }
        Set<String> disks = undefined(domain, taskLimit);
        // This machine may use its disks too, if another client has just started it.
        disks.removeAll(domains.sources(taskLimit));
        return disks;
    }

    /** Deletes disks of clones that were never defined. */
    @Override
    public void deleteUnfinished(Predicate<String> names, Predicate<String> datastores, Duration taskLimit)
            throws IOException, InterruptedException {
        Refusals refusals = new Refusals();
        Set<String> used = domains.sources(taskLimit);
        List<DomainName> machines = domains.all(taskLimit);
        Set<String> kept = machines.stream().map(DomainName::name).collect(Collectors.toSet());
        refusals.collect(() -> volumes.delete(
                datastores,
                volume -> {
                    // The description of a machine does not contain the files below an overlay, so their names are
                    // compared, too.
                    String clone = volume.substring(0, Math.max(0, volume.lastIndexOf(DISK_OF)));
                    return names.test(clone) && !kept.contains(clone);
                },
                used,
                taskLimit));
        refusals.raise();
    }

    @Override
    public void close() {
        try (channel) {
            channel.call(Procedure.CONNECT_CLOSE, new XdrWriter(), SIGN_OUT_LIMIT);
        } catch (IOException e) {
            // The daemon has closed the connection, or the session was aborted: in both cases it has ended.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
