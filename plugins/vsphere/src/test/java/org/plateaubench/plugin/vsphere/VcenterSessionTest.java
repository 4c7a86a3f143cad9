// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.vsphere.Inventory.Host;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.Placement;
import org.plateaubench.plugin.vsphere.MachinePlatform.TaskResult;
import org.plateaubench.servers.Vcsim;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** Requests to a vCenter Server and its refusals, on a real vcsim. */
@Tag("slow")
final class VcenterSessionTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static Vcsim server;
    private static VcenterSession session;

    @BeforeAll
    static void start() throws Exception {
        server = Vcsim.start(0);
        session = server.session();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            session.close();
            server.close();
        }
    }

    private static Machine machine(String name) throws Exception {
        return session.inventory().machines().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void inventoryHasHostsMachinesAndDatastores() throws Exception {
        Inventory inventory = session.inventory();

        assertThat(session.environment().get("product")).contains("vCenter");
        assertThat(inventory.hosts()).hasSize(5).allMatch(Host::usable).allSatisfy(host -> {
            assertThat(host.facts()).contains("product ", "cores ", "bytes of memory ");
            assertThat(host.datastores()).hasSize(2);
        });
        assertThat(inventory.machines())
                .filteredOn(machine -> machine.name().startsWith("DC0_"))
                .hasSize(8)
                .allMatch(Machine::poweredOn)
                .allMatch(machine -> machine.host() != null && machine.pool() != null && machine.folder() != null);
        assertThat(inventory.datastores())
                .extracting(Inventory.Datastore::name)
                .containsExactly("LocalDS_0", "LocalDS_1");
        assertThat(inventory.clusters()).hasSize(1);
    }

    /** A call in an ended session is refused with a fault by which the caller recognises that it must sign in again. */
    @Test
    void endedSessionIsRecognized() throws Exception {
        VcenterSession ended = server.session();
        assertThat(ended.inventory().machines()).isNotEmpty();
        ended.signOut();

        assertThatThrownBy(ended::inventory)
                .isInstanceOfSatisfying(
                        PlatformException.class,
                        refusal -> assertThat(refusal.isSessionEnded())
                                .as(refusal.fault())
                                .isTrue());
    }

    @Test
    void cloneIsCreatedPoweredOnAndDeleted() throws Exception {
        Machine source = machine("DC0_C0_RP0_VM1");
        TaskResult made = session.cloneMachine(
                source,
                new Placement(
                        requireNonNull(source.pool()),
                        requireNonNull(source.host()),
                        source.datastores().getFirst()),
                "a <clone> & more",
                "ours",
                LIMIT);

        ManagedObject copy = requireNonNull(made.created());
        session.power(copy, true, LIMIT);
        Machine clone = session.machine(copy);
        assertThat(clone.name()).isEqualTo("a <clone> & more");
        assertThat(clone.poweredOn()).isTrue();

        session.power(clone.self(), false, LIMIT);
        session.destroy(clone.self(), LIMIT);
        assertThat(session.inventory().machines())
                .noneMatch(machine -> machine.name().contains("clone"));
    }

    /** Updates for one session must not be sent to another, although sessions share the default property collector. */
    @Test
    void concurrentSessionsReceiveOnlyOwnTasks() throws Exception {
        try (Vcsim slow = Vcsim.start(0, "-method-delay", "RelocateVm:50")) {
            CompletableFuture.allOf(mover(slow, "DC0_C0_RP0_VM0"), mover(slow, "DC0_C0_RP0_VM1"))
                    .get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static CompletableFuture<Void> mover(Vcsim slow, String name) throws Exception {
        VcenterSession open = slow.session();
        Inventory inventory = open.inventory();
        ManagedObject machine = inventory.machines().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow()
                .self();
        List<ManagedObject> hosts = inventory.hosts().stream()
                .filter(host -> host.name().startsWith("DC0_C0"))
                .map(Host::self)
                .toList();
        return CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 20; i++) {
                ManagedObject next = hosts.get(i % hosts.size());
                assertThatCode(() -> open.relocate(machine, next, null, Duration.ofSeconds(20)))
                        .doesNotThrowAnyException();
            }
            open.close();
        });
    }

    @Test
    void failedTaskNamesFault() throws Exception {
        ManagedObject machine = machine("DC0_C0_RP0_VM3").self();

        assertThatThrownBy(() -> session.power(machine, true, LIMIT))
                .isInstanceOfSatisfying(
                        PlatformException.class,
                        failed -> assertThat(failed.fault()).isEqualTo("InvalidPowerState"))
                .hasMessageContaining("The task failed");
    }

    @Test
    void wrongPasswordIsReportedAndNotPrinted() throws Exception {
        try (SutService service = server.service("guess", server.fingerprint())) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("SUT lab")
                    .hasMessageContaining("InvalidLogin")
                    .hasMessageNotContaining("guess");
        }
    }

    @Test
    void unknownCertificateIsRefusedWithFingerprint() throws Exception {
        String offered = server.fingerprint().replace(":", "").toLowerCase(java.util.Locale.ROOT);
        try (SutService service = server.service("secret", "")) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("set 'fingerprint: " + offered + "'");
        }
        try (SutService service = server.service("secret", "00".repeat(32))) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining(offered)
                    .hasMessageContaining("not the one given");
        }
    }

    @Test
    void environmentNamesHostsMachinesAndDatastores() throws Exception {
        try (SutService service = server.service("secret", server.fingerprint())) {
            service.start(Progress.SILENT);

            assertThat(service.configuration())
                    .containsEntry("hosts", "5")
                    .containsKeys("product", "host DC0_C0_H0", "datastore LocalDS_0", "machine DC0_C0_RP0_VM0");
            assertThat(service.configuration().toString()).doesNotContain("secret");
        }
    }

    @Test
    void callToStalledServerEndsOnAbort() throws Exception {
        try (Vcsim stalled = Vcsim.start(0)) {
            VcenterSession open = new VcenterSession(stalled.address(), Duration.ofMinutes(10));
            open.signIn();
            stalled.signal("STOP");
            CompletableFuture<Void> call = CompletableFuture.runAsync(
                    () -> assertThatThrownBy(open::clock).isInstanceOf(IOException.class));
            open.abort();
            call.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            stalled.signal("CONT");
        }
    }

    @Test
    void callToStalledServerTimesOut() throws Exception {
        try (Vcsim stalled = Vcsim.start(0)) {
            try (VcenterSession open = new VcenterSession(stalled.address(), Duration.ofSeconds(5))) {
                open.signIn();
                stalled.signal("STOP");
                assertThatThrownBy(open::clock).isInstanceOf(IOException.class).hasMessageContaining("CurrentTime");
                stalled.signal("CONT");
            }
        }
    }
}
