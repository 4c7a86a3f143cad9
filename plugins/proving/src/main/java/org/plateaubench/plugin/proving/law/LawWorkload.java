// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.law;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Asks a server whose answers take times of a known law, so that printed results can be compared with the law. */
public final class LawWorkload implements Workload<LawWorkload.Parameters> {
    private static final String ASK = "ask";

    /** It has none: law and stalls belong to the server, and {@code execution} selects the client. */
    public record Parameters() {}

    @Override
    public String name() {
        return "law";
    }

    @Override
    public String description() {
        return "Asks a server whose answers take times of a known law, and checks each answer.";
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
    public WorkloadDefinition define(Parameters parameters) {
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of(ASK, "a question and its answer"))
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ofMillis(100))))
                .metric(new MetricDefinition("answersPerSecond", "answers/s", ASK, 1))
                .measures(
                        MeasureDefinition.counter(
                                LawExchange.SENT, "questions", "Questions sent, whatever their outcome."),
                        MeasureDefinition.counter(LawExchange.ANSWERED, "answers", "Correct answers."),
                        MeasureDefinition.series(
                                LawExchange.SERVED, "Time that the server itself took, from reading to answering."))
                .executions(Execution.PLATFORM, Execution.VIRTUAL, Execution.EVENT_LOOP)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        InetSocketAddress server = LawClient.place(context.requiredSut());
        long tally = tally(context);
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new BlockingLawDriver(server, tally, new LawExchange(user));
            }

            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                return new LoopLawDriver(server, tally, new LawExchange(user), loop);
            }
        };
    }

    /** Returns the key of this workload's tally in the server; the same in every agent. */
    private static long tally(WorkloadContext<Parameters> context) {
        return KeyedRandom.key(KeyedRandom.key(context.dataSeed(), context.tile()), context.name());
    }

    @Override
    public DataSet dataSet(WorkloadContext<Parameters> context) {
        return new LawDataSet(LawClient.place(context.requiredSut()), tally(context));
    }
}
