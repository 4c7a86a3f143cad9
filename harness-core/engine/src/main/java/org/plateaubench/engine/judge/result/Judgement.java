// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.document.RecordSchema;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentCpu;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.figures.EventEffects.EventResult;
import org.plateaubench.engine.judge.figures.Timeline.PhaseSpan;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.HostResult.SourceResult;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;
import org.plateaubench.engine.judge.result.WorkloadResult.LagSummary;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.measure.host.Calibration;

/**
 * The judgement of a run, which is {@code result.json}. The same run always gives the same judgement. Immutable.
 *
 * @param status completed, interrupted, not-started or crashed
 * @param figures the figures that operations may have, as pages name them
 */
public record Judgement(
        String schema,
        String runId,
        String planId,
        String name,
        String status,
        @JsonProperty("class") String runClass,
        List<String> classReasons,
        List<Note> notes,
        Verdict verdict,
        Conclusion conclusion,
        List<Reason> reasons,
        List<AuditResult> audits,
        List<ReconciliationRow> reconciliation,
        List<PhaseSpan> phases,
        @Nullable Window window,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PeriodResult> periods,
        List<WorkloadResult> workloads,
        @JsonProperty("aggregate") List<AggregateResult> aggregates,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HostResult> hosts,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PowerResult power,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<EventResult> events,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SourceResult> sources,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LimitedBy limitedBy,
        HarnessResult harness,
        JudgedBy judge,
        @Nullable ScoreResult score,
        List<Figure.Declared> figures) {
    public static final String SCHEMA = "plateau.result/1";

    public record Note(String scope, String message) {
        private static final int MAX_NOTES = 100;

        /** Notes with the same message are one, with their number. */
        public static List<Note> merged(List<Note> notes) {
            Map<String, List<Note>> byMessage = new LinkedHashMap<>();
            notes.forEach(note -> byMessage
                    .computeIfAbsent(note.message, message -> new ArrayList<>())
                    .add(note));
            List<Note> merged = new ArrayList<>();
            byMessage.values().stream()
                    .limit(MAX_NOTES)
                    .forEach(same -> merged.add(new Note(
                            same.getFirst().scope,
                            same.getFirst().message + (same.size() == 1 ? "" : " (" + same.size() + " times)"))));
            int more = byMessage.size() - merged.size();
            if (more > 0) {
                merged.add(new Note("", "The events contain " + more + (more == 1 ? " more note." : " more notes.")));
            }
            return merged;
        }
    }

    public record JudgedBy(String version) {}

    public static String jsonSchema() {
        return RecordSchema.text(Judgement.class, SCHEMA, Map.of("LineResult.figures", OperationColumns.schema()));
    }

    public String text() {
        return Documents.text(this);
    }

    public boolean isMeasured() {
        return window != null;
    }

    /** A workload over all tiles that run it: counts are added, percentiles are computed from merged histograms. */
    public record AggregateResult(
            String name,
            String plugin,
            @Nullable MetricValue metric,
            List<CheckResult> checks,
            @JsonProperty("lagMs") LagSummary lag,
            LineResult all,
            @JsonProperty("operations") List<LineResult> lines) {}

    /** A scored period: the results of every workload as if the period were the steady phase. */
    public record PeriodResult(
            String name,
            @Nullable Window window,
            boolean complete,
            List<WorkloadResult> workloads,
            @JsonProperty("aggregate") List<AggregateResult> aggregates) {}

    /**
     * The figures of the harness itself in the steady window.
     *
     * @param cpuShare greatest mean CPU share of any agent's process over its cores, 1 for all of them, null when not
     *     known
     * @param cpu CPU of that agent in cores, null when not known
     */
    public record HarnessResult(
            @Nullable Map<String, Double> dispatchLagMs,
            @Nullable Map<String, Double> completionLagMs,
            @Nullable Map<String, Double> wakeUpLagMs,
            @Nullable Double longestStallMs,
            @Nullable Double cpuShare,
            @Nullable AgentCpu cpu,
            @Nullable Map<String, Calibration> calibration) {}
}
