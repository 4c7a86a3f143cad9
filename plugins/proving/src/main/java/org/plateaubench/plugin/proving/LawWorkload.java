// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Answers;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
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
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Asks a server whose answers take times of a known law, so that printed results can be compared with the law. */
public final class LawWorkload implements Workload<LawWorkload.Parameters> {
    private static final String ASK = "ask";

    /** None: the law and the stalls are settings of the server, and {@code execution} selects the client. */
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
                .operations(OperationDefinition.of(ASK, "a question and its answer")
                        .verifying(Answers.read().identity("the proof, which depends on the question")))
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
        long workloadKey = workloadKey(context);
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new BlockingLawDriver(server, workloadKey, new LawExchange(user));
            }

            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                return new LoopLawDriver(server, workloadKey, new LawExchange(user), loop);
            }
        };
    }

    /** Returns the key of this workload in the server; the same in every agent. */
    private static long workloadKey(WorkloadContext<Parameters> context) {
        return KeyedRandom.key(KeyedRandom.key(context.dataSeed(), context.tile()), context.name());
    }

    @Override
    public DataSet dataSet(WorkloadContext<Parameters> context) {
        return new LawDataSet(LawClient.place(context.requiredSut()), workloadKey(context));
    }

    /** Compares the counts of server and clients; there is no data. */
    private static final class LawDataSet implements DataSet {
        private static final String RECEIVED = "received";
        private static final String ANSWERED = "answered";

        private final InetSocketAddress server;
        private final long workloadKey;
        private ServerCounts.Totals before = new ServerCounts.Totals(0, 0, 0, 0, 0, 0, 0);

        LawDataSet(InetSocketAddress server, long workloadKey) {
            this.server = server;
            this.workloadKey = workloadKey;
        }

        private ServerCounts.Totals totals() throws IOException {
            try (LawClient client = LawClient.connect(server)) {
                return client.totals(workloadKey);
            }
        }

        @Override
        public List<Finding> preflight(DataPolicy policy) {
            try {
                totals();
                return List.of();
            } catch (IOException e) {
                return List.of(Finding.problem(
                        "No server of a known law answers at " + server + " (" + e.getMessage() + ").",
                        "Name a SUT of service known-law."));
            }
        }

        @Override
        public void prepare(DataPolicy policy, Progress progress) throws IOException {
            before = totals();
        }

        @Override
        public Optional<Map<String, String>> baseline() {
            return Optional.of(
                    Map.of(RECEIVED, String.valueOf(before.received()), ANSWERED, String.valueOf(before.answered())));
        }

        @Override
        public void resume(Map<String, String> baseline) {
            before = new ServerCounts.Totals(number(baseline, RECEIVED), number(baseline, ANSWERED), 0, 0, 0, 0, 0);
        }

        private static long number(Map<String, String> baseline, String name) {
            return Long.parseLong(baseline.getOrDefault(name, ""));
        }

        /** Compares the counts. An answer that was no longer awaited may be counted by the server and not by the client. */
        @Override
        public List<Reconciliation> reconcile(SentTotals sent) throws IOException {
            ServerCounts.Totals now = totals();
            long questions = sent.counter(LawExchange.SENT);
            long answered = sent.counter(LawExchange.ANSWERED);
            List<Reconciliation> rows = List.of(
                    Reconciliation.grown(
                            "questions", before.received(), now.received(), questions, questions - answered),
                    Reconciliation.grown("answers", before.answered(), now.answered(), answered, questions - answered));
            return now.received() >= before.received()
                    ? rows
                    : rows.stream()
                            .map(row -> row.asUntested("The server counts less than before the run: it was restarted."))
                            .toList();
        }
    }
}
