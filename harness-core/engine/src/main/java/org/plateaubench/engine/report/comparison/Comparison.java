// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change;
import org.plateaubench.engine.report.comparison.Differences.Difference;
import org.plateaubench.engine.report.comparison.Findings.ComparedSet;
import org.plateaubench.engine.report.comparison.Findings.Finding;
import org.plateaubench.engine.report.comparison.JudgedRun.Spreads;
import org.plateaubench.engine.statistics.MeanDifference;

/**
 * The differences between sets of stored runs, as a document. A single run is a set of one. The
 * comparison depends only on the runs. Immutable.
 *
 * @param findings findings on whether the runs may be compared, the most severe first
 */
@JsonPropertyOrder("schema")
public record Comparison(
        List<ComparedSet> sets,
        List<ComparedRun> runs,
        List<Finding> findings,
        List<Difference> plan,
        List<Difference> environment,
        List<ComparedWorkload> workloads) {
    public static final String SCHEMA = "plateau.comparison/1";

    /** A run; its label is the label of its set, followed by its number if the set has several runs. */
    public record ComparedRun(
            String label,
            String id,
            String name,
            String status,
            String verdict,
            Conclusion conclusion,
            @JsonProperty("class") String runClass,
            List<String> classReasons,
            @Nullable Instant startedAt,
            @Nullable Double steadySeconds,
            String planId) {
        static ComparedRun of(String label, JudgedRun run) {
            Judgement judgement = run.judgement();
            Window window = judgement.window();
            return new ComparedRun(
                    label,
                    judgement.runId(),
                    judgement.name(),
                    judgement.status(),
                    judgement.verdict().label(),
                    judgement.conclusion(),
                    judgement.runClass(),
                    judgement.classReasons(),
                    run.started(),
                    window == null ? null : Double.valueOf(window.seconds()),
                    judgement.planId());
        }
    }

    public static Comparison of(List<List<JudgedRun>> sets) {
        List<JudgedRun> runs = sets.stream().flatMap(List::stream).toList();
        List<Difference> plan =
                Differences.ofPlans(runs.stream().map(JudgedRun::planTree).toList());
        List<Difference> environment = Differences.ofEnvironments(
                runs.stream().map(JudgedRun::environment).toList());
        Findings findings = new Findings(sets, plan, environment);
        return new Comparison(
                findings.sets(),
                IntStream.range(0, runs.size())
                        .mapToObj(run -> ComparedRun.of(findings.label(run), runs.get(run)))
                        .toList(),
                findings.all(),
                plan,
                environment,
                corrected(ComparedWorkload.of(runs, findings.sets())));
    }

    private static List<ComparedWorkload> corrected(List<ComparedWorkload> workloads) {
        double[] tests = tests(workloads);
        double[] adjusted = MeanDifference.adjusted(tests);
        // Equal probabilities are corrected alike, so each is found by its value.
        return workloads.stream()
                .map(workload -> workload.with(figure -> figure.corrected(test -> adjusted[
                        IntStream.range(0, tests.length)
                                .filter(index -> tests[index] == test)
                                .findFirst()
                                .orElseThrow()])))
                .toList();
    }

    private static double[] tests(List<ComparedWorkload> workloads) {
        return workloads.stream()
                .flatMap(ComparedWorkload::tested)
                .flatMap(figure -> figure.values().stream())
                .map(FigureValue::against)
                .filter(Objects::nonNull)
                .map(Change::pValue)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    public boolean isOfSets() {
        return sets.size() < runs.size();
    }

    @JsonProperty("schema")
    String schema() {
        return SCHEMA;
    }

    @JsonProperty("rule")
    public Rule rule() {
        return new Rule(
                Spreads.BLOCKS,
                Spreads.MIN_BLOCK_SECONDS,
                Change.STANDARD_ERRORS,
                MeanDifference.TEST,
                MeanDifference.CORRECTION,
                tests(workloads).length,
                Change.FALSE_ALARMS,
                Change.LEVEL);
    }

    /**
     * The rules by which the results were found. Two single runs differ if the scatter of the blocks of their steady
     * windows does not explain the difference, two sets of several runs if their test shows it.
     *
     * @param standardErrors minimum difference of two runs that counts, in standard errors of the blocks
     * @param tests number of tests of two sets of several runs
     * @param falseAlarms probability that all tests together show a false difference
     */
    public record Rule(
            int blocks,
            double leastBlockSeconds,
            double standardErrors,
            String test,
            String correction,
            int tests,
            double falseAlarms,
            double intervalLevel) {}
}
