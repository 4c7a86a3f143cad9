// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.spi.OperationCall;

/** Runs without faults in virtual time: every audit tests something, and none raises an alarm (M16 to M22). */
final class CorrectRunsTest {
    private static final int SEEDS = 2;

    @TempDir
    Path folder;

    /** One operation in fifty fails and one in twenty is refused, which no audit may report. */
    private static final class FailingSut extends TimedSut {
        FailingSut(ReferenceRun run) {
            super(run.clock);
        }

        @Override
        Outcome outcome(OperationCall call) {
            int drawn = (int) Math.floorMod(call.draws().key(), 100L);
            if (drawn < 5) {
                return Outcome.declined("sold-out");
            }
            return switch (drawn) {
                case 5 -> Outcome.error("refused", "");
                case 6 -> Outcome.connectionLost("reset", "");
                default -> Outcome.ok();
            };
        }
    }

    @Test
    void closedLoadOnThreadsPassesAudits() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            ReferenceRun run = new ReferenceRun(folder.resolve("threads" + seed));
            run.planned.seed = seed;
            if (seed % 2 == 1) {
                run.planned.pacing = Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100)));
            }
            Judgement judgement = run.driveAsPlanned().carryOut(new FailingSut(run));
            assertThat(Audits.violated(judgement)).as("seed " + seed).isEmpty();
            Audits.assertOk(
                    judgement,
                    AuditOrRule.DISPATCH_LAG,
                    AuditOrRule.COMPLETION_LAG,
                    AuditOrRule.AGENT_CPU,
                    AuditOrRule.PROCESSOR_WAIT,
                    AuditOrRule.THROTTLED,
                    AuditOrRule.LONGEST_STALL,
                    AuditOrRule.MISSING_INTERVALS,
                    AuditOrRule.CLOCK_STEP,
                    AuditOrRule.MIX,
                    AuditOrRule.PERFORMED,
                    AuditOrRule.PACING,
                    AuditOrRule.DRAWS,
                    AuditOrRule.IN_FLIGHT,
                    AuditOrRule.USER_TIME,
                    AuditOrRule.OUTAGE,
                    AuditOrRule.EVENNESS,
                    AuditOrRule.RECONCILIATION);
        }
    }

    @Test
    void pipelinedClosedLoadOnEventLoopsPassesAudits() throws Exception {
        ReferenceRun run = new ReferenceRun(folder.resolve("loops"));
        run.planned.load = new Load.Closed(4, 3);
        run.planned.execution = Execution.EVENT_LOOP;
        Judgement judgement = run.driveAsPlanned().carryOut(new FailingSut(run));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(
                judgement,
                AuditOrRule.COMPLETION_LAG,
                AuditOrRule.WAKE_UP_LAG,
                AuditOrRule.MIX,
                AuditOrRule.PERFORMED,
                AuditOrRule.PACING,
                AuditOrRule.DRAWS,
                AuditOrRule.IN_FLIGHT,
                AuditOrRule.USER_TIME,
                AuditOrRule.EVENNESS);
    }

    @Test
    void openLoadPassesAudits() throws Exception {
        for (Load.Arrival arrival : Load.Arrival.values()) {
            ReferenceRun run = new ReferenceRun(folder.resolve(arrival.name()));
            run.planned.load = new Load.Open(60, arrival, 12, 1, 4, 300);
            Judgement judgement = run.driveAsPlanned().carryOut(new FailingSut(run));
            assertThat(Audits.violated(judgement)).as(arrival.name()).isEmpty();
            Audits.assertOk(
                    judgement,
                    AuditOrRule.MIX,
                    AuditOrRule.PERFORMED,
                    AuditOrRule.ARRIVALS,
                    AuditOrRule.IN_FLIGHT,
                    AuditOrRule.OUTAGE,
                    AuditOrRule.EVENNESS);
        }
    }

    /** A minute is too short to distinguish a drift from slow noise. */
    @Test
    void fiveMinuteRunIsSteady() throws Exception {
        ReferenceRun run = new ReferenceRun(folder.resolve("steady"));
        run.planned.phases = ReferencePlan.phases(300, 2);
        run.planned.pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(300)));
        Judgement judgement = run.driveAsPlanned().carryOut(new FailingSut(run));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(judgement, AuditOrRule.OUTAGE, AuditOrRule.STEADINESS);
    }

    /** Shapes like those of the workloads: one operation, a cache, pages, orders, mail, and a scenario with pauses. */
    private static void shape(ReferencePlan plan, int shape) {
        UnitDefinition order = plan.units.getLast();
        Map<String, Double> writes = Map.of("read", 1.0, "write", 2.0);
        UnitDefinition.Step paused =
                new UnitDefinition.Step(writes, 1, 4, Distribution.Exponential.ofMean(Duration.ofMillis(30)), false);
        switch (shape) {
            case 0 -> flat(plan, Map.of("read", 1.0), List.of(UnitDefinition.of("read")));
            case 1 -> flat(plan, Map.of("read", 9.0, "write", 1.0), plan.units.subList(0, 2));
            case 2 -> {} // pages of a matrix
            case 3 -> flat(plan, Map.of("order", 1.0), List.of(order));
            case 4 ->
                flat(
                        plan,
                        Map.of("read", 200.0, "write", 20.0, "pay", 1.0),
                        List.of(UnitDefinition.of("read"), UnitDefinition.of("write"), UnitDefinition.of("pay")));
            default ->
                flat(
                        plan,
                        Map.of("read", 3.0, "visit", 1.0),
                        List.of(
                                UnitDefinition.of("read"),
                                new UnitDefinition("visit", List.of(UnitDefinition.Step.once("pay"), paused))));
        }
    }

    private static void flat(ReferencePlan plan, Map<String, Double> weights, List<UnitDefinition> units) {
        plan.mix = new Mix.Flat(weights);
        plan.units = units;
    }

    private static Load load(int load, ReferencePlan plan, Random random) {
        int users = 2 + random.nextInt(20);
        Distribution gap = random.nextBoolean()
                ? new Distribution.Fixed(Duration.ofMillis(100 + random.nextInt(200)))
                : Distribution.Exponential.ofMean(Duration.ofMillis(100 + random.nextInt(200)));
        plan.pacing = switch (load) {
            case 0 -> Pacing.think(gap);
            case 1 -> Pacing.cycle(gap);
            case 2 -> Pacing.think(new Distribution.Fixed(Duration.ZERO));
            default -> Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(50)));
        };
        Duration third = Duration.ofSeconds(20);
        List<LoadStep> steps = List.of(
                new LoadStep.Constant(third, 4), new LoadStep.Ramp(third, 4, 12), new LoadStep.Constant(third, 12));
        return switch (load) {
            case 0, 1 -> new Load.Closed(users, 1);
            case 2 -> new Load.Closed(2 + users / 5, 1);
            case 3 -> new Load.Closed(12, 1, steps, null);
            case 4 -> new Load.Closed(2 + users / 3, 4);
            case 5 -> new Load.Open(20 + random.nextInt(60), Load.Arrival.REGULAR, 30, 1, 4, 500);
            case 6 -> new Load.Open(20 + random.nextInt(60), Load.Arrival.POISSON, 30, 1, 4, 500);
            default -> new Load.Open(20 + random.nextInt(60), Load.Arrival.POISSON, 8, 4, 4, 500);
        };
    }

    /** A SUT with times that vary by operation and call, and refusals; an error could make a rare operation fail. */
    private static final class OrdinarySut extends TimedSut {
        private final long seed;
        private final AtomicLong calls = new AtomicLong();

        OrdinarySut(ReferenceRun run, long seed) {
            super(run.clock);
            this.seed = seed;
        }

        @Override
        long serviceNanos(int user, int operation) {
            // Neighbouring seeds of Random have similar first numbers, which would be slow noise.
            SplittableRandom random = new SplittableRandom(31 * seed + calls.getAndIncrement());
            double median = operation == 2 ? 40 : 5 + 3 * operation;
            return (long) (1e6 * median * Math.exp(0.5 * random.nextGaussian()));
        }

        @Override
        Outcome outcome(OperationCall call) {
            int drawn = (int) Math.floorMod(call.draws().key(), 1_000L);
            return drawn < 30 ? Outcome.declined("sold-out") : Outcome.ok();
        }
    }

    /** A run with one of the shapes, loads and executions; all their combinations occur in 144 numbers. */
    private Judgement correctRun(int number) throws Exception {
        ReferenceRun run = new ReferenceRun(folder.resolve("honest" + number));
        run.planned.seed = number;
        shape(run.planned, number / 8 % 6);
        run.planned.load = load(number % 8, run.planned, new Random(number));
        boolean isPipelined = run.planned.load.depth() > 1;
        run.planned.execution = isPipelined ? Execution.EVENT_LOOP : Execution.values()[number / 48 % 3];
        run.planned.runClass = number % 2 == 0 ? RunClass.STANDARD : RunClass.DEV;
        return run.driveAsPlanned().carryOut(new OrdinarySut(run, number));
    }

    /** Carries out runs in parallel, which share nothing. */
    private void correctRuns(int from, int runs, int maxInvalid) throws Exception {
        List<String> failed = new ArrayList<>();
        List<String> invalidRuns = new ArrayList<>();
        try (ExecutorService processors =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Callable<Judgement>> all = IntStream.range(from, from + runs)
                    .mapToObj(number -> (Callable<Judgement>) () -> correctRun(number))
                    .toList();
            int number = from;
            for (Future<Judgement> result : processors.invokeAll(all)) {
                Judgement judgement = result.get();
                String description = "run " + number++ + ": " + judgement.reasons();
                if (judgement.verdict() == Verdict.FAIL) {
                    failed.add(description);
                } else if (judgement.verdict() == Verdict.INVALID) {
                    invalidRuns.add(description);
                }
            }
        }
        assertThat(failed).isEmpty();
        assertThat(invalidRuns).hasSizeLessThanOrEqualTo(maxInvalid);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 56})
    void correctRunsPass(int from) throws Exception {
        correctRuns(from, 8, 0);
    }

    /** No run fails, and at most one is invalid: all audits together may raise about one alarm in 1,000 runs. */
    @Test
    @Tag("slow")
    void thousandCorrectRunsPass() throws Exception {
        correctRuns(1_000, 1_000, 1);
    }
}
