// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.Placement;
import org.plateaubench.plugin.vsphere.MachinePlatform.TaskResult;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/**
 * One administrator with a session, who uses the machines assigned to this user in turn. The response time of an
 * operation includes the call and the wait for the end of the task; for the first operation of a unit it also includes
 * the query for the machine's current place.
 */
final class OperationsDriver implements Driver {
    /**
     * Time beyond the timeout for which a wait continues. The harness must enforce the timeout, because a wait that
     * ended at the same instant would occasionally be reported as a lost connection.
     */
    private static final Duration TIME_AFTER_TIMEOUT = Duration.ofSeconds(5);

    private final List<InfrastructureOperation> operations;
    private final PlatformAddress address;
    private final Targets targets;
    private final UnfinishedUnits unfinished;
    private final UserContext user;
    private final List<Machine> ownMachines;
    private final long startMillis = System.currentTimeMillis();
    private final UserContext.Counter made;
    private final UserContext.Counter removed;
    private volatile @Nullable MachinePlatform session;
    private int nextMachine;
    private @Nullable Machine machine;
    private @Nullable ManagedObject clone;
    private @Nullable ManagedObject snapshot;
    // Targets of the current migration.
    private @Nullable ManagedObject newHost;
    private @Nullable ManagedObject newStore;

    OperationsDriver(
            List<InfrastructureOperation> operations,
            PlatformAddress address,
            Targets targets,
            UnfinishedUnits unfinished,
            UserContext user) {
        this.unfinished = unfinished;
        this.operations = operations;
        this.address = address;
        this.targets = targets;
        this.user = user;
        ownMachines = targets.machinesOfUser(user.user());
        made = user.counter(OperationsWorkload.MADE);
        removed = user.counter(OperationsWorkload.REMOVED);
    }

    @Override
    public void connect() throws IOException, InterruptedException {
        // An aborted session is unusable, and ends on the server.
        abort();
        MachinePlatform newSession = address.session(Targets.ANSWER_TIMEOUT);
        session = newSession;
        address.signIn(newSession);
        // A machine that is off after a timeout would be off for all later operations.
        unfinished.undo(this::isOwn, newSession, Targets.ANSWER_TIMEOUT);
    }

    private boolean isOwn(ManagedObject machine) {
        return ownMachines.stream().anyMatch(each -> each.self().equals(machine));
    }

    /** Chooses the next machine, which is the same for all operations of a unit, and reads its current place. */
    private Machine chooseMachine(MachinePlatform platform, OperationCall call)
            throws IOException, InterruptedException {
        Machine current = machine;
        if (call.position() > 0 && current != null) {
            return current;
        }
        Machine next = ownMachines.get(nextMachine % ownMachines.size());
        nextMachine++;
        machine = null;
        clone = null;
        snapshot = null;
        Machine found = platform.machine(next.self());
        machine = found;
        return found;
    }

