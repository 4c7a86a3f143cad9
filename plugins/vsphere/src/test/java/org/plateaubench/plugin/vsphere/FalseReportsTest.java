// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.Snapshot;
import org.plateaubench.plugin.vsphere.MachinePlatform.TaskResult;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** Every operation detects a platform that reports success without any effect. */
final class FalseReportsTest {
    private static final ManagedObject MACHINE = new ManagedObject("VirtualMachine", "one");
    private static final ManagedObject CLONE = new ManagedObject("VirtualMachine", "copy");
    private static final ManagedObject TAKEN = new ManagedObject("VirtualMachineSnapshot", "taken");
    private static final ManagedObject CLUSTER = new ManagedObject("ClusterComputeResource", "lab");
    private static final TaskResult DONE = new TaskResult(Duration.ZERO, Duration.ZERO, null);

    private final List<ManagedObject> hosts = objects("HostSystem");
    private final List<ManagedObject> stores = objects("Datastore");
    private final Set<ManagedObject> running = new HashSet<>(Set.of(MACHINE));
    private final Set<ManagedObject> existing = new HashSet<>(Set.of(MACHINE));
    private boolean hasSnapshot;
    private ManagedObject host = hosts.getFirst();
    private ManagedObject store = stores.getFirst();
    private boolean isFalse;

    private record Call(int operation, int position) implements SingleCall {
        @Override
        public long unitNumber() {
            return 0;
        }

        @Override
        public Draws draws() {
            return Draws.of(5);
        }
    }

    private static List<ManagedObject> objects(String type) {
        return IntStream.rangeClosed(1, 2)
                .mapToObj(number -> new ManagedObject(type, type + number))
                .toList();
    }

    private Machine machine(ManagedObject self) throws PlatformException {
        if (!existing.contains(self)) {
            throw new PlatformException("ManagedObjectNotFound", "There is no " + self.id() + ".");
        }
        return new Machine(
                self, self.id(), host, List.of(store), CLUSTER, CLUSTER, running.contains(self), false, "", "");
    }

    private Inventory inventory() throws PlatformException {
        return new Inventory(
                hosts.stream()
                        .map(each -> new Inventory.Host(each, each.id(), CLUSTER, true, stores, ""))
                        .toList(),
                List.of(machine(MACHINE)),
                stores.stream()
                        .map(each -> new Inventory.Datastore(each, each.id(), true, ""))
                        .toList(),
                List.of());
    }

    private MachinePlatform session() {
        return (MachinePlatform) Proxy.newProxyInstance(
                MachinePlatform.class.getClassLoader(),
                new Class<?>[] {MachinePlatform.class},
                (proxy, method, given) -> switch (method.getName()) {
                    case "instance" -> "lab";
                    case "inventory" -> inventory();
                    case "machine" -> machine((ManagedObject) given[0]);
                    case "snapshots" -> hasSnapshot ? List.of(new Snapshot(TAKEN, "taken")) : List.of();
                    case "signIn", "abort", "close" -> null;
                    default -> isFalse ? result(method.getName()) : apply(method.getName(), given);
                });
    }

    private static TaskResult result(String method) {
        return switch (method) {
            case "cloneMachine" -> new TaskResult(Duration.ZERO, Duration.ZERO, CLONE);
            case "takeSnapshot" -> new TaskResult(Duration.ZERO, Duration.ZERO, TAKEN);
            default -> DONE;
        };
    }

    private TaskResult apply(String method, Object... given) {
        ManagedObject self = given[0] instanceof ManagedObject object ? object : CLONE;
        switch (method) {
            case "relocate" -> {
                host = given[1] == null ? host : (ManagedObject) given[1];
                store = given[2] == null ? store : (ManagedObject) given[2];
            }
            case "cloneMachine" -> existing.add(CLONE);
            case "destroy" -> existing.remove(self);
            case "takeSnapshot" -> hasSnapshot = true;
            case "removeSnapshot" -> hasSnapshot = false;
            default -> {
                boolean on = method.equals("power") ? (boolean) given[1] : !(boolean) given[1];
                if (on) {
                    running.add(self);
                } else {
                    running.remove(self);
                }
            }
        }
        return result(method);
    }

    @ParameterizedTest
    @EnumSource
    void operationWithoutEffectIsAnError(InfrastructureOperation operation) throws Exception {
        List<InfrastructureOperation> all = List.of(InfrastructureOperation.values());
        Platform platform = new Platform("operations", "", "vcenter", (sut, limit) -> session(), all, all, "");
        Targets targets = Targets.of(
                inventory(),
                new WorkloadContext<>(
                        1, "moves", new OperationsParameters(List.of("*"), List.of("*"), "one"), null, 1, 7));
        targets = new Targets(
                List.of(machine(MACHINE)),
                targets.hosts(),
                targets.datastores(),
                Optional.of(machine(MACHINE)),
                false,
                targets.names(),
                1);
        CountingUser user = new CountingUser(0) {
            @Override
            public void observed(String series, long startNanos, long endNanos, Outcome outcome) {}
        };
        OperationsDriver driver = new OperationsDriver(
                all,
                new PlatformAddress(platform, new SutAddress("lab", "vcenter", Map.of("url", "https://lab"))),
                targets,
                new OperationsDriver.UnfinishedUnits(),
                user);
        driver.connect();
        int number = operation.ordinal();
        InfrastructureOperation before = all.get(Math.max(0, number - 1));
        boolean isSecond = before.followedBy().equals(Optional.of(operation));
        for (boolean isFalseReport : new boolean[] {false, true}) {
            if (isSecond) {
                isFalse = false;
                assertThat(driver.execute(new Call(number - 1, 0))).isEqualTo(Outcome.ok());
            }
            isFalse = isFalseReport;
            Outcome outcome = driver.execute(new Call(number, isSecond ? 1 : 0));
            assertThat(outcome.reason())
                    .isIn(isFalseReport ? List.of("not-done", "managed-object-not-found") : List.of(""));
            running.add(MACHINE);
            existing.remove(CLONE);
            running.remove(CLONE);
            hasSnapshot = false;
        }
        assertThat(operation.definition().answers().identity()).isNotEmpty();
    }
}
