// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.vsphere.Inventory.Machine;
import org.plateaubench.plugin.vsphere.MachinePlatform.Snapshot;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.NamePattern;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.WorkloadContext;

/**
 * The data of the workload: the machines of the run file, which are only moved and switched on or off, and the clones
 * and snapshots that runs create, which are deleted. Their names contain the workload, the tile, the run and the latest
 * time at which it can end. A run deletes its own objects and the remaining ones of runs that have ended. {@code clear},
 * and {@code prepare} with {@code reset} or {@code reload}, delete the objects of all runs of this workload and tile.
 */
final class ClonesAndSnapshots implements DataSet {
    private static final System.Logger LOG = System.getLogger(ClonesAndSnapshots.class.getName());

    private static final Duration TASK_TIMEOUT = Duration.ofMinutes(10);
    private static final Duration CLEAR_TIMEOUT = Duration.ofHours(24);
    /** Time limit of clearing after a run, which is less than the limit of a reconciliation, 10 min. */
    private static final Duration CLEAR_AFTER_RUN_TIMEOUT = Duration.ofMinutes(5);

    private final WorkloadContext<OperationsParameters> context;
    private final PlatformAddress address;
    private final List<InfrastructureOperation> operations;
    private final ObjectNames names;

    ClonesAndSnapshots(Platform platform, WorkloadContext<OperationsParameters> context) {
        operations = platform.operations();
        address = new PlatformAddress(platform, context.requiredSut());
        this.context = context;
        names = new ObjectNames(context.name(), context.tile(), context.run());
    }

