// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figure.Section;
import org.plateaubench.engine.figure.Figure.View;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.comparison.ComparedWorkload;
import org.plateaubench.engine.report.comparison.JudgedRun;
import org.plateaubench.engine.report.comparison.JudgedRun.Spreads;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.Sha256;

/**
 * A run of a sequence that has ended.
 *
 * @param seconds duration of the run in seconds, including the pause before it and the commands before and after it
 * @param suts facts that its SUTs report about themselves, by their names; empty unless it is evidence
 * @param software digest of Plateau, its plugins and the programs of its workloads; null unless it is evidence
 * @param score score of the run; null without a reference, and when it was not judged
 */
public record EndedRun(
        Step step,
        String runId,
        Outcome outcome,
        boolean doubts,
        double seconds,
        List<String> reasons,
        List<RunFigure> figures,
        Map<String, Object> suts,
        @Nullable String software,
        @Nullable ScoreResult score) {

    static EndedRun of(
            Step step, String runId, StoredRun run, Judgement judgement, double seconds, List<String> reasons) {
        Outcome outcome = Outcome.of(run, judgement);
        boolean isEvidence = outcome.isEvidence();
        RunEnvironment environment = RunEnvironment.of(run.environment());
        return new EndedRun(
                step,
                runId,
                outcome,
                judgement.conclusion().kind() == Conclusion.Kind.DOUBTS,
                seconds,
                reasons,
                isEvidence ? RunFigures.of(JudgedRun.of(run, judgement)) : List.of(),
                isEvidence ? environment.suts() : Map.of(),
                isEvidence ? software(environment) : null,
                judgement.score());
    }

    private static @Nullable String software(RunEnvironment environment) {
        RunEnvironment.Program plateau = environment.plateau();
        return plateau == null
                ? null
                : Sha256.shown(HexFormat.of()
                        .formatHex(Sha256.of(
                                Documents.text(List.of(plateau, environment.plugins(), environment.programs())))));
    }

    static EndedRun withoutResult(Step step, String runId, Outcome outcome, double seconds, List<String> reasons) {
        return new EndedRun(step, runId, outcome, false, seconds, reasons, List.of(), Map.of(), null, null);
    }

    EndedRun withSeconds(double all) {
        return new EndedRun(step, runId, outcome, doubts, all, reasons, figures, suts, software, score);
    }

    static final class RunFigures {
        private static final String POWER = "power";
        private static final String ALL = ComparedWorkload.Line.ALL;

        private final Spreads spreads;
        private final RunPlan plan;
        private final List<RunFigure> figures = new ArrayList<>();

        private RunFigures(Spreads spreads, RunPlan plan) {
            this.spreads = spreads;
            this.plan = plan;
        }

        static List<RunFigure> of(JudgedRun run) {
            RunFigures result = new RunFigures(run.spreads(), run.plan());
            if (run.judgement().isMeasured()) {
                run.judgement().aggregates().forEach(result::add);
                PowerResult power = run.judgement().power();
                if (power != null) {
                    power.totals().forEach(result::add);
                }
            }
            return result.figures;
        }

        private void add(
                RunFigure.Key key, @Nullable Double value, boolean lowerBound, @Nullable Double standardError) {
            if (value != null) {
                figures.add(new RunFigure(key, value, lowerBound, null, standardError));
            }
        }

        /** Adds the figures of power in the steady state, unless they are void. */
        private void add(PowerResult.Total total) {
            PowerResult.Efficiency power = total.stretches().getFirst().figures();
            if (power != null) {
                add(new RunFigure.Key(POWER, total.at(), "mean power", "W"), power.meanWatts(), false, null);
                add(
                        new RunFigure.Key(POWER, total.at(), "operations per joule", "/J"),
                        power.operationsPerJoule(),
                        false,
                        null);
                add(new RunFigure.Key(POWER, total.at(), "score per kW", "/kW"), power.scorePerKilowatt(), false, null);
            }
        }

        private void add(AggregateResult workload) {
            String name = workload.name();
            MetricValue metric = workload.metric();
            if (metric != null) {
                add(new RunFigure.Key(name, "", metric.name(), metric.unit()), metric.value(), false, null);
            }
            add(
                    key(name, "", OperationColumns.THROUGHPUT),
                    workload.all().number(OperationColumns.THROUGHPUT),
                    false,
                    spreads.standardError(name, ALL, ALL, OperationColumns.THROUGHPUT));
            if (workload.lines().stream().noneMatch(line -> line.name().equals(ALL))) {
                add(name, ALL, ALL, workload.all());
            }
            workload.lines().forEach(line -> add(name, line.name(), Documents.word(line.kind()), line));
        }

        private static RunFigure.Key key(String workload, String line, Figure figure) {
            return new RunFigure.Key(workload, line, figure.name(), figure.unit());
        }

        private void add(String workload, String name, String kind, LineResult line) {
            for (Figure figure : OperationColumns.in(View.STUDY)) {
                Figure.Value value = line.value(figure);
                if (value != null && figure.section() == Section.RESPONSE_TIMES) {
                    figures.add(new RunFigure(
                            key(workload, name, figure),
                            value.number(),
                            value.lowerBound(),
                            limit(workload, name, figure.percentile()),
                            spreads.standardError(workload, name, kind, figure)));
                }
            }
        }

        private @Nullable Double limit(String workload, String line, double percentile) {
            return plan.workloads().stream()
                    .filter(planned -> planned.name().equals(workload))
                    .flatMap(planned -> planned.limitsOf(line).stream())
                    .filter(limit -> limit.metric() == QosLimit.Metric.PERCENTILE && limit.percentile() == percentile)
                    .map(QosLimit::bound)
                    .findFirst()
                    .orElse(null);
        }
    }
}
