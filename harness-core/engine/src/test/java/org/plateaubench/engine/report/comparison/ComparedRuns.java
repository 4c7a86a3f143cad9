// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change.Result;
import org.plateaubench.engine.report.comparison.Findings.Finding;
import org.plateaubench.engine.store.StoredRun;

/** Stored runs to compare, made by the real recorder and writer. */
public final class ComparedRuns {
    private ComparedRuns() {}

    static JudgedRun sample(Path folder) {
        return judged(SampleRun.passing(folder, 12));
    }

    /** A run of the cache for one minute, whose response times have this seed and this median. */
    public static JudgedRun cache(Path folder, long seed, double medianMillis) {
        return cache(folder, seed, medianMillis, 1, plan -> {});
    }

    /** The same on several tiles, with another plan. */
    public static JudgedRun cache(Path folder, long seed, double medianMillis, int tiles, Consumer<TestPlan> change) {
        TestPlan plan = new TestPlan();
        plan.steady = Duration.ofMinutes(1);
        change.accept(plan);
        for (int tile = 1; tile <= tiles; tile++) {
            plan.simple(tile, new Load.Closed(8, 1));
        }
        try (TestRun run = new TestRun(folder, plan.build())) {
            Random random = new Random(seed);
            run.drive(start -> {
                for (int tile = 1; tile <= tiles; tile++) {
                    for (int i = 0; i < 100; i++) {
                        long at = start + (long) (random.nextDouble() * 0.9 * TestRun.SECOND);
                        long nanos = (long) (medianMillis * TestRun.MILLI * Math.exp(0.3 * random.nextGaussian()));
                        run.ok(tile + "/cache", random.nextBoolean() ? "read" : "write", at, nanos, 50_000);
                    }
                }
            });
            run.end("completed");
            return judged(run);
        }
    }

    /** Compares single runs. */
    static Comparison compared(List<JudgedRun> runs) {
        return Comparison.of(runs.stream().map(List::of).toList());
    }

    static JudgedRun judged(TestRun testRun) {
        StoredRun run = testRun.read();
        return JudgedRun.of(run, Judge.judge(run));
    }

    static Result result(FigureValue value) {
        return Objects.requireNonNull(value.against()).result();
    }

    static ComparedFigure figure(Comparison comparison, String workload, String line, String figure) {
        return comparison.workloads().stream()
                .filter(each -> each.name().equals(workload))
                .flatMap(each -> each.lines().stream())
                .filter(each -> each.name().equals(line))
                .flatMap(each -> each.figures().stream())
                .filter(each -> each.definition().name().equals(figure))
                .findFirst()
                .orElseThrow();
    }

    static List<String> messages(List<Finding> findings, Findings.Effect severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .map(Finding::message)
                .toList();
    }

    static JudgedRun invalid(JudgedRun run, JudgedRun planned) {
        return with(Verdict.INVALID, run, planned);
    }

    /**
     * A run with the judgement of another one, except the verdict; its plan and environment are those of {@code
     * planned}.
     */
    static JudgedRun with(Verdict verdict, JudgedRun run, JudgedRun planned) {
        return new JudgedRun(
                planned.plan(),
                planned.planTree(),
                planned.environment(),
                with(verdict, run),
                planned.started(),
                run.spreads());
    }

    private static Judgement with(Verdict verdict, JudgedRun run) {
        var original = run.judgement();
        return new Judgement(
                original.schema(),
                original.runId(),
                original.planId(),
                original.name(),
                original.status(),
                original.runClass(),
                original.classReasons(),
                original.notes(),
                verdict,
                original.conclusion(),
                original.reasons(),
                original.audits(),
                original.reconciliation(),
                original.phases(),
                original.window(),
                original.periods(),
                original.workloads(),
                original.aggregates(),
                original.hosts(),
                original.power(),
                original.events(),
                original.sources(),
                original.limitedBy(),
                original.harness(),
                original.judge(),
                original.score(),
                original.figures());
    }
}
