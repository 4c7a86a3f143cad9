// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.time.Duration;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Operations without a SUT, to measure the harness itself. */
public final class NullWorkload implements Workload<NullWorkload.Parameters> {
    private static final String SPIN = "spin";

    public record Parameters(
            @Parameter(
                    description = "Processor time that each operation takes by spinning; 0ms returns at once.",
                    defaultValue = "5us",
                    min = 0,
                    max = 1_000)
            Duration spin) {}

    @Override
    public String name() {
        return "null";
    }

    @Override
    public String description() {
        return "An operation that spins for a known time, without a SUT.";
    }

    @Override
    public Class<Parameters> parametersType() {
        return Parameters.class;
    }

    @Override
    public WorkloadDefinition define(Parameters parameters) {
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of(SPIN, "keeps a processor busy for a known time")
                        .nothingToVerify())
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ZERO)))
                .metric(new MetricDefinition("operationsPerSecond", "operations/s", SPIN, 1))
                .executions(Execution.PLATFORM, Execution.VIRTUAL, Execution.EVENT_LOOP)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        Spin spin = new Spin(context.parameters().spin().toNanos());
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return spin;
            }

            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                return spin;
            }
        };
    }

    /** Keeps a processor busy for a time and returns success; stateless, so that one instance serves all users. */
    record Spin(long nanos) implements Driver, AsyncDriver {
        void spin() {
            if (nanos > 0) {
                long until = System.nanoTime() + nanos;
                while (until - System.nanoTime() > 0) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public boolean applies(OperationCall call) {
            return true;
        }

        @Override
        public Outcome execute(OperationCall call) {
            spin();
            return Outcome.ok();
        }

        @Override
        public void start(OperationCall call, Completion completion) {
            completion.complete(execute(call));
        }

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }
}
