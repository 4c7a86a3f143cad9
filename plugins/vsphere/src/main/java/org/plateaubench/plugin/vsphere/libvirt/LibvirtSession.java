// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.plugin.vsphere.vim.Inventory.Machine;
import org.plateaubench.plugin.vsphere.vim.MachinePlatform;
import org.plateaubench.plugin.vsphere.vim.ManagedObject;
import org.plateaubench.plugin.vsphere.vim.TaskResult;

/**
 * A session with a libvirt daemon. Its calls end when the daemon has done what was asked, which takes the place of tasks; libvirt measures
 * no time of its own, so the time of a task is that of its calls.
 */
final class LibvirtSession implements MachinePlatform {
    private static final String DOMAIN = "Domain";
    private static final String SNAPSHOT = "Snapshot";
    private static final String POOL = "StoragePool";
    private static final Duration SIGN_OUT_LIMIT = Duration.ofSeconds(5);
    private static final int AUTH_NONE = 0;
    private static final int AUTH_POLKIT = 2;
    private static final int STATE_RUNNING = 1;
    /** Description of a machine as it will be started, not as it runs. */
    private static final int XML_INACTIVE = 2;
    /** Saved memory, descriptions of snapshots and variables of the firmware go with the machine. */
    private static final int UNDEFINE_ALL = 1 | 2 | 4;
    /** Between the names of a machine and of its snapshot or disk. */
    private static final String SEPARATOR = "/";

    private static final String DISK_OF = ".";
    private static final int MILLIONS = 1_000_000;
    private static final int THOUSANDS = 1_000;

    private final RpcChannel channel;
    private final StoredVolumes volumes;
    private final Duration limit;
    private final String host;
    private final Map<String, DomainName> known = new HashMap<>();

    private LibvirtSession(RpcChannel channel, Duration limit, String host) {
        this.channel = channel;
        this.limit = limit;
        this.host = host;
        volumes = new StoredVolumes(channel);
    }

    /** A session over a channel, which is closed with it, and when it cannot be opened. */
    static LibvirtSession open(RpcChannel channel, String driver, Duration limit)
            throws IOException, InterruptedException {
        boolean opened = false;
        try {
            if (!LibvirtAddress.isDriver(driver)) {
                throw new IOException("'" + driver + "' is no driver of the daemon's own host.");
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
            throw new IOException("The libvirt daemon asks for a password (SASL), which is not supported. Use a socket"
                    + " whose rights decide.");
        }
        channel.call(Procedure.AUTH_POLKIT, new XdrWriter(), limit);
    }

    /** Versions of libvirt and of what runs the machines. */
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

    /** Name of the host. */
    @Override
    public String instance() {
        return host;
    }

    @Override
    public Inventory inventory() throws IOException, InterruptedException {
        XdrReader found = channel.call(
                Procedure.CONNECT_LIST_ALL_DOMAINS, new XdrWriter().number(1).number(0), limit);
        List<DomainName> domains = new ArrayList<>();
        for (int i = found.elements(); i > 0; i--) {
            domains.add(DomainName.read(found));
        }
        List<Machine> machines = new ArrayList<>();
        for (DomainName domain : domains) {
            known.put(domain.name(), domain);
            machines.add(machine(domain));
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
        int state = channel.call(
                        Procedure.DOMAIN_GET_STATE,
                        domain.write(new XdrWriter()).number(0),
                        limit)
                .number();
        ManagedObject self = new ManagedObject("Host", host);
        return new Machine(
                new ManagedObject(DOMAIN, domain.name()),
                domain.name(),
                self,
                List.of(),
                self,
                null,
                state == STATE_RUNNING,
                false,
                description(domain, limit).text("description"),
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

    private DomainDocument description(DomainName domain, Duration callLimit) throws IOException, InterruptedException {
        return DomainDocument.read(channel.call(
                        Procedure.DOMAIN_GET_XML_DESC,
                        domain.write(new XdrWriter()).number(XML_INACTIVE),
                        callLimit)
                .text());
    }

    @Override
    public TaskResult cloneMachine(Machine source, Placement placement, String name, String note, Duration taskLimit)
            throws IOException, InterruptedException {
        long started = System.nanoTime();
        DomainDocument copy = description(domain(source.name(), taskLimit), taskLimit);
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
        return done(started, new ManagedObject(SNAPSHOT, machine.id() + SEPARATOR + name));
    }

    @Override
    public TaskResult removeSnapshot(ManagedObject snapshot, Duration taskLimit)
            throws IOException, InterruptedException {
        int end = snapshot.id().lastIndexOf(SEPARATOR);
        DomainName domain = domain(snapshot.id().substring(0, end), taskLimit);
        long started = System.nanoTime();
        removeSnapshot(domain, snapshot.id().substring(end + 1), taskLimit);
        return done(started, null);
    }

    private void removeSnapshot(DomainName domain, String name, Duration taskLimit)
            throws IOException, InterruptedException {
        channel.call(
                Procedure.DOMAIN_SNAPSHOT_DELETE,
                domain.write(new XdrWriter().text(name)).number(0),
                taskLimit);
    }

    /** Deletes the machine and those of its disks that carry its name. */
    @Override
    public TaskResult destroy(ManagedObject machine, Duration taskLimit) throws IOException, InterruptedException {
        DomainName domain = domain(machine.id(), taskLimit);
        long started = System.nanoTime();
        channel.call(
                Procedure.DOMAIN_UNDEFINE_FLAGS, domain.write(new XdrWriter()).number(UNDEFINE_ALL), taskLimit);
        known.remove(machine.id());
        volumes.delete(name -> name.equals(machine.id()), DISK_OF, taskLimit);
        return done(started, null);
    }

    /** Deletes disks of clones that were never defined, and snapshots of other machines. */
    @Override
    public void deleteUnfinished(Predicate<String> names, Duration taskLimit) throws IOException, InterruptedException {
        volumes.delete(names, DISK_OF, taskLimit);
        for (Machine machine : inventory().machines()) {
            DomainName domain = domain(machine.name(), taskLimit);
            XdrReader found = channel.call(
                    Procedure.DOMAIN_LIST_ALL_SNAPSHOTS,
                    domain.write(new XdrWriter()).number(1).number(0),
                    taskLimit);
            for (int i = found.elements(); i > 0; i--) {
                String name = found.text();
                DomainName.read(found);
                if (names.test(name)) {
                    removeSnapshot(domain, name, taskLimit);
                }
            }
        }
    }

    @Override
    public void close() {
        try (channel) {
            channel.call(Procedure.CONNECT_CLOSE, new XdrWriter(), SIGN_OUT_LIMIT);
        } catch (IOException e) {
            // Its other end is gone, or the session was aborted: it has ended.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
