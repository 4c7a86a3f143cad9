// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.Placement;
import org.plateaubench.plugin.vsphere.MachinePlatform.Snapshot;
import org.plateaubench.servers.Vcsim;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.WorkloadContract;

/** The workload fulfils the contract of every workload, on a real vcsim. */
@Tag("slow")
final class OperationsContractTest extends WorkloadContract<OperationsParameters> {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static Vcsim server;
    private static SutAddress address;

    @BeforeAll
    static void start() throws Exception {
        server = Vcsim.start(0);
        address = server.address();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static WorkloadContext<OperationsParameters> context(OperationsParameters parameters, int users) {
        return new WorkloadContext<>(1, "moves", parameters, address, users, 7);
    }

    private static ClonesAndSnapshots data(OperationsParameters parameters, int users) {
        return new ClonesAndSnapshots(Platform.VCENTER, context(parameters, users));
    }

    private static OperationsParameters parameters(String template) {
        return new OperationsParameters(List.of("DC0_C0_*"), List.of("*"), template);
    }

    private static List<String> findings(OperationsParameters parameters, int users) throws Exception {
        return data(parameters, users).preflight(DataPolicy.REUSE).stream()
                .map(Finding::toString)
                .toList();
    }

    @Test
    void moreUsersThanMachinesAreRefused() throws Exception {
        assertThat(findings(parameters(""), 4)).isEmpty();
        assertThat(findings(parameters(""), 5)).singleElement().asString().contains("4 machines", "5 users");
    }

    @Test
    void missingTemplateIsRefused() throws Exception {
        assertThat(findings(parameters("gold"), 1)).singleElement().asString().contains("gold");
    }

    /** The remains of a killed run are deleted, and nothing else. */
    @Test
    void onlyClonesOfThisWorkloadAreCleared() throws Exception {
        ClonesAndSnapshots data = data(parameters(""), 1);
        String ownName = new ObjectNames("moves", 1, WorkloadContext.Run.NONE).of(System.currentTimeMillis(), 0, 3);
        String nameOfOther =
                new ObjectNames("others", 1, WorkloadContext.Run.NONE).of(System.currentTimeMillis(), 0, 3);
        try (MachinePlatform session = new VcenterSession(address, LIMIT)) {
            session.signIn();
            Machine source = session.inventory().machines().stream()
                    .filter(machine -> machine.name().equals("DC0_H0_VM0"))
                    .findFirst()
                    .orElseThrow();
            for (String name : List.of(ownName, nameOfOther, "plateau-moves-1-mine")) {
                session.cloneMachine(
                        source,
                        new Placement(
                                requireNonNull(source.pool()),
                                requireNonNull(source.host()),
                                source.datastores().getFirst()),
                        name,
                        ObjectNames.NOTE,
                        LIMIT);
            }

            data.clear(Progress.SILENT);

            assertThat(session.inventory().machines())
                    .extracting(Machine::name)
                    .contains(nameOfOther, "plateau-moves-1-mine", "DC0_H0_VM0")
                    .doesNotContain(ownName);
        }
    }

    /** Snapshots of a killed run are removed at any depth of a tree, and snapshots that were taken after them remain. */
    @Test
    void onlySnapshotsOfThisWorkloadAreCleared() throws Exception {
        ClonesAndSnapshots data = data(parameters(""), 1);
        ObjectNames names = new ObjectNames("moves", 1, WorkloadContext.Run.NONE);
        long startMillis = System.currentTimeMillis();
        String nameOfOther =
                new ObjectNames("others", 1, WorkloadContext.Run.NONE).of(System.currentTimeMillis(), 0, 3);
        try (MachinePlatform session = new VcenterSession(address, LIMIT)) {
            session.signIn();
            ManagedObject first = machine(session, "DC0_H0_VM0");
            ManagedObject second = machine(session, "DC0_C0_RP0_VM3");
            for (String name : List.of(names.of(startMillis, 0, 3), "kept", names.of(startMillis, 0, 4), nameOfOther)) {
                session.takeSnapshot(first, name, LIMIT);
            }
            for (String name : List.of("plateau-moves-1-mine", names.of(startMillis, 1, 0))) {
                session.takeSnapshot(second, name, LIMIT);
            }
            assertThat(session.snapshots()).hasSize(6);
            assertThat(data.verify())
                    .singleElement()
                    .extracting(Finding::toString)
                    .asString()
                    .contains("3 clones and snapshots");

            data.clear(Progress.SILENT);

            assertThat(session.snapshots())
                    .extracting(Snapshot::name)
                    .containsExactlyInAnyOrder("kept", nameOfOther, "plateau-moves-1-mine");
            assertThat(data.verify()).isEmpty();
            for (Snapshot remaining : session.snapshots()) {
                session.removeSnapshot(remaining.self(), LIMIT);
            }
        }
    }

    private static ManagedObject machine(MachinePlatform session, String name) throws Exception {
        return session.inventory().machines().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .orElseThrow()
                .self();
    }

    @Override
    protected Workload<OperationsParameters> workload() {
        return new OperationsWorkload(Platform.VCENTER);
    }

    @Override
    protected OperationsParameters parameters() {
        return parameters("DC0_H0_VM1");
    }

    @Override
    protected SutAddress sut() {
        return address;
    }

    /** Connections to the server's port that are established. */
    @Override
    protected long openResources() throws Exception {
        String port = String.format(":%04X ", server.port());
        try (Stream<String> lines = Files.lines(Path.of("/proc/net/tcp"))) {
            return lines.filter(line ->
                            line.substring(0, 20).contains(port.strip()) && line.split(" +", -1)[4].equals("01"))
                    .count();
        }
    }

    /** Stops the process of the server. */
    @Override
    protected AutoCloseable stallSut() throws Exception {
        server.signal("STOP");
        return () -> server.signal("CONT");
    }
}