    @Override
    public Outcome execute(OperationCall call) throws IOException, InterruptedException {
        try {
            return executeOn(Objects.requireNonNull(session, "connect must be called first"), call);
        } catch (PlatformException e) {
            return e.isSessionEnded()
                    ? Outcome.connectionLost("session-ended", String.valueOf(e.getMessage()))
                    : Outcome.error(errorClass(e), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return Outcome.connectionLost("connection-lost", String.valueOf(e.getMessage()));
        }
    }

    private Outcome executeOn(MachinePlatform platform, OperationCall call) throws IOException, InterruptedException {
        Machine chosen = chooseMachine(platform, call);
        InfrastructureOperation operation = operations.get(call.operation());
        Duration limit = Duration.ofNanos(call.timeoutNanos()).plus(TIME_AFTER_TIMEOUT);
        TaskResult result = carryOut(operation, platform, chosen, call.unitNumber(), limit);
        if (result == null) {
            return Outcome.error(
                    "no-target", chosen.name() + ": there is no other host or datastore that it can be moved to");
        }
        observe(operation, result);
        return isConfirmed(operation, platform, chosen.self())
                ? Outcome.ok()
                : Outcome.error(
                        "not-done",
                        "The platform reports the success of " + operation.operation() + " of " + chosen.name()
                                + ", and then another state of the machine.");
    }

    /** Whether the platform reports the state that the operation was to produce. */
    private boolean isConfirmed(InfrastructureOperation operation, MachinePlatform platform, ManagedObject self)
            throws IOException, InterruptedException {
        return switch (operation) {
            case VMOTION, STORAGE_VMOTION, XVMOTION -> {
                Machine found = platform.machine(self);
                yield (newHost == null || targets.movesMachines() || newHost.equals(found.host()))
                        && (newStore == null || found.datastores().contains(newStore));
            }
            case CLONE -> clone != null && platform.machine(clone).poweredOn();
            case REMOVE -> clone == null || isGone(platform, clone);
            case POWER_OFF, PAUSE -> !platform.machine(self).poweredOn();
            case POWER_ON, RESUME -> platform.machine(self).poweredOn();
            case TAKE_SNAPSHOT -> hasSnapshot(platform, self);
            case REMOVE_SNAPSHOT -> !hasSnapshot(platform, self);
        };
    }

    private boolean hasSnapshot(MachinePlatform platform, ManagedObject self) throws IOException, InterruptedException {
        return platform.snapshots(self).stream().anyMatch(each -> each.self().equals(snapshot));
    }

    private static boolean isGone(MachinePlatform platform, ManagedObject removed)
            throws IOException, InterruptedException {
        try {
            platform.machine(removed);
            return false;
        } catch (PlatformException e) {
            if (e.isSessionEnded()) {
                throw e;
            }
            return true;
        }
    }

    /** Converts the fault's type to a name, such as {@code no-permission} for {@code NoPermission}. */
    static String errorClass(PlatformException refusal) {
        return refusal.fault()
                .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .toLowerCase(Locale.ROOT);
    }

    /** Carries out an operation; returns null if it has no target. */
    private @Nullable TaskResult carryOut(
            InfrastructureOperation operation, MachinePlatform platform, Machine chosen, long unit, Duration limit)
            throws IOException, InterruptedException {
        ManagedObject self = chosen.self();
        newHost = null;
        newStore = null;
        return switch (operation) {
            case VMOTION -> move(platform, chosen, chosen.datastores(), null, limit);
            case STORAGE_VMOTION, XVMOTION -> {
                ManagedObject store = targets.nextDatastore(chosen).orElse(null);
                if (store == null) {
                    yield null;
                }
                newStore = store;
                yield operation == InfrastructureOperation.XVMOTION
                        ? move(platform, chosen, List.of(store), store, limit)
                        : platform.relocate(self, null, store, limit);
            }
            case CLONE -> cloneTemplate(platform, unit, limit);
            case REMOVE -> clone == null ? null : removeClone(platform, clone, limit);
            case POWER_OFF ->
                beginUnit(self, () -> platform.power(self, false, limit), (next, wait) -> next.power(self, true, wait));
            case POWER_ON -> endUnit(self, platform.power(self, true, limit));
            case PAUSE ->
                beginUnit(self, () -> platform.pause(self, true, limit), (next, wait) -> next.pause(self, false, wait));
            case RESUME -> endUnit(self, platform.pause(self, false, limit));
            case TAKE_SNAPSHOT -> takeSnapshot(platform, self, unit, limit);
            case REMOVE_SNAPSHOT -> snapshot == null ? null : endUnit(self, platform.removeSnapshot(snapshot, limit));
        };
    }

    private TaskResult beginUnit(
            ManagedObject changed, MachinePlatform.Call<TaskResult> change, UnfinishedUnits.Undoing undoing)
            throws IOException, InterruptedException {
        unfinished.begin(changed, undoing);
        try {
            return change.run();
        } catch (PlatformException e) {
            // A refused request has changed nothing.
            unfinished.end(changed);
            throw e;
        }
    }

    private TaskResult endUnit(ManagedObject restored, TaskResult result) {
        unfinished.end(restored);
        return result;
    }

    private @Nullable TaskResult move(
            MachinePlatform platform,
            Machine chosen,
            List<ManagedObject> neededStores,
            @Nullable ManagedObject store,
            Duration limit)
            throws IOException, InterruptedException {
        ManagedObject host = targets.nextHost(chosen, neededStores).orElse(null);
        if (host == null) {
            return null;
        }
        newHost = host;
        return platform.relocate(chosen.self(), host, store, limit);
    }

    private @Nullable TaskResult cloneTemplate(MachinePlatform platform, long unit, Duration limit)
            throws IOException, InterruptedException {
        Machine template = targets.template().orElse(null);
        Placement placement = targets.placement(unit).orElse(null);
        if (template == null || placement == null) {
            return null;
        }
        TaskResult cloned = platform.cloneMachine(template, placement, name(unit), ObjectNames.NOTE, limit);
        made.add(1);
        ManagedObject copy = cloned.created();
        if (copy == null) {
            throw new IOException("The server has not reported which machine it created.");
        }
        clone = copy;
        return cloned.plus(platform.power(copy, true, limit));
    }

    private String name(long unit) {
        return targets.names().of(startMillis, user.user(), unit);
    }

    private TaskResult removeClone(MachinePlatform platform, ManagedObject removedClone, Duration limit)
            throws IOException, InterruptedException {
        TaskResult result = platform.power(removedClone, false, limit).plus(platform.destroy(removedClone, limit));
        removed.add(1);
        return result;
    }

    private TaskResult takeSnapshot(MachinePlatform platform, ManagedObject self, long unit, Duration limit)
            throws IOException, InterruptedException {
        TaskResult result = platform.takeSnapshot(self, name(unit), limit);
        ManagedObject created = result.created();
        snapshot = created;
        if (created != null) {
            unfinished.begin(self, (next, wait) -> next.removeSnapshot(created, wait));
        }
        return result;
    }

    private void observe(InfrastructureOperation operation, TaskResult result) {
        long nowNanos = user.nanoTime();
        long started = nowNanos - result.worked().toNanos();
        user.observed(operation.series(), started, nowNanos, Outcome.ok());
        user.observed(OperationsWorkload.QUEUED, started - result.waited().toNanos(), started, Outcome.ok());
    }

    /** Ends the running call at once. The server continues a task that it has begun. May be called by any thread. */
    @Override
    public void abort() {
        MachinePlatform platform = session;
        if (platform != null) {
            platform.abort();
        }
    }

    @Override
    public void close() {
        MachinePlatform platform = session;
        session = null;
        if (platform != null) {
            platform.close();
        }
    }

    /**
     * The actions that undo the first operation of a unit, for each machine whose unit is not complete: when a run ends
     * or an operation exceeds its timeout, a machine may be off or paused or have a snapshot. Thread-safe.
     */
    static final class UnfinishedUnits {
        private final Map<ManagedObject, Undoing> byMachine = new ConcurrentHashMap<>();

        @FunctionalInterface
        interface Undoing {
            void undo(MachinePlatform session, Duration limit) throws IOException, InterruptedException;
        }

        void begin(ManagedObject machine, Undoing undoing) {
            byMachine.put(machine, undoing);
        }

        void end(ManagedObject machine) {
            byMachine.remove(machine);
        }

        boolean isEmpty() {
            return byMachine.isEmpty();
        }

        /**
         * Undoes the remaining operations on the chosen machines. An operation whose undoing the platform refuses
         * counts as undone. If the platform cannot be reached, the other operations remain.
         */
        void undo(Predicate<ManagedObject> machines, MachinePlatform session, Duration limit)
                throws IOException, InterruptedException {
            for (Map.Entry<ManagedObject, Undoing> entry : List.copyOf(byMachine.entrySet())) {
                if (machines.test(entry.getKey())) {
                    try {
                        entry.getValue().undo(session, limit);
                    } catch (PlatformException e) {
                        if (e.isSessionEnded()) {
                            throw e;
                        }
                    }
                    byMachine.remove(entry.getKey());
                }
            }
        }
    }
}
