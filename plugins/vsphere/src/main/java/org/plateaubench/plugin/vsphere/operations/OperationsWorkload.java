// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.UnitDefinition.Step;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.vsphere.service.VcenterAddress;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * Operations that administrators and automation ask of a vCenter Server. The four of the usual mix are those of VMmark's infrastructure
 * load (VMware's blog on VMmark 3): vMotion, Storage vMotion, both at once, and deployment of a clone.
 */
public final class OperationsWorkload implements Workload<OperationsParameters> {
    /** Counter of operations asked for, whatever their outcome. */
    static final String BEGUN = "operationsBegun";

    /** Counter of clones that the server has confirmed. */
    static final String MADE = "clonesMade";

    /** Counter of clones whose deletion the server has confirmed. */
    static final String REMOVED = "clonesRemoved";

    /** Counter of machines that were looked for on the host of their last migration. */
    static final String CHECKED = "migrationsChecked";

    /** Counter of machines that were not there. */
    static final String MISPLACED = "machinesMisplaced";

    /** Series of the time that tasks waited in the server's queue. */
    static final String QUEUED = "taskQueue";

    /** Pause of a user between two operations: some minutes is usual on real clusters, and a run file says so. */
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(10);

    private static final int SECONDS_AN_HOUR = 3_600;

    @Override
    public String name() {
        return "operations";
    }

    @Override
    public String description() {
        return "Migrations, clones, power cycles and snapshots of machines by a vCenter Server.";
    }

    @Override
    public Class<OperationsParameters> parametersType() {
        return OperationsParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public List<Finding> check(OperationsParameters parameters) {
        return parameters.machines().isEmpty()
                ? List.of(Finding.problem("No machine is named.", "Name at least one, such as 'bench-*'.")
                        .about("machines"))
                : List.of();
    }

    @Override
    public WorkloadDefinition define(OperationsParameters parameters) {
        List<UnitDefinition> units = List.of(
                UnitDefinition.of(InfrastructureOperation.VMOTION.operation()),
                UnitDefinition.of(InfrastructureOperation.STORAGE_VMOTION.operation()),
                UnitDefinition.of(InfrastructureOperation.XVMOTION.operation()),
                unit("deploy", InfrastructureOperation.CLONE),
                unit("powerCycle", InfrastructureOperation.POWER_OFF),
                unit("snapshot", InfrastructureOperation.TAKE_SNAPSHOT));
        return WorkloadDefinition.builder()
                .operations(Stream.of(InfrastructureOperation.values())
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

    private static Mix mix(OperationsParameters parameters) {
        Map<String, Double> migrations = Map.of("vmotion", 1.0, "storageVmotion", 1.0, "xvmotion", 1.0);
        if (parameters.template().isEmpty()) {
            return new Mix.Flat(migrations);
        }
        Map<String, Double> withDeploy = new TreeMap<>(migrations);
        withDeploy.put("deploy", 1.0);
        return new Mix.Flat(withDeploy);
    }

    private static UnitDefinition unit(String name, InfrastructureOperation first) {
        return new UnitDefinition(
                name,
                Stream.concat(Stream.of(first), first.followedBy().stream())
                        .map(operation -> Step.once(operation.operation()))
                        .toList());
    }

    private static List<MeasureDefinition> measures() {
        List<MeasureDefinition> measures = new ArrayList<>(List.of(
                MeasureDefinition.counter(BEGUN, "operations", "Operations asked for, whatever their outcome."),
                MeasureDefinition.counter(MADE, "machines", "Clones that the server has confirmed."),
                MeasureDefinition.counter(REMOVED, "machines", "Clones whose deletion the server has confirmed."),
                MeasureDefinition.counter(
                        CHECKED, "machines", "Machines looked for on the host of their last migration."),
                MeasureDefinition.counter(MISPLACED, "machines", "Machines that were not on that host."),
                MeasureDefinition.series(QUEUED, "How long tasks waited until the server began them.")));
        Stream.of(InfrastructureOperation.values())
                .map(InfrastructureOperation::measure)
                .forEach(measures::add);
        return measures;
    }

    @Override
    public WorkloadSession open(WorkloadContext<OperationsParameters> context) throws Exception {
        VcenterAddress place = new VcenterAddress(context.requiredSut());
        Targets targets;
        try (HttpClient client = place.client()) {
            targets = Targets.read(place, client, context);
        }
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new OperationsDriver(place, targets, user);
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<OperationsParameters> context) {
        return new ClonesAndPlaces(context);
    }
}
