// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.javatier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.plugin.consolidation.application.AppDataSet;
import org.plateaubench.plugin.consolidation.application.AppService;
import org.plateaubench.plugin.consolidation.application.AppService.AppServiceParameters;
import org.plateaubench.plugin.consolidation.application.Changes;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Business operations of a company on a server in a separate JVM. */
public final class JavaTierWorkload implements Workload<JavaTierWorkload.Parameters> {
    private static final String NAME = "javatier";

    private static final List<Changes.Kind> CHANGES = List.of(
            new Changes.Kind(Warehouse.ORDERS, "orders", "Orders entered."),
            new Changes.Kind(Warehouse.UNITS, "units", "Units of entered orders."),
            new Changes.Kind(Warehouse.PAYMENTS, "payments", "Payments entered."),
            new Changes.Kind(Warehouse.CENTS, "cents", "Amount of payments."));

    public record Parameters(
            @Parameter(
                    description =
                            "Number of warehouses, each with ten districts of 30 customers and stock of 20,000 items.",
                    defaultValue = "8",
                    unit = "warehouses",
                    min = 1,
                    max = 1_000)
            int warehouses) {}

    public static SutServiceType<AppServiceParameters> service() {
        return AppService.type(
                NAME,
                "Java tier",
                "Business-operations server in a JVM of its own, with data in memory",
                JavaTier.class);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Orders, payments and stock queries of a company on a Java server; comparable with nothing else.";
    }

    @Override
    public Class<Parameters> parametersType() {
        return Parameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public List<Finding> check(Parameters parameters, Optional<String> sutService) {
        return AppService.check(NAME, sutService);
    }

    @Override
    public WorkloadDefinition define(Parameters parameters) {
        Map<String, Double> weights = new TreeMap<>();
        List<OperationDefinition> operations = new ArrayList<>();
        for (Operation each : Operation.values()) {
            weights.put(each.title, each.weight);
            operations.add(OperationDefinition.of(each.title, each.description)
                    .withLimits(QosLimit.parse("p95 < 500ms"))
                    .verifying(each.answers()));
        }
        return WorkloadDefinition.builder()
                .operations(operations)
                .mix(new Mix.Flat(weights))
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100))))
                .metric(new MetricDefinition("operationsPerSecond", "operations/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(Changes.measures(CHANGES))
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        Company company = new Company(context.parameters().warehouses(), context.dataSeed());
        HttpOrigin origin = AppService.origin(context.requiredSut());
        Map<Integer, Integer> highest = new ConcurrentHashMap<>();
        return AppService.session(
                (connections, user) -> new JavaTierDriver(company, highest, connections.connection(origin), user));
    }

    @Override
    public DataSet dataSet(WorkloadContext<Parameters> context) {
        return new AppDataSet(context, JavaTier.WAREHOUSES, context.parameters().warehouses(), CHANGES);
    }
}
