// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Users of a social-events site: they browse, search, sign in, attend, register and announce events. */
final class OlioWorkload implements Workload<OlioParameters> {
    static final String NAME = "olio";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Users of a social-events site: browse, search, sign in, attend, register, announce events.";
    }

    @Override
    public Class<OlioParameters> parametersType() {
        return OlioParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public WorkloadDefinition define(OlioParameters parameters) {
        List<OlioOperation> operations = List.of(OlioOperation.values());
        return WorkloadDefinition.builder()
                .operations(operations.stream()
                        .map(operation -> definition(operation, parameters.profile()))
                        .toList())
                .units(operations.stream()
                        .map(operation -> UnitDefinition.of(operation.title()).withGap(operation.cycle()))
                        .toList())
                .mix(OlioOperation.mix())
                .pacing(Pacing.cycle(OlioOperation.HOME_PAGE.cycle()))
                .metric(new MetricDefinition("operationsPerSecond", "ops/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(Stream.concat(
                                Arrays.stream(OlioMeasure.values()).map(OlioMeasure::definition),
                                HttpMeasures.definitions().stream())
                        .toList())
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .checks(OlioChecks.of(parameters.profile()))
                .build();
    }

    private static OperationDefinition definition(OlioOperation operation, Profile profile) {
        return OperationDefinition.of(operation.title(), operation.description())
                .withTimeout(OlioOperation.TIMEOUT)
                .withLimits(profile.limits(operation))
                .verifying(operation.answers());
    }

    @Override
    public WorkloadSession open(WorkloadContext<OlioParameters> context) {
        OlioSession session = new OlioSession(context);
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new OlioDriver(session, user);
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<OlioParameters> context) {
        Scale scale = context.parameters().scale(context.users());
        SutAddress sut = context.requiredSut();
        return HarnessClient.of(sut)
                .<DataSet>map(client -> new OlioDataSet(client, scale, context.users(), context.dataSeed()))
                .orElseGet(() -> new ReadOnlyDataSet(
                        OlioSession.dialect(sut, context.parameters(), scale, LoadedData.NONE),
                        scale,
                        context.users()));
    }
}
