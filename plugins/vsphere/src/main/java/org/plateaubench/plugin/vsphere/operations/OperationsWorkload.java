// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.UnitDefinition.Step;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.vsphere.vim.MachinePlatform;
import org.plateaubench.plugin.vsphere.vim.PlatformAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformConnection;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * Operations that administrators and automation request from a virtualisation platform. There is a subclass for each
 * platform.
 */
public abstract class OperationsWorkload implements Workload<OperationsParameters> {
    /** Counter of operations requested, whatever their outcome. */
    static final String BEGUN = "operationsBegun";

    /** Counter of clones that the server has confirmed. */
    static final String MADE = "clonesMade";

    /** Counter of clones whose deletion the server has confirmed. */
    static final String REMOVED = "clonesRemoved";

    /** Counter of checks whether a machine is on the host of its last migration. */
    static final String CHECKED = "migrationsChecked";

    /** Counter of machines that were on another host. */
    static final String MISPLACED = "machinesMisplaced";

    /** Series of the times that tasks waited in the server's queue. */
    static final String QUEUED = "taskQueue";

    /** Unit that clones the template and removes the clone. */
    private static final String DEPLOY = "deploy";

    /** Unit that powers a machine off and on. */
    static final String POWER_CYCLE = "powerCycle";

    /** Unit that takes a snapshot of a machine and removes it. */
    static final String SNAPSHOT = "snapshot";

    /** Unit that pauses a machine and lets it run again. */
    static final String PAUSE_AND_RESUME = "pauseAndResume";

    /**
     * Default pause of a user between two operations. On real clusters some minutes are usual, which a run file can
     * set.
     */
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(10);

    private static final int SECONDS_AN_HOUR = 3_600;

    /** The first operation of each unit, by the unit's name. */
    private static final Map<String, InfrastructureOperation> UNITS = units();

    private static Map<String, InfrastructureOperation> units() {
        Map<String, InfrastructureOperation> units = new LinkedHashMap<>();
        for (InfrastructureOperation alone : List.of(
                InfrastructureOperation.VMOTION,
                InfrastructureOperation.STORAGE_VMOTION,
                InfrastructureOperation.XVMOTION)) {
            units.put(alone.operation(), alone);
        }
        units.put(DEPLOY, InfrastructureOperation.CLONE);
        units.put(POWER_CYCLE, InfrastructureOperation.POWER_OFF);
        units.put(SNAPSHOT, InfrastructureOperation.TAKE_SNAPSHOT);
        units.put(PAUSE_AND_RESUME, InfrastructureOperation.PAUSE);
        return units;
    }

    /** Returns the name of the SUT service that executes the operations. */
    abstract String service();

    /** Returns the address of the platform. */
    abstract PlatformAddress address(SutAddress sut);

    /** Returns the operations, in the order of the definition. */
    abstract List<InfrastructureOperation> operations();

    /** Returns the units of the default mix other than {@code deploy}. */
    abstract List<String> usualUnits();

    /** Returns the clock that measures the times of tasks, in the words of descriptions. */
    abstract String clock();

    @Override
    public final Class<OperationsParameters> parametersType() {
        return OperationsParameters.class;
    }

    @Override
    public final boolean needsSut() {
        return true;
    }

    @Override
    public final List<Finding> check(OperationsParameters parameters, Optional<String> sutService) {
        List<Finding> findings = new ArrayList<>(check(parameters));
        sutService
                .filter(given -> !given.equals(service()))
                .ifPresent(given -> findings.add(Finding.problem(
                        "The workload '" + name() + "' drives a SUT of the service '" + service()
                                + "', and this one is of '" + given + "'.",
                        "Name another SUT, or the workload for that service.")));
        return findings;
    }

    @Override
    public final List<Finding> check(OperationsParameters parameters) {
        return parameters.machines().isEmpty()
                ? List.of(Finding.problem("No machine is named.", "Name at least one, such as 'bench-*'.")
                        .about("machines"))
                : List.of();
    }

    @Override
    public final WorkloadDefinition define(OperationsParameters parameters) {
        List<UnitDefinition> units = UNITS.entrySet().stream()
                .filter(unit -> operations().contains(unit.getValue()))
                .map(unit -> unit(unit.getKey(), unit.getValue()))
                .toList();
        return WorkloadDefinition.builder()
                .operations(operations().stream()
                        .map(InfrastructureOperation::definition)
                        .toList())
                .units(units)
                .mix(mix(parameters))
                .pacing(Pacing.think(new Distribution.Fixed(USUAL_PAUSE)))
                .metric(new MetricDefinition(
                        "operationsPerHour", "operations/h", MetricDefinition.ALL_OPERATIONS, SECONDS_AN_HOUR))
                .measures(measures())
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .build();
    }

    private Mix mix(OperationsParameters parameters) {
        Map<String, Double> shares = new TreeMap<>();
        usualUnits().forEach(unit -> shares.put(unit, 1.0));
        if (!parameters.template().isEmpty()) {
            shares.put(DEPLOY, 1.0);
        }
        return new Mix.Flat(shares);
    }

    private static UnitDefinition unit(String name, InfrastructureOperation first) {
        if (first.followedBy().isEmpty()) {
            return UnitDefinition.of(name);
        }
        return new UnitDefinition(
                name,
                Stream.concat(Stream.of(first), first.followedBy().stream())
                        .map(operation -> Step.once(operation.operation()))
                        .toList());
    }

    private List<MeasureDefinition> measures() {
        List<MeasureDefinition> measures = new ArrayList<>(List.of(
                MeasureDefinition.counter(BEGUN, "operations", "Operations requested, whatever their outcome."),
                MeasureDefinition.counter(MADE, "machines", "Clones that the server has confirmed."),
                MeasureDefinition.counter(REMOVED, "machines", "Clones whose deletion the server has confirmed."),
                MeasureDefinition.counter(
                        CHECKED, "machines", "Machines looked for on the host of their last migration."),
                MeasureDefinition.counter(MISPLACED, "machines", "Machines that were not on that host."),
                MeasureDefinition.series(QUEUED, "How long tasks waited until the server began them.")));
        operations().stream().map(operation -> operation.measure(clock())).forEach(measures::add);
        return measures;
    }

    @Override
    public final WorkloadSession open(WorkloadContext<OperationsParameters> context) throws Exception {
        PlatformAddress place = address(context.requiredSut());
        Targets targets = Targets.read(place, context);
        UnfinishedUnits unfinished = new UnfinishedUnits();
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new OperationsDriver(operations(), place, targets, unfinished, user);
            }

            // The load ends at an instant, which may be within a unit.
            @Override
            public void close() throws IOException, InterruptedException {
                if (!unfinished.isEmpty()) {
                    try (PlatformConnection connection = place.connection();
                            MachinePlatform session = connection.signIn(Targets.ANSWER_LIMIT)) {
                        unfinished.undo(any -> true, session, Targets.ANSWER_LIMIT);
                    }
                }
            }
        };
    }

    @Override
    public final DataSet dataSet(WorkloadContext<OperationsParameters> context) {
        return new ClonesAndPlaces(operations(), address(context.requiredSut()), context);
    }
}
