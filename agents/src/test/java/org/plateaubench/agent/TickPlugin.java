// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin whose operations succeed immediately; opening it requires the value of its secret. */
final class TickPlugin implements Plugin, Workload<TickPlugin.Parameters> {
    static final String TOKEN = "t0ken";

    static final WorkloadDefinition DEFINITION = WorkloadDefinition.builder()
            .operations(OperationDefinition.of("tick", "Ticks."))
            .pacing(Pacing.cycle(new Distribution.Fixed(Duration.ofMillis(20))))
            .metric(new MetricDefinition("ticksPerSecond", "ticks/s", "tick", 1))
            .executions(Execution.PLATFORM)
            .build();

    /** The files of the workload that was opened last. */
    static volatile Map<String, String> files = Map.of();

    record Parameters(
            @Parameter(description = "A secret.", defaultValue = "", secret = true)
            String token) {}

    @Override
    public String id() {
        return "ticks";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "ticks";
    }

    @Override
    public String description() {
        return "Ticks.";
    }

    @Override
    public Class<Parameters> parametersType() {
        return Parameters.class;
    }

    @Override
    public WorkloadDefinition define(Parameters parameters) {
        return DEFINITION;
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        if (!context.parameters().token().equals(TOKEN)) {
            throw new IllegalArgumentException("the secret did not arrive");
        }
        files = context.files();
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return call -> Outcome.ok();
            }
        };
    }
}
