// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.Placement;
import org.plateaubench.servers.Vcsim;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.WorkloadContext;

/** Runs of one workload name and tile on one real vcsim, at the same time and one after the other. */
@Tag("slow")
final class RunsAtTheSameTimeTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int CLONES = 6;
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

    @AfterEach
    void clear() throws Exception {
        new TestRun("any").data().clear(Progress.SILENT);
    }

    /** One run of the workload, with the context that the controller and an agent get. */
    private record TestRun(WorkloadContext<OperationsParameters> context) {
        TestRun(String id) {
            this(new WorkloadContext<>(
                    1,
                    "moves",
                    new OperationsParameters(List.of("DC0_C0_*"), List.of("*"), ""),
                    address,
                    1,
                    7,
                    Map.of(),
                    new WorkloadContext.Run(
                            id, new PhaseTimes(Duration.ZERO, Duration.ofMinutes(5), Duration.ZERO, Duration.ZERO))));
        }

        ClonesAndSnapshots data() {
            return new ClonesAndSnapshots(Platform.VCENTER, context);
        }

        /** Makes a clone and a snapshot, as its driver does for the unit of this number. */
        void make(MachinePlatform session, long startedMillis, int number) throws IOException, InterruptedException {
            String name = new ObjectNames(context.name(), context.tile(), context.run()).of(startedMillis, 0, number);
            Machine source = session.inventory().machines().stream()
                    .filter(machine -> machine.name().equals("DC0_H0_VM0"))
                    .findFirst()
                    .orElseThrow();
            Placement where = new Placement(
                    requireNonNull(source.pool()),
                    requireNonNull(source.host()),
                    source.datastores().getFirst());
            session.cloneMachine(source, where, name, ObjectNames.NOTE, LIMIT);
            session.takeSnapshot(source.self(), name, LIMIT);
        }

        /** A complete run of one unit, whose reconciliation deletes the objects that the run created. */
        void completeRun(MachinePlatform session) throws IOException, InterruptedException {
            data().prepare(DataPolicy.REUSE, Progress.SILENT);
            assertThat(data().verify()).isEmpty();
            make(session, System.currentTimeMillis(), 1);
            assertThat(data().reconcile(new Made(1)).getFirst().actual()).isEqualTo(1);
        }
    }

    /** This number of clones was created, and none was deleted. */
    record Made(long clones) implements SentTotals {
        @Override
        public long operations(String operation, OutcomeKind outcome) {
            return 0;
        }

        @Override
        public long counter(String name) {
            return name.equals(OperationsWorkload.MADE) ? clones : 0;
        }
    }

    @FunctionalInterface
    private interface Step {
        void with(MachinePlatform session) throws IOException, InterruptedException;
    }

    private static void inSession(Step step) {
        try (MachinePlatform session = new VcenterSession(address, LIMIT)) {
            session.signIn();
            step.with(session);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long machinesAndSnapshots(MachinePlatform session) throws IOException, InterruptedException {
        return session.snapshots().stream()
                        .filter(snapshot -> snapshot.name().startsWith("plateau-moves-1-"))
                        .count()
                + session.inventory().machines().stream()
                        .filter(machine -> machine.name().startsWith("plateau-moves-1-"))
                        .count();
    }

    @Test
    void concurrentRunsDeleteOnlyOwnObjects() throws Exception {
        TestRun first = new TestRun("20261126T120000Z-moves-aaaaaa");
        AtomicBoolean finished = new AtomicBoolean();
        CompletableFuture<Void> others = CompletableFuture.runAsync(() -> inSession(session -> {
            int runs = 0;
            do {
                new TestRun("20261126T120001Z-moves-" + runs++).completeRun(session);
            } while (!finished.get());
        }));
        inSession(session -> {
            try {
                for (int number = 0; number < CLONES; number++) {
                    first.make(session, System.currentTimeMillis(), number);
                }
            } finally {
                finished.set(true);
            }
        });
        others.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        inSession(session -> {
            assertThat(machinesAndSnapshots(session)).isEqualTo(2 * CLONES);
            assertThat(first.data().reconcile(new Made(CLONES)).getFirst().actual())
                    .isEqualTo(CLONES);
            assertThat(machinesAndSnapshots(session)).isZero();
        });
    }

    /** The run was killed, and its load would have ended long ago. */
    @Test
    void nextRunDeletesObjectsOfExpiredRun() {
        TestRun killed = new TestRun("20261126T090000Z-moves-dddddd");
        inSession(session -> {
            killed.make(
                    session, System.currentTimeMillis() - Duration.ofMinutes(66).toMillis(), 1);
            assertThat(machinesAndSnapshots(session)).isEqualTo(2);
            ClonesAndSnapshots next = new TestRun("20261126T120000Z-moves-eeeeee").data();
            assertThat(next.verify()).extracting(Finding::severity).containsExactly(Finding.Severity.PROBLEM);

            next.prepare(DataPolicy.REUSE, Progress.SILENT);

            assertThat(machinesAndSnapshots(session)).isZero();
        });
    }

    /** A run that was killed a moment ago cannot be distinguished from a running one. */
    @Test
    void objectsOfUnexpiredRunAreDeletedOnReset() {
        TestRun killed = new TestRun("20261126T115900Z-moves-dddddd");
        inSession(session -> {
            killed.make(session, System.currentTimeMillis(), 1);
            ClonesAndSnapshots next = new TestRun("20261126T120000Z-moves-eeeeee").data();

            next.prepare(DataPolicy.REUSE, Progress.SILENT);

            assertThat(machinesAndSnapshots(session)).isEqualTo(2);
            next.prepare(DataPolicy.RESET, Progress.SILENT);

            assertThat(machinesAndSnapshots(session)).isZero();
        });
    }
}
