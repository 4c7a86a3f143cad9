// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.Placement;
import org.plateaubench.servers.Libvirtd;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.WorkloadContext;

/** Data of a workload on a real libvirt with QEMU machines: what is deleted, what is kept, and what is refused. */
@Tag("slow")
final class LibvirtDataTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static Libvirtd server;
    private static SutAddress address;

    @BeforeAll
    static void start() throws Exception {
        server = Libvirtd.start("bench-1", "bench-2", "gold");
        server.virsh("destroy", "gold");
        address = server.address();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static OperationsParameters parameters(String machines) {
        return new OperationsParameters(List.of(machines), List.of("bench"), "gold");
    }

    private static ClonesAndSnapshots data(String machines) {
        return data(address, machines);
    }

    private static ClonesAndSnapshots data(SutAddress sut, String machines) {
        return new ClonesAndSnapshots(
                Platform.LIBVIRT, new WorkloadContext<>(1, "switches", parameters(machines), sut, 1, 7));
    }

    private static Machine named(MachinePlatform session, String name) throws IOException, InterruptedException {
        return session.inventory().machines().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ManagedObject cloned(MachinePlatform session, String name) throws Exception {
        Inventory inventory = session.inventory();
        Inventory.Host host = inventory.hosts().getFirst();
        return Objects.requireNonNull(session.cloneMachine(
                        named(session, "gold"),
                        new Placement(
                                host.self(), host.self(), host.datastores().getFirst()),
                        name,
                        ObjectNames.NOTE,
                        LIMIT)
                .created());
    }

    /** Only objects of a killed run are deleted: running clones with their disks, disks without a machine, and snapshots. */
    @Test
    void clearDeletesOnlyObjectsOfThisWorkload() throws Exception {
        ObjectNames names = new ObjectNames("switches", 1, WorkloadContext.Run.NONE);
        String ownName = names.of(System.currentTimeMillis(), 0, 3);
        String unfinished = names.of(System.currentTimeMillis(), 0, 4);
        String changed = names.of(System.currentTimeMillis(), 0, 5);
        String nameOfOther =
                new ObjectNames("others", 1, WorkloadContext.Run.NONE).of(System.currentTimeMillis(), 0, 3);
        Path otherPool = server.pool("elsewhere");
        server.virsh("vol-create-as", "elsewhere", ownName + ".vda", "1M", "--format", "raw");
        try (MachinePlatform session = new LibvirtSession(address, LIMIT)) {
            session.signIn();
            for (String name : List.of(ownName, nameOfOther)) {
                session.power(cloned(session, name), true, LIMIT);
                assertThat(server.disks().resolve(name + ".vda")).exists();
            }
            cloned(session, unfinished);
            server.virsh("undefine", unfinished);
            cloned(session, changed);
            server.virsh("desc", changed, "--config", "kept");
            session.takeSnapshot(named(session, "bench-1").self(), ownName, LIMIT);
            session.takeSnapshot(named(session, "bench-1").self(), "kept", LIMIT);
            session.takeSnapshot(named(session, "bench-1").self(), unfinished, LIMIT);
            assertThat(server.disks().resolve(unfinished + ".vda")).exists();

            data("bench-*").clear(Progress.SILENT);

            assertThat(server.printed("list", "--all", "--name").lines())
                    .contains(nameOfOther, changed, "bench-1", "bench-2", "gold")
                    .doesNotContain(ownName, unfinished);
            assertThat(server.disks().resolve(ownName + ".vda")).doesNotExist();
            assertThat(server.disks().resolve(unfinished + ".vda")).doesNotExist();
            assertThat(server.disks().resolve(nameOfOther + ".vda")).exists();
            assertThat(server.disks().resolve(changed + ".vda")).exists();
            assertThat(otherPool.resolve(ownName + ".vda")).exists();
            assertThat(server.printed("snapshot-list", "bench-1", "--name").strip())
                    .isEqualTo("kept");
        } finally {
            server.virsh("snapshot-delete", "bench-1", "kept");
            server.virsh("destroy", nameOfOther);
            server.virsh("undefine", nameOfOther);
            server.virsh("undefine", changed);
            server.virsh("pool-destroy", "elsewhere");
        }
    }

    /** A disk belongs to each machine whose description names it, regardless of the name of the disk. */
    @Test
    void diskUsedByOtherMachineIsKept() throws Exception {
        String ownName = new ObjectNames("switches", 1, WorkloadContext.Run.NONE).of(System.currentTimeMillis(), 0, 6);
        try (MachinePlatform session = new LibvirtSession(address, LIMIT)) {
            session.signIn();
            cloned(session, ownName);
            String disk = server.disks().resolve(ownName + ".vda").toString();
            server.virsh("attach-disk", "gold", disk, "vdb", "--subdriver", "qcow2", "--config");

            data("bench-*").clear(Progress.SILENT);

            assertThat(server.printed("list", "--all", "--name")).doesNotContain(ownName);
            assertThat(Path.of(disk)).exists();
        } finally {
            server.virsh("detach-disk", "gold", "vdb", "--config");
        }
        data("bench-*").clear(Progress.SILENT);
        assertThat(server.disks().resolve(ownName + ".vda")).doesNotExist();
    }

    /** A refused deletion prevents neither the other deletions nor the comparison. */
    @Test
    void refusedDeletionStopsNeitherClearNorReconciliation() throws Exception {
        ObjectNames names = new ObjectNames("switches", 1, WorkloadContext.Run.NONE);
        String diskName = names.of(System.currentTimeMillis(), 0, 1);
        String after = names.of(System.currentTimeMillis(), 0, 2);
        Path diskFolder = Files.createDirectory(server.disks().resolve(diskName + ".vda"));
        Path fileInFolder = Files.createFile(diskFolder.resolve("inside"));
        try {
            server.virsh("pool-refresh", "bench");
            server.virsh("vol-create-as", "bench", after + ".vda", "1M", "--format", "raw");

            assertThatThrownBy(() -> data("bench-*").clear(Progress.SILENT))
                    .hasMessageContaining(diskFolder.toString());
            assertThat(server.disks().resolve(after + ".vda")).doesNotExist();
            assertThat(diskFolder).exists();
            assertThat(data("bench-*").reconcile(new RunsAtTheSameTimeTest.Made(0)))
                    .singleElement()
                    .matches(Reconciliation::isMet);
        } finally {
            Files.delete(fileInFolder);
            Files.delete(diskFolder);
            server.virsh("pool-refresh", "bench");
        }
    }

    /** libvirt continues a copy whose client has disconnected, and refuses to delete it until the copy is complete. */
    @Test
    void clearWaitsForUnfinishedCopy() throws Exception {
        server.virsh("vol-create-as", "bench", "large.qcow2", "4G", "--format", "qcow2", "--prealloc-metadata");
        server.virsh("define", server.description("large").toString());
        String ownName = new ObjectNames("switches", 1, WorkloadContext.Run.NONE).of(System.currentTimeMillis(), 0, 8);
        long copyProcess;
        try (MachinePlatform session = new LibvirtSession(address, LIMIT)) {
            session.signIn();
            CompletableFuture<Void> cloning = CompletableFuture.runAsync(() -> cloneUntilAborted(session, ownName));
            copyProcess = server.stopped("qemu-img", LIMIT);
            session.abort();
            assertThatThrownBy(() -> cloning.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .hasStackTraceContaining("ended");
        } finally {
            server.virsh("undefine", "large");
        }
        CompletableFuture<Void> clear = CompletableFuture.runAsync(LibvirtDataTest::clear);
        try {
            assertThatThrownBy(() -> clear.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
        } finally {
            Libvirtd.signal(copyProcess, "CONT");
        }
        clear.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(server.disks().resolve(ownName + ".vda")).doesNotExist();
    }

    private static void cloneUntilAborted(MachinePlatform session, String name) {
        try {
            Inventory.Host host = session.inventory().hosts().getFirst();
            session.cloneMachine(
                    named(session, "large"),
                    new Placement(host.self(), host.self(), host.datastores().getFirst()),
                    name,
                    ObjectNames.NOTE,
                    LIMIT);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void clear() {
        try {
            data("bench-*").clear(Progress.SILENT);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void stoppedMachinesAreRefused() throws Exception {
        assertThat(data("bench-*").preflight(DataPolicy.REUSE)).isEmpty();
        server.virsh("suspend", "bench-2");
        try {
            assertThat(data("bench-*").preflight(DataPolicy.REUSE))
                    .singleElement()
                    .extracting(Finding::toString)
                    .asString()
                    .contains("bench-2", "not running");
        } finally {
            server.virsh("resume", "bench-2");
        }
    }

    /** The transport ext would start a program. */
    @Test
    void driverOfRemoteHostIsRefused() {
        String other = "qemu+ext:///session?command=/bin/true";
        assertThat(LibvirtParameters.serviceType()
                        .check(
                                SutContext.Mode.EXTERNAL,
                                new LibvirtParameters(server.socket().toString(), other)))
                .singleElement()
                .extracting(Finding::toString)
                .asString()
                .contains("not a driver of the daemon's own host");
    }

    @Test
    void sutOfOtherServiceIsRefused() {
        assertThat(new OperationsWorkload(Platform.LIBVIRT).check(parameters("bench-*"), Optional.of("vcenter")))
                .singleElement()
                .extracting(Finding::toString)
                .asString()
                .contains("'libvirt'", "'vcenter'");
        assertThat(new OperationsWorkload(Platform.LIBVIRT).check(parameters("bench-*"), Optional.of("libvirt")))
                .isEmpty();
    }
}
