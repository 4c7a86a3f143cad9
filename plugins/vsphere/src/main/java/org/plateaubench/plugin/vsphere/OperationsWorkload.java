// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.UnitDefinition.Step;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Operations that administrators and automation request from a virtualisation platform. */
final class OperationsWorkload implements Workload<OperationsParameters> {
    static final String MADE = "clonesMade";
    static final String REMOVED = "clonesRemoved";
    static final String QUEUED = "taskQueue";

    /** Default pause of a user between two operations. On real clusters some minutes are usual. */
    private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(10);

    private static final int SECONDS_PER_HOUR = 3_600;

    private final Platform platform;

    public OperationsWorkload(Platform platform) {
        this.platform = platform;
    }

    @Override
    public String name() {
        return platform.workload();
    }

    @Override
    public String description() {
        return platform.description();
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
    public List<Finding> check(OperationsParameters parameters, Optional<String> sutService) {
        List<Finding> findings = new ArrayList<>();
        if (parameters.machines().isEmpty()) {
            findings.add(Finding.problem("No machine is named.", "Name at least one, such as 'bench-*'.")
                    .about("machines"));
        }
        sutService
                .filter(service -> !service.equals(platform.service()))
                .ifPresent(service -> findings.add(Finding.problem(
                        "The workload '" + name() + "' drives a SUT of the service '" + platform.service()
                                + "', and this one is of '" + service + "'.",
                        "Name another SUT, or the workload for that service.")));
        return findings;
    }

    @Override
    public WorkloadDefinition define(OperationsParameters parameters) {
        List<InfrastructureOperation> operations = platform.operations();
        return WorkloadDefinition.builder()
                .operations(operations.stream()
                        .map(InfrastructureOperation::definition)
                        .toList())
                .units(operations.stream()
                        .filter(operation -> !operation.unit().isEmpty())
                        .map(OperationsWorkload::unit)
                        .toList())
                .mix(mix(parameters))
                .pacing(Pacing.think(new Distribution.Fixed(DEFAULT_PAUSE)))
                .metric(new MetricDefinition(
                        "operationsPerHour", "operations/h", MetricDefinition.ALL_OPERATIONS, SECONDS_PER_HOUR))
                .measures(measures())
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .build();
    }

    private Mix mix(OperationsParameters parameters) {
        Map<String, Double> shares = new TreeMap<>();
        platform.defaultOperations().forEach(first -> shares.put(first.unit(), 1.0));
        if (!parameters.template().isEmpty()) {
            shares.put(InfrastructureOperation.CLONE.unit(), 1.0);
        }
        return new Mix.Flat(shares);
    }

    private static UnitDefinition unit(InfrastructureOperation first) {
        return first.followedBy()
                .map(second -> new UnitDefinition(
                        first.unit(), List.of(Step.once(first.operation()), Step.once(second.operation()))))
                .orElse(UnitDefinition.of(first.unit()));
    }

    private List<MeasureDefinition> measures() {
        return Stream.concat(
                        Stream.of(
                                MeasureDefinition.counter(MADE, "machines", "Clones that the server has confirmed."),
                                MeasureDefinition.counter(
                                        REMOVED, "machines", "Clones whose deletion the server has confirmed."),
                                MeasureDefinition.series(QUEUED, "How long tasks waited until the server began them.")),
                        platform.operations().stream().map(operation -> operation.measure(platform.clock())))
                .toList();
    }

    @Override
    public WorkloadSession open(WorkloadContext<OperationsParameters> context) throws Exception {
        PlatformAddress address = new PlatformAddress(platform, context.requiredSut());
        Targets targets = Targets.of(address.inSession(Targets.ANSWER_TIMEOUT, MachinePlatform::inventory), context);
        OperationsDriver.UnfinishedUnits unfinished = new OperationsDriver.UnfinishedUnits();
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new OperationsDriver(platform.operations(), address, targets, unfinished, user);
            }

            // The load ends at an instant, which may be within a unit.
            @Override
            public void close() throws IOException, InterruptedException {
                if (!unfinished.isEmpty()) {
                    address.inSession(Targets.ANSWER_TIMEOUT, session -> {
                        unfinished.undo(any -> true, session, Targets.ANSWER_TIMEOUT);
                        return true;
                    });
                }
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<OperationsParameters> context) {
        return new ClonesAndSnapshots(platform, context);
    }
}
