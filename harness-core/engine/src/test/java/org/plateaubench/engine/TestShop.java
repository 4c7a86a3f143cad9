// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Plugins for tests of run files and plans: {@code shop} with a workload of units, {@code pings} with three of one operation. */
public final class TestShop {
    private TestShop() {}

    public static PluginCatalog catalog() {
        return PluginCatalog.of(
                plugin("shop", List.of(new Orders()), List.of(new TestDatabase())),
                plugin("pings", List.of(new Pings("fast"), new Pings("slow"), new Pings("served")), List.of()));
    }

    public static Plugin plugin(String id, List<Workload<?>> workloads, List<SutServiceType<?>> services) {
        return new Plugin() {
            @Override
            public String id() {
                return id;
            }

            @Override
            public List<Workload<?>> workloads() {
                return workloads;
            }

            @Override
            public List<SutServiceType<?>> sutServices() {
                return services;
            }
        };
    }

    /** The size of the shop. */
    public enum Size {
        SMALL,
        VERY_LARGE
    }

    /** Parameters of the shop. */
    public record ShopParameters(
            @Parameter(description = "Size of the shop.", defaultValue = "small")
            Size size,

            @Parameter(description = "Customers.", defaultValue = "100", unit = "rows", min = 1, max = 1000)
            int customers,

            @Parameter(description = "Pause between steps.", defaultValue = "0s")
            Duration pause,

            @Parameter(description = "Schema of the database.", defaultValue = "shop")
            String schema,

            @Parameter(description = "Share of new customers.", defaultValue = "20", unit = "%", min = 0, max = 100)
            double newCustomers,

            @Parameter(description = "Hosts.", defaultValue = "[]")
            List<String> hosts,

            @Parameter(description = "Weights.", defaultValue = "{}")
            Map<String, Double> weights) {}

    /** A workload that is planned and never driven. */
    public abstract static class PlannedWorkload<P extends Record> implements Workload<P> {
        private final String name;
        private final Class<P> parametersType;

        protected PlannedWorkload(String name, Class<P> parametersType) {
            this.name = name;
            this.parametersType = parametersType;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return "Is planned, never driven.";
        }

        @Override
        public Class<P> parametersType() {
            return parametersType;
        }

        @Override
        public WorkloadSession open(WorkloadContext<P> context) {
            throw new UnsupportedOperationException("is planned, never driven");
        }
    }

    /** A shop with the unit {@code order} and the single operation {@code browse}. */
    public static final class Orders extends PlannedWorkload<ShopParameters> {
        public Orders() {
            super("orders", ShopParameters.class);
        }

        @Override
        public List<Finding> check(ShopParameters parameters) {
            List<Finding> findings = new ArrayList<>();
            if (parameters.size() == Size.VERY_LARGE && parameters.customers() < 10) {
                findings.add(Finding.problem("A very large shop needs 10 customers.", "Raise customers."));
            }
            return findings;
        }

        @Override
        public WorkloadDefinition define(ShopParameters parameters) {
            Distribution pause = new Distribution.Fixed(parameters.pause());
            return WorkloadDefinition.builder()
                    .operations(
                            OperationDefinition.of("login", "Logs in.")
                                    .endingUnitOnError()
                                    .nothingToVerify(),
                            OperationDefinition.of("browse", "Looks around.")
                                    .verifying(Answers.read().identity("the name in the row"))
                                    .withLimits(QosLimit.parse("p95 < 200ms")),
                            OperationDefinition.of("purchase", "Buys.")
                                    .withLimits(QosLimit.parse("p95 < 1s"), QosLimit.parse("declined < 3%")))
                    .units(List.of(
                            new UnitDefinition(
                                    "order",
                                    List.of(
                                            UnitDefinition.Step.once("login"),
                                            new UnitDefinition.Step(Map.of("browse", 1.0), 1, 5, pause, false),
                                            UnitDefinition.Step.once("purchase"))),
                            UnitDefinition.of("browse")))
                    .mix(new Mix.Flat(Map.of("order", 3.0, "browse", 1.0)))
                    .pacing(Pacing.think(new Distribution.Fixed(Duration.ZERO)))
                    .metric(new MetricDefinition("ordersPerMinute", "orders/min", "purchase", 60))
                    .measures(MeasureDefinition.counter("rows", "rows", "Rows seen."))
                    .executions(Execution.PLATFORM, Execution.VIRTUAL)
                    .build();
        }
    }

    /** No parameters. */
    public record None() {}

    /** One operation on event loops; {@code served} needs a SUT. */
    public static final class Pings extends PlannedWorkload<None> {
        public Pings(String name) {
            super(name, None.class);
        }

        @Override
        public boolean needsSut() {
            return name().equals("served");
        }

        @Override
        public List<Finding> check(None parameters, Optional<String> sutService) {
            return name().equals("slow") && sutService.isPresent()
                    ? List.of(Finding.problem("Slow pings have no use for " + sutService.get() + ".", "Leave it out."))
                    : List.of();
        }

        @Override
        public WorkloadDefinition define(None parameters) {
            return WorkloadDefinition.builder()
                    .operations(OperationDefinition.of("ping", "Pings."))
                    .pacing(Pacing.cycle(new Distribution.Fixed(Duration.ofMillis(10))))
                    .metric(new MetricDefinition("pingsPerSecond", "pings/s", "ping", 1))
                    .executions(Execution.EVENT_LOOP)
                    .build();
        }
    }

    /** Parameters of the database. */
    public record DatabaseParameters(
            @Parameter(description = "Address.", defaultValue = "")
            String url,

            @Parameter(description = "Port.", defaultValue = "0", min = 0, max = 65_535)
            int port,

            @Parameter(description = "Password.", defaultValue = "", secret = true)
            String password) {}

    /** A service that is planned and never started. */
    public static class PlannedService<P extends Record> implements SutServiceType<P> {
        private final String name;
        private final Class<P> parametersType;

        public PlannedService(String name, Class<P> parametersType) {
            this.name = name;
            this.parametersType = parametersType;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return "Is planned, never started.";
        }

        @Override
        public Class<P> parametersType() {
            return parametersType;
        }

        @Override
        public SutService create(SutContext<P> context) {
            throw new UnsupportedOperationException("is planned, never started");
        }
    }

    /** The service {@code testdb}. */
    public static final class TestDatabase extends PlannedService<DatabaseParameters> {
        public TestDatabase() {
            super("testdb", DatabaseParameters.class);
        }

        @Override
        public List<Finding> check(SutContext.Mode mode, DatabaseParameters parameters) {
            List<Finding> findings = new ArrayList<>();
            if (mode == SutContext.Mode.EXTERNAL && parameters.url().isEmpty()) {
                findings.add(Finding.problem("Is missing.", "Give the address.").about("url"));
            }
            if (mode == SutContext.Mode.EXTERNAL && parameters.port() != 0) {
                findings.add(Finding.problem("Belongs to mode embedded.", "").about("port"));
            }
            findings.add(Finding.note("Is a test database."));
            return findings;
        }
    }
}
