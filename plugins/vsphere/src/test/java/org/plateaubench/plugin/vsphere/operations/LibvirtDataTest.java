// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.Libvirtd;
import org.plateaubench.plugin.vsphere.libvirt.LibvirtAddress;
import org.plateaubench.plugin.vsphere.libvirt.LibvirtParameters;
import org.plateaubench.plugin.vsphere.libvirt.LibvirtServiceType;
import org.plateaubench.plugin.vsphere.operations.OperationsParameters.Concurrency;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.plugin.vsphere.vim.Inventory.Machine;
import org.plateaubench.plugin.vsphere.vim.MachinePlatform;
import org.plateaubench.plugin.vsphere.vim.MachinePlatform.Placement;
import org.plateaubench.plugin.vsphere.vim.ManagedObject;
import org.plateaubench.plugin.vsphere.vim.PlatformConnection;
import org.plateaubench.plugin.vsphere.vim.VimException;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.WorkloadContext;

/** What the workload makes and refuses, on a real libvirt with real machines of QEMU. */
final class LibvirtDataTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
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
        return new OperationsParameters(List.of(machines), List.of("*"), "gold", Concurrency.AS_LOADED);
    }

    private static ClonesAndPlaces data(String machines) {
        return data(address, machines);
    }

    private static ClonesAndPlaces data(SutAddress sut, String machines) {
        return new ClonesAndPlaces(
                new LibvirtOperations().operations(),
                new LibvirtAddress(sut),
                new WorkloadContext<>(1, "switches", parameters(machines), sut, 1, 7));
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
                        CloneName.NOTE,
                        LIMIT)
                .made());
    }

    /** What a killed run has left is deleted, and nothing else: running clones with their disks, disks without a machine, snapshots. */
    @Test
    void onlyWhatThisWorkloadHasMadeIsCleared() throws Exception {
        CloneName names = new CloneName("switches", 1);
        String ours = names.of(7, System.currentTimeMillis(), 0, 3);
        String unfinished = names.of(7, System.currentTimeMillis(), 0, 4);
        String ofAnother = new CloneName("others", 1).of(7, System.currentTimeMillis(), 0, 3);
        try (PlatformConnection connection = new LibvirtAddress(address).connection();
                MachinePlatform session = connection.signIn(LIMIT)) {
            for (String name : List.of(ours, ofAnother)) {
                session.power(cloned(session, name), true, LIMIT);
                assertThat(server.disks().resolve(name + ".vda")).exists();
            }
            cloned(session, unfinished);
            server.virsh("undefine", unfinished);
            session.takeSnapshot(named(session, "bench-1").self(), ours, LIMIT);
            session.takeSnapshot(named(session, "bench-1").self(), "kept", LIMIT);
            assertThat(server.disks().resolve(unfinished + ".vda")).exists();

            data("bench-*").clear(Progress.SILENT);

            assertThat(server.printed("list", "--all", "--name").lines())
                    .contains(ofAnother, "bench-1", "bench-2", "gold")
                    .doesNotContain(ours, unfinished);
            assertThat(server.disks().resolve(ours + ".vda")).doesNotExist();
            assertThat(server.disks().resolve(unfinished + ".vda")).doesNotExist();
            assertThat(server.disks().resolve(ofAnother + ".vda")).exists();
            assertThat(server.printed("snapshot-list", "bench-1", "--name").strip())
                    .isEqualTo("kept");
        } finally {
            server.virsh("snapshot-delete", "bench-1", "kept");
            server.virsh("destroy", ofAnother);
            server.virsh("undefine", ofAnother);
        }
    }

    /** A refusal has the code and the words of libvirt, and the session can be used after it. */
    @Test
    void aRefusalSaysWhatLibvirtSays() throws Exception {
        try (PlatformConnection connection = new LibvirtAddress(address).connection();
                MachinePlatform session = connection.signIn(LIMIT)) {
            ManagedObject running = named(session, "bench-2").self();

            assertThat(catchThrowableOfType(VimException.class, () -> session.power(running, true, LIMIT)))
                    .hasMessageContaining("already running")
                    .extracting(OperationsDriver::errorClass)
                    .isEqualTo("libvirt55");
            assertThat(session.machine(running).poweredOn()).isTrue();
        }
    }

    @Test
    void machinesThatAreNotRunningAreRefused() throws Exception {
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

    /** The transport ext would have the daemon start a program. */
    @Test
    void onlyADriverOfTheDaemonsOwnHostIsOpened() {
        String other = "qemu+ext:///session?command=/bin/true";
        assertThat(new LibvirtServiceType()
                        .check(
                                SutContext.Mode.EXTERNAL,
                                new LibvirtParameters(server.socket().toString(), other)))
                .singleElement()
                .extracting(Finding::toString)
                .asString()
                .contains("no driver of the daemon's own host");
        SutAddress referred = new SutAddress(
                "lab", LibvirtAddress.SERVICE, Map.of("socket", server.socket().toString(), "driver", other));
        assertThatThrownBy(() -> data(referred, "bench-*").clear(Progress.SILENT))
                .hasMessageContaining("no driver of the daemon's own host");
    }

    @Test
    void aSutOfAnotherServiceIsRefused() {
        assertThat(new LibvirtOperations().check(parameters("bench-*"), Optional.of("vcenter")))
                .singleElement()
                .extracting(Finding::toString)
                .asString()
                .contains("'libvirt'", "'vcenter'");
        assertThat(new LibvirtOperations().check(parameters("bench-*"), Optional.of("libvirt")))
                .isEmpty();
    }
}
