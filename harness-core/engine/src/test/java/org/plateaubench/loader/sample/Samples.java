// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.sample;

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Parts of plugins. */
public final class Samples {
    private Samples() {}

    /** The classes that a plugin of this package may need. */
    public static List<Class<?>> classes() {
        return List.of(
                Samples.class,
                AlphaPlugin.class,
                AlphaPlugin.Telemetry.class,
                AlphaPlugin.Section.class,
                BetaPlugin.class,
                FailingPlugin.class,
                NamelessPlugin.class,
                None.class,
                BadParameters.class,
                TestWorkload.class,
                TestService.class);
    }

    /** No parameters. */
    public record None() {}

    /** Not a record for parameters. */
    public record BadParameters(int count) {}

    public static Workload<?> workload(String name) {
        return new TestWorkload<>(name, None.class);
    }

    /** A workload with a record that cannot be bound. */
    public static Workload<?> workloadWithBadParameters(String name) {
        return new TestWorkload<>(name, BadParameters.class);
    }

    public static SutServiceType<?> service() {
        return new TestService();
    }

    /** A workload of one operation. */
    public record TestWorkload<P extends Record>(String name, Class<P> parametersType) implements Workload<P> {
        @Override
        public String description() {
            return "A test workload.";
        }

        @Override
        public WorkloadDefinition define(P parameters) {
            return WorkloadDefinition.builder()
                    .operations(OperationDefinition.of("ping", "A ping."))
                    .pacing(Pacing.think(new Distribution.Fixed(Duration.ZERO)))
                    .metric(new MetricDefinition("pings", "pings/s", "ping", 1))
                    .executions(Execution.PLATFORM)
                    .build();
        }

        @Override
        public WorkloadSession open(WorkloadContext<P> context) {
            throw new UnsupportedOperationException("is never driven");
        }
    }

    /** A service that is never started. */
    public record TestService() implements SutServiceType<None> {
        @Override
        public String name() {
            return "testdb";
        }

        @Override
        public String description() {
            return "A test database.";
        }

        @Override
        public Class<None> parametersType() {
            return None.class;
        }

        @Override
        public SutService create(SutContext<None> context) {
            throw new UnsupportedOperationException("is never started");
        }
    }
}
