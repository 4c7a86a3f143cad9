// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.servers.RefusingVcenter;
import org.plateaubench.spi.TelemetrySource;

/** A user who lacks a privilege: the sentence names it and the object, and the session goes on. */
@Tag("slow")
final class DeniedPermissionTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theMissingPrivilegeAndItsObjectAreNamed() throws Exception {
        try (RefusingVcenter server = RefusingVcenter.start(folder)) {
            try (MachinePlatform session = new VcenterSession(server.address(), LIMIT)) {
                session.signIn();
                Machine machine = session.inventory().machines().getFirst();
                server.refuse("CreateSnapshot_Task", "VirtualMachine.State.CreateSnapshot");

                assertThatThrownBy(() -> session.takeSnapshot(machine.self(), "denied", LIMIT))
                        .isInstanceOfSatisfying(VimException.class, refusal -> {
                            assertThat(OperationsDriver.errorClass(refusal)).isEqualTo("no-permission");
                            assertThat(refusal.isSessionEnded()).isFalse();
                        })
                        .hasMessage(
                                "CreateSnapshot_Task was refused: NoPermission, Permission to perform this operation was denied."
                                        + " The user's role lacks VirtualMachine.State.CreateSnapshot on VirtualMachine "
                                        + machine.self().id() + ".");
                assertThat(session.machine(machine.self()).name()).isEqualTo(machine.name());
            }
        }
    }

    @Test
    void severalMissingPrivilegesAreNamedTogether() throws Exception {
        try (RefusingVcenter server = RefusingVcenter.start(folder)) {
            server.refuse("CreateSnapshot_Task", "VirtualMachine.State.CreateSnapshot", "System.Read");
            assertSnapshotIsDenied(
                    server,
                    "CreateSnapshot_Task was refused: NoPermission, Permission to perform this operation was denied. The"
                            + " user's role lacks VirtualMachine.State.CreateSnapshot on VirtualMachine %1$s,"
                            + " System.Read on VirtualMachine %1$s.");
        }
    }

    @Test
    void aTaskThatIsDeniedSaysSo() throws Exception {
        try (RefusingVcenter server = RefusingVcenter.start(folder)) {
            server.failTasks("Datastore.AllocateSpace");
            assertSnapshotIsDenied(
                    server,
                    "The task failed: NoPermission, Permission to perform this operation was denied. The user's"
                            + " role lacks Datastore.AllocateSpace on VirtualMachine %1$s.");
        }
    }

    private static void assertSnapshotIsDenied(RefusingVcenter server, String sentence) throws Exception {
        try (MachinePlatform session = new VcenterSession(server.address(), LIMIT)) {
            session.signIn();
            Machine machine = session.inventory().machines().getFirst();
            assertThatThrownBy(() -> session.takeSnapshot(machine.self(), "denied", LIMIT))
                    .isInstanceOfSatisfying(
                            VimException.class,
                            refusal -> assertThat(OperationsDriver.errorClass(refusal))
                                    .isEqualTo("no-permission"))
                    .hasMessage(sentence.formatted(machine.self().id()));
        }
    }

    @Test
    void telemetryThatIsDeniedSaysSo() throws Exception {
        try (RefusingVcenter server = RefusingVcenter.start(folder)) {
            server.refuse("QueryPerf", "System.View");
            TelemetrySource source = new RealTimeSamples.Type().open(server.address());
            try {
                assertThatThrownBy(source::sample)
                        .hasMessageContaining("NoPermission")
                        .hasMessageContaining("lacks System.View on PerformanceManager PerfMgr");
            } finally {
                source.close();
            }
        }
    }
}