    private <T> T inSession(PlatformAddress.Request<T> request) throws IOException, InterruptedException {
        return address.inSession(Targets.ANSWER_TIMEOUT, request);
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws InterruptedException {
        try {
            return findings(inSession(MachinePlatform::inventory));
        } catch (IOException e) {
            return List.of(Finding.problem(
                    "The inventory of " + address.url() + " cannot be read: " + e.getMessage(),
                    "Check address, certificate, user, password and permissions."));
        }
    }

    List<Finding> findings(Inventory inventory) {
        Targets targets = Targets.of(inventory, context);
        List<Finding> findings = new ArrayList<>();
        if (targets.machines().size() < context.users()) {
            findings.add(Finding.problem(
                            targets.machines().size() + " machines have the names given, and there are "
                                    + context.users() + " users, each of which needs a separate one.",
                            "Name more machines or set fewer users.")
                    .about("machines"));
        }
        List<String> notRunning = targets.machines().stream()
                .filter(machine -> !machine.poweredOn())
                .map(Machine::name)
                .toList();
        if (operations.contains(InfrastructureOperation.PAUSE) && !notRunning.isEmpty()) {
            findings.add(Finding.problem(
                            "These machines are not running: " + String.join(", ", notRunning) + ".",
                            "Start them, or resume the paused ones.")
                    .about("machines"));
        }
        String template = context.parameters().template();
        if (!template.isEmpty() && targets.template().isEmpty()) {
            findings.add(Finding.problem(
                            "There is no machine or template '" + template + "'.", "Name one that can be cloned.")
                    .about("template"));
        }
        if (targets.datastores().isEmpty()) {
            findings.add(Finding.problem("No accessible datastore matches the names.", "Name at least one.")
                    .about("datastores"));
        }
        return findings;
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws IOException, InterruptedException {
        clear(policy == DataPolicy.REUSE ? this::isNoLongerNeeded : names::isOfThisWorkload, progress, CLEAR_TIMEOUT);
    }

    @Override
    public void clear(Progress progress) throws IOException, InterruptedException {
        clear(names::isOfThisWorkload, progress, CLEAR_TIMEOUT);
    }

    private boolean isNoLongerNeeded(String name) {
        return names.isNoLongerNeeded(name, System.currentTimeMillis());
    }

    /** Deletes the chosen clones and snapshots. A refusal does not prevent the deletion of others. */
    private void clear(Predicate<String> nameFilter, Progress progress, Duration limit)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        inSession(session -> {
            PlatformException.Refusals refusals = new PlatformException.Refusals();
            List<Machine> clones = machines(session.inventory(), nameFilter);
            for (Machine machine : clones) {
                progress.report("deleting clones", clones.indexOf(machine), clones.size(), "machines");
                refusals.collect(() -> session.clear(machine, taskLimit(deadline)));
            }
            NamePattern datastores = new NamePattern(context.parameters().datastores());
            refusals.collect(() -> session.deleteUnfinished(nameFilter, datastores::matches, taskLimit(deadline)));
            // The snapshots of the clones were deleted with them.
            List<Snapshot> snapshots = snapshots(session, nameFilter);
            for (Snapshot snapshot : snapshots) {
                progress.report("removing snapshots", snapshots.indexOf(snapshot), snapshots.size(), "snapshots");
                refusals.collect(() -> session.removeSnapshot(snapshot.self(), taskLimit(deadline)));
            }
            refusals.throwIfAny();
            return clones.size();
        });
    }

    private static Duration taskLimit(long deadline) throws IOException {
        Duration remaining = Duration.ofNanos(deadline - System.nanoTime());
        if (remaining.isNegative()) {
            throw new IOException("The time for deleting clones and snapshots is over.");
        }
        return remaining.compareTo(TASK_TIMEOUT) < 0 ? remaining : TASK_TIMEOUT;
    }

    private static List<Machine> machines(Inventory inventory, Predicate<String> nameFilter) {
        return inventory.machines().stream()
                .filter(machine -> nameFilter.test(machine.name()) && ObjectNames.isUnchanged(machine))
                .toList();
    }

    private static List<Snapshot> snapshots(MachinePlatform session, Predicate<String> nameFilter)
            throws IOException, InterruptedException {
        return session.snapshots().stream()
                .filter(snapshot -> nameFilter.test(snapshot.name()))
                .toList();
    }

    @Override
    public List<Finding> verify() throws IOException, InterruptedException {
        List<String> remaining = inSession(session -> Stream.concat(
                        machines(session.inventory(), this::isNoLongerNeeded).stream()
                                .map(Machine::name),
                        snapshots(session, this::isNoLongerNeeded).stream().map(Snapshot::name))
                .toList());
        return remaining.isEmpty()
                ? List.of()
                : List.of(Finding.problem(
                        remaining.size() + " clones and snapshots of earlier runs still exist.", "Delete them."));
    }

    @Override
    public List<SutIncarnation> incarnations() throws IOException, InterruptedException {
        return inSession(session -> List.of(new SutIncarnation(address.url(), session.instance(), "")));
    }

    /** Empty, because there are no clones before the load. */
    @Override
    public Optional<Map<String, String>> baseline() {
        return Optional.of(Map.of());
    }

    /** Compares the number of remaining clones with the number of clones that were created and not deleted. */
    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws IOException, InterruptedException {
        Inventory inventory = inSession(MachinePlatform::inventory);
        long remaining = machines(inventory, names::isOfThisRun).size();
        long created = sent.counter(OperationsWorkload.MADE);
        long removed = sent.counter(OperationsWorkload.REMOVED);
        long unknown = unknown(sent, InfrastructureOperation.CLONE, created)
                + unknown(sent, InfrastructureOperation.REMOVE, removed);
        Reconciliation clones =
                new Reconciliation("clones made", Math.max(created, removed), removed + remaining, unknown);
        clearAfterRun();
        return List.of(clones);
    }

    /**
     * Deletes the objects of the run. A failure does not change the result of the comparison; the next run tries again
     * and reports the objects that it may not delete.
     */
    private void clearAfterRun() throws InterruptedException {
        try {
            clear(names::isOfThisRun, Progress.SILENT, CLEAR_AFTER_RUN_TIMEOUT);
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Not all clones and snapshots of the run were deleted from " + address.url() + ": "
                            + e.getMessage());
        }
    }

    private static long unknown(SentTotals sent, InfrastructureOperation operation, long confirmed) {
        long requested = Stream.of(OutcomeKind.values())
                .mapToLong(kind -> sent.operations(operation.operation(), kind))
                .sum();
        return Math.max(0, requested - confirmed);
    }
}
