// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.document.RecordSchema;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.audit.AgentCpu;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.event.EventResult;
import org.plateaubench.engine.judge.figures.PhaseSpan;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.AgentResult;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.HarnessResult;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.PeriodResult;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.SourceResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.score.ScoreResult;
import org.plateaubench.engine.plan.planning.RelaxedText;
import org.plateaubench.measure.calibration.Calibration;

/**
 * The document {@code result.json}: a judgement in the form of files and the API. The same judgement always gives the
 * same document; within a version of the schema, keys are only added.
 */
public record ResultDocument(
        String schema,
        String runId,
        String planId,
        String name,
        String status,
        @JsonProperty("class") String runClass,
        List<String> classReasons,
        List<String> classSummary,
        List<Judgement.Note> notes,
        Verdict verdict,
        Conclusion conclusion,
        List<ReasonRow> reasons,
        List<AuditRow> audits,
        List<ReconciliationRow> reconciliation,
        List<Phase> phases,
        @Nullable Stretch window,
        @Nullable List<PeriodDocument> periods,
        List<WorkloadDocument> workloads,
        List<AggregateResult> aggregate,
        @Nullable List<HostResult> hosts,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PowerResult power,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<EventResult> events,
        @Nullable List<SourceResult> sources,
        HarnessDocument harness,
        JudgeRow judge,
        @Nullable ScoreResult score) {
    public static final String SCHEMA = "plateau.result/1";

    /** The JSON Schema of the document, with a line end. */
    public static String jsonSchema() {
        return RecordSchema.text(ResultDocument.class, SCHEMA);
    }

    /** The text of {@code result.json}. */
    public static String text(Judgement judgement) {
        return Documents.text(of(judgement));
    }

    public static ResultDocument of(Judgement judgement) {
        return new ResultDocument(
                SCHEMA,
                judgement.runId(),
                judgement.planId(),
                judgement.name(),
                judgement.status(),
                judgement.runClass(),
                judgement.classReasons(),
                RelaxedText.merged(judgement.classReasons()),
                judgement.notes(),
                judgement.verdict(),
                Conclusion.of(judgement),
                judgement.reasons().stream().map(ReasonRow::of).toList(),
                judgement.audits().stream().map(AuditRow::of).toList(),
                judgement.reconciliation(),
                judgement.phases().stream().map(Phase::of).toList(),
                Stretch.of(judgement.window()),
                judgement.periods().isEmpty()
                        ? null
                        : judgement.periods().stream()
                                .map(period -> PeriodDocument.of(judgement, period))
                                .toList(),
                judgement.workloads().stream()
                        .map(workload -> WorkloadDocument.of(judgement, workload))
                        .toList(),
                judgement.aggregates(),
                judgement.hosts().isEmpty() ? null : judgement.hosts(),
                judgement.power(),
                judgement.events().isEmpty() ? null : judgement.events(),
                judgement.sources().isEmpty() ? null : judgement.sources(),
                HarnessDocument.of(judgement.harness()),
                new JudgeRow(Judge.VERSION, judgement.bounds()),
                judgement.score());
    }

    public record ReasonRow(
            String rule,
            Severity severity,
            @Nullable Integer tile,
            @Nullable String workload,
            @Nullable String operation,
            @Nullable String agent,
            @Nullable Integer step,
            @Nullable String period,
            @Nullable Double value,
            @Nullable Double bound,
            String unit,
            String message) {
        private static ReasonRow of(Reason reason) {
            Scope scope = reason.scope();
            Portion step = portion(scope, Portion.STEP);
            Portion period = portion(scope, Portion.PERIOD);
            return new ReasonRow(
                    reason.rule().label(),
                    reason.severity(),
                    scope.tile(),
                    scope.workload(),
                    scope.operation(),
                    scope.agent(),
                    step == null ? null : step.number(),
                    period == null ? null : period.label(),
                    reason.value(),
                    reason.bound(),
                    reason.unit(),
                    reason.message());
        }

        private static @Nullable Portion portion(Scope scope, String kind) {
            Portion portion = scope.portion();
            return portion != null && portion.kind().equals(kind) ? portion : null;
        }
    }

    public record AuditRow(
            String rule,
            Audit.State state,
            String scope,
            @Nullable Double value,
            @Nullable Double bound,
            String unit,
            boolean noted,
            String message) {
        private static AuditRow of(Audit audit) {
            return new AuditRow(
                    audit.rule().label(),
                    audit.state(),
                    audit.scope().toString(),
                    audit.value(),
                    audit.bound(),
                    audit.unit(),
                    audit.noted(),
                    audit.message());
        }
    }

    /** An actual phase; it has no end if the run ended during it. */
    public record Phase(
            String name, Instant start, @Nullable Instant end) {
        private static Phase of(PhaseSpan span) {
            return new Phase(span.name(), span.start(), span.end());
        }
    }

    /** The part of the run that counts. */
    public record Stretch(Instant start, Instant end, double seconds) {
        private static @Nullable Stretch of(@Nullable Window window) {
            return window == null ? null : new Stretch(window.start(), window.end(), window.seconds());
        }
    }

    /** The judge, and the bounds that it applied. */
    public record JudgeRow(String version, Bounds bounds) {}

    /** A scored period in {@link ResultDocument}; it has no times if it was never reached. */
    private record PeriodDocument(
            String name,
            @Nullable Instant start,
            @Nullable Instant end,
            @Nullable Double seconds,
            boolean complete,
            List<WorkloadDocument> workloads,
            List<AggregateResult> aggregate) {
        static PeriodDocument of(Judgement judgement, PeriodResult period) {
            Window window = period.window();
            return new PeriodDocument(
                    period.name(),
                    window == null ? null : window.start(),
                    window == null ? null : window.end(),
                    window == null ? null : window.seconds(),
                    period.complete(),
                    period.workloads().stream()
                            .map(workload -> WorkloadDocument.of(judgement, workload))
                            .toList(),
                    period.aggregates());
        }
    }

    /** The figures of the harness itself in {@link ResultDocument}. */
    private record HarnessDocument(
            HarnessResult.@Nullable Lag dispatchLagMs,
            HarnessResult.@Nullable Lag completionLagMs,
            HarnessResult.@Nullable Lag wakeUpLagMs,
            @Nullable Double longestStallMs,
            @Nullable Double cpuShare,
            @Nullable AgentCpu cpu,
            @JsonInclude(Include.NON_NULL) @Nullable List<AgentResult> agents,
            @Nullable Map<String, CalibrationRow> calibration) {
        static HarnessDocument of(HarnessResult harness) {
            Map<String, CalibrationRow> calibrations = new TreeMap<>();
            harness.calibrations().forEach((agent, made) -> calibrations.put(agent, CalibrationRow.of(made)));
            return new HarnessDocument(
                    harness.dispatchLag(),
                    harness.completionLag(),
                    harness.wakeUpLag(),
                    harness.longestStallMs(),
                    harness.cpuShare(),
                    harness.cpu(),
                    harness.agents().isEmpty() ? null : harness.agents(),
                    calibrations.isEmpty() ? null : calibrations);
        }

        record CalibrationRow(
                double clockReadMs,
                double clockStepMs,
                @Nullable ParkError platformParkErrorMs,
                @Nullable ParkError virtualParkErrorMs,
                double longestStallMs,
                double lengthMs) {
            private static CalibrationRow of(Calibration calibration) {
                return new CalibrationRow(
                        Figures.millis(calibration.clock().readNanos()),
                        Figures.millis(calibration.clock().stepNanos()),
                        ParkError.of(calibration.platform()),
                        ParkError.of(calibration.virtual()),
                        Figures.millis(calibration.longestStallNanos()),
                        Figures.millis(calibration.lengthNanos()));
            }
        }

        /** The lateness of timed waits, in milliseconds. */
        record ParkError(int count, double p50, double p90, double p99, double max) {
            private static @Nullable ParkError of(Calibration.ParkError error) {
                return error.count() == 0
                        ? null
                        : new ParkError(
                                error.count(),
                                Figures.millis(error.p50Nanos()),
                                Figures.millis(error.p90Nanos()),
                                Figures.millis(error.p99Nanos()),
                                Figures.millis(error.maxNanos()));
            }
        }
    }
}
