// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin that fulfils the contract except for one flaw. */
public class KvPlugin implements Plugin {
    private final Flaw flaw = Flaw.ofJar();

    /** Another plugin of the same id. */
    public static final class Twin extends KvPlugin {}

    @Override
    public String id() {
        return flaw.id();
    }

    @Override
    public String description() {
        return "Adds to a number.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return switch (flaw) {
            case ORPHAN, IGNORES_DEATH, IGNORES_PORT, CLEARS_NOTHING -> List.of();
            case WRONG_PARAMETER_TYPE -> List.of(new KvWorkload<>(flaw, WrongType.class));
            case UNMARKED_PARAMETER -> List.of(new KvWorkload<>(flaw, Unmarked.class));
            default -> List.of(new KvWorkload<>(flaw, None.class));
        };
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return flaw.isOfService() || flaw.hasServiceOfWorkload() ? List.of(new KvService.Type(flaw)) : List.of();
    }

    /** No parameters. */
    public record None() {}

    /** A parameter of a type that a run file cannot contain. */
    public record WrongType(
            @Parameter(description = "A thread.", defaultValue = "")
            Thread thread) {}

    /** A parameter without its mark. */
    public record Unmarked(
            @Parameter(description = "Program to start.", defaultValue = "")
            String program) {}

    private record KvWorkload<P extends Record>(Flaw flaw, Class<P> parametersType) implements Workload<P> {
        @Override
        public String name() {
            return "add";
        }

        @Override
        public String description() {
            return "Adds to a number.";
        }

        @Override
        public boolean needsSut() {
            return true;
        }

        @Override
        public WorkloadDefinition define(P parameters) {
            OperationDefinition add = OperationDefinition.of("add", "Adds one.")
                    .withTimeout(Duration.ofSeconds(flaw == Flaw.ENDLESS_LOOP ? 1 : 10))
                    .nothingToVerify();
            return new WorkloadDefinition(
                    List.of(add),
                    List.of(UnitDefinition.of("add")),
                    Mix.Flat.only("add"),
                    Pacing.think(new Distribution.Fixed(Duration.ZERO)),
                    new MetricDefinition("adds", "adds/s", "add", 1),
                    List.of(MeasureDefinition.counter("added", "adds", "Acknowledged adds.")),
                    executions(),
                    List.of(),
                    null);
        }

        private List<Execution> executions() {
            return switch (flaw) {
                case NONE -> List.of(Execution.PLATFORM, Execution.VIRTUAL);
                case ONLY_FIRST_EXECUTION -> List.of(Execution.PLATFORM, Execution.EVENT_LOOP);
                default -> List.of(Execution.PLATFORM);
            };
        }

        @Override
        public WorkloadSession open(WorkloadContext<P> context) {
            SutAddress sut = sut(context);
            if (flaw == Flaw.THROWS_IN_OPEN) {
                throw new IllegalStateException("cannot open", new IllegalArgumentException("the true cause"));
            }
            if (flaw == Flaw.ENDLESS_THREAD) {
                Thread.ofPlatform().daemon().name("endless").start(flaw::runForever);
            }
            return new WorkloadSession() {
                @Override
                public Driver driver(UserContext user) {
                    return new KvDriver(flaw, sut, user);
                }
            };
        }

        @Override
        public DataSet dataSet(WorkloadContext<P> context) {
            return new KvData(flaw, sut(context));
        }

        private SutAddress sut(WorkloadContext<P> context) {
            SutAddress sut = context.sut();
            if (sut == null) {
                throw new IllegalArgumentException("there is no SUT");
            }
            return sut;
        }
    }
}
