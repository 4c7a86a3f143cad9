// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin without a SUT, whose operations take no time. */
final class LinePlugin implements Plugin, Workload<LinePlugin.Nothing> {
    private final String version;

    /** No parameters. */
    record Nothing() {}

    LinePlugin(String version) {
        this.version = version;
    }

    /** An application with only this plugin, whose runs are in the subfolder {@code runs} of a folder. */
    RunApplication application(Path folder) {
        return new RunApplication(
                Installation.of(PluginCatalog.of(this)), folder.resolve("runs"), SystemClock.instance(), name -> null);
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public String id() {
        return "lines";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "lines";
    }

    @Override
    public String description() {
        return "Writes lines.";
    }

    @Override
    public Class<Nothing> parametersType() {
        return Nothing.class;
    }

    @Override
    public WorkloadDefinition define(Nothing parameters) {
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of("line", "One line."))
                .pacing(Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(40))))
                .metric(new MetricDefinition("linesPerSecond", "lines/s", "line", 1))
                .executions(Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<Nothing> context) {
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return call -> Outcome.ok();
            }
        };
    }
}
