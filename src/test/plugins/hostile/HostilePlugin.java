// SPDX-License-Identifier: Apache-2.0
package com.example.hostile;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.ReportSection;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Misbehaves as its parameter says, and is correct otherwise. */
public final class HostilePlugin implements Plugin {
    /** The injected fault. */
    public record Parameters(
            @Parameter(description = "What it does wrong.", defaultValue = "nothing") String misdeed) {}

    @Override
    public String id() {
        return "hostile";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new HostileWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new HostileService.Type());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new Telemetry());
    }

    @Override
    public List<ReportSection> reportSections() {
        return List.of(new Section());
    }

    private static final class HostileWorkload implements Workload<Parameters> {
        @Override
        public String name() {
            return "work";
        }

        @Override
        public String description() {
            return "Does what it must not.";
        }

        @Override
        public Class<Parameters> parametersType() {
            return Parameters.class;
        }

        @Override
        public List<Finding> check(Parameters parameters) {
            return switch (parameters.misdeed()) {
                case "check-error" -> throw new Error("check failed");
                default -> List.of();
            };
        }

        @Override
        public WorkloadDefinition define(Parameters parameters) {
            switch (parameters.misdeed()) {
                case "define-error" -> throw new Error("definition failed");
                case "define-block" -> Misdeeds.blockForEver();
                case "define-exit" -> System.exit(0);
                default -> {}
            }
            String line = parameters.misdeed().equals("define-undeclared") ? "nobodys" : "act";
            return new WorkloadDefinition(
                    List.of(OperationDefinition.of("act", "One misdeed.")),
                    List.of(UnitDefinition.of("act")),
                    Mix.Flat.only("act"),
                    Pacing.think(new Distribution.Fixed(Duration.ofMillis(50))),
                    new MetricDefinition("actsPerSecond", "acts/s", line, 1),
                    List.of(
                            MeasureDefinition.counter("things", "things", "Things."),
                            MeasureDefinition.gauge("level", "things", "Things."),
                            MeasureDefinition.series("waits", "Waits.")),
                    List.of(Execution.PLATFORM, Execution.VIRTUAL, Execution.EVENT_LOOP), List.of(), null);
        }

        @Override
        public WorkloadSession open(WorkloadContext<Parameters> context) {
            String misdeed = context.parameters().misdeed();
            return new WorkloadSession() {
                @Override
                public Driver driver(UserContext user) {
                    return HostileDrivers.blocking(misdeed, user);
                }

                @Override
                public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                    return HostileDrivers.asynchronous(misdeed, user, loop);
                }

                @Override
                public void close() {
                    switch (misdeed) {
                        case "session-error" -> throw new Error("session not closed");
                        case "session-block" -> Misdeeds.blockForEver();
                        default -> {}
                    }
                }
            };
        }

        @Override
        public DataSet dataSet(WorkloadContext<Parameters> context) {
            return new HostileData(context.parameters().misdeed());
        }
    }

    private record HostileData(String misdeed) implements DataSet {
        @Override
        public void prepare(DataPolicy policy, Progress progress) {
            switch (misdeed) {
                case "progress" -> {
                    progress.report("\u001b[2JHOSTILE PROGRESS", -1, -1, null);
                    progress.report(null, 1, 2, "x".repeat(100_000));
                    Thread.ofVirtual().name("reporting").start(() -> {
                        while (true) {
                            progress.report("HOSTILE LATE " + System.nanoTime(), 1, 0, "");
                            Thread.yield();
                            java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
                        }
                    });
                }
                case "prepare-exit" -> System.exit(0);
                default -> {}
            }
        }

        @Override
        public List<Reconciliation> reconcile(SentTotals sent) {
            return switch (misdeed) {
                case "reconcile-block" -> {
                    Misdeeds.blockForEver();
                    yield List.of();
                }
                default -> List.of();
            };
        }
    }

    private static final class Telemetry implements TelemetrySourceType {
        @Override
        public String service() {
            return "hostiledb";
        }

        @Override
        public TelemetrySource open(SutAddress sut) {
            String misdeed = sut.property("misdeed");
            return () -> switch (misdeed) {
                case "telemetry-nan" -> List.of(new TelemetrySource.Sample("level", Double.NaN, "x", false));
                case "telemetry-block" -> {
                    Misdeeds.blockForEver();
                    yield List.of();
                }
                default -> List.of(new TelemetrySource.Sample("level", 1, "x", false));
            };
        }
    }

    private static final class Section implements ReportSection {
        @Override
        public String workload() {
            return "work";
        }

        @Override
        public Table render(WorkloadView result) {
            return switch (result.parameter("misdeed")) {
                case "section-block" -> {
                    Misdeeds.blockForEver();
                    yield null;
                }
                case "section-ragged" -> new Table("t", "", List.of("a", "b"), List.of(List.of("only one")));
                case "section-html" -> new Table("<script>alert('HOSTILE')</script>", "", List.of("a"), List.of(
                        Arrays.asList("</table><script>alert('HOSTILE')</script>")));
                default -> new Table("Acts", "", List.of("acts"), List.of(List.of("1")));
            };
        }
    }
}
