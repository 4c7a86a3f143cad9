// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.report.comparison.difference.Difference;
import org.plateaubench.engine.report.comparison.difference.EnvironmentDifferences;
import org.plateaubench.engine.report.comparison.difference.PlanDifferences;

/**
 * The differences between stored runs, as a document. It depends only on the runs. Immutable.
 *
 * @param runs the runs; all are compared with the first
 * @param findings findings on whether the runs may be compared, the most severe first
 * @param plan differences of the plans, minor ones last
 * @param environment differences of the environments, minor ones last
 * @param workloads figures of every workload of any run
 * @param harness figures of the harness itself
 */
@JsonPropertyOrder("schema")
public record Comparison(
        List<ComparedRun> runs,
        List<Finding> findings,
        List<Difference> plan,
        List<Difference> environment,
        List<ComparedWorkload> workloads,
        List<ComparedFigure> harness) {
    /** Name and version of the schema; only additions within a version. */
    public static final String SCHEMA = "plateau.comparison/1";

    private static final String ONE_RUN_EACH =
            "Each column is one run. One run does not show how far a repetition would be off: only the scatter"
                    + " within the runs is known. Repeat each a few times before a difference is relied on.";

    /** Compares runs with the first of them. */
    public static Comparison of(List<JudgedRun> runs) {
        List<String> labels =
                IntStream.range(0, runs.size()).mapToObj(Comparison::label).toList();
        Comparison compared = of(runs, labels);
        List<Finding> findings = new ArrayList<>(compared.findings());
        findings.add(new Finding(Finding.Severity.NOTE, labels, ONE_RUN_EACH));
        return new Comparison(
                compared.runs, findings, compared.plan, compared.environment, compared.workloads, compared.harness);
    }

    /** Compares runs with the first of them, with labels chosen by the caller. */
    public static Comparison of(List<JudgedRun> runs, List<String> labels) {
        if (runs.size() < 2) {
            throw new IllegalArgumentException("a comparison needs two runs");
        }
        List<Difference> plan =
                PlanDifferences.of(runs.stream().map(JudgedRun::planTree).toList());
        List<Difference> environment = EnvironmentDifferences.of(
                runs.stream().map(JudgedRun::environment).toList());
        List<Finding> findings = Findings.of(runs, labels, plan, environment);
        IntPredicate comparable = run -> findings.stream().noneMatch(finding -> finding.excludes(labels.get(run)));
        List<ComparedRun> compared = new ArrayList<>();
        for (JudgedRun run : runs) {
            compared.add(run(labels.get(compared.size()), run));
        }
        return new Comparison(
                compared,
                findings,
                plan,
                environment,
                WorkloadComparison.of(runs, comparable),
                WorkloadComparison.harness(runs, comparable));
    }

    private static String label(int run) {
        return run < 26 ? String.valueOf((char) ('A' + run)) : "R" + (run + 1);
    }

    private static ComparedRun run(String label, JudgedRun run) {
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

    @JsonProperty("schema")
    String schema() {
        return SCHEMA;
    }

    @JsonProperty("evidence")
    EvidenceRule evidence() {
        return new EvidenceRule(Spreads.BLOCKS, Spreads.LEAST_BLOCK_SECONDS, FigureValue.STANDARD_ERRORS);
    }

    /** The parameters of the rule for the evidence of a difference. */
    record EvidenceRule(int blocks, double leastBlockSeconds, double standardErrors) {}
}
