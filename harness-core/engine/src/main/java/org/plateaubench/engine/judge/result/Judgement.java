// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.event.EventResult;
import org.plateaubench.engine.judge.figures.PhaseSpan;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.score.ScoreResult;

/**
 * The judgement of a run: the content of {@code result.json}. Immutable.
 *
 * @param runId name of the run folder
 * @param planId hash of the plan
 * @param name name of the run
 * @param ending end of the run
 * @param runClass dev, modified or standard
 * @param classReasons reasons why its class is not higher
 * @param notes findings before or besides the load that affect the meaning of the figures, and forbidden actions of
 *     plugins
 * @param verdict the worst verdict that a reason requires
 * @param reasons the reasons, the most severe first
 * @param audits checks of the measurement itself
 * @param phases the actual phases
 * @param window the steady window, null when it was never reached
 * @param periods scored periods in order
 * @param score the score, null when the run file names no reference
 * @param workloads every workload of every tile
 * @param aggregates workloads over tiles
 * @param hosts figures of the hosts that agents observed
 * @param power power and energy by the meters of the run file, null when it has none
 * @param events events on the time axis, and their effects
 * @param sources figures of other sources of telemetry
 * @param harness figures of the harness itself
 * @param bounds the bounds that were applied
 * @param reconciliation comparisons of the contents of the SUTs with the data sent
 */
public record Judgement(
        String runId,
        String planId,
        String name,
        Ending ending,
        String runClass,
        List<String> classReasons,
        List<Note> notes,
        Verdict verdict,
        List<Reason> reasons,
        List<Audit> audits,
        List<PhaseSpan> phases,
        @Nullable Window window,
        List<PeriodResult> periods,
        @Nullable ScoreResult score,
        List<WorkloadResult> workloads,
        List<AggregateResult> aggregates,
        List<HostResult> hosts,
        @Nullable PowerResult power,
        List<EventResult> events,
        List<SourceResult> sources,
        HarnessResult harness,
        Bounds bounds,
        List<ReconciliationRow> reconciliation) {
    /**
     * The end of a run.
     *
     * @param status completed, interrupted, not-started or crashed
     * @param isReported whether its process reported the end
     * @param brokenOff whether a fault, and no request, interrupted it
     */
    public record Ending(String status, boolean isReported, boolean brokenOff) {}

    /** Completed, interrupted, not-started or crashed. */
    public String status() {
        return ending.status();
    }

    /** The verdict of a single step of a schedule, null when it was not reached or cut off. */
    public @Nullable Verdict verdictOf(WorkloadResult workload, StepResult step) {
        if (!step.complete()) {
            return null;
        }
        Verdict worst = Verdict.PASS;
        for (Reason reason : reasons) {
            Scope scope = reason.scope();
            if (step.portion().equals(scope.portion())
                    && Objects.equals(scope.tile(), workload.tile())
                    && workload.name().equals(scope.workload())) {
                Verdict asked = reason.severity().verdict();
                worst = asked.compareTo(worst) > 0 ? asked : worst;
            }
        }
        return worst;
    }

    /** Whether anything was measured: the steady state was reached. */
    public boolean isMeasured() {
        return window != null;
    }

    /** Whether response times of a workload or an operation are limited by the harness (measurement rule M24). */
    public boolean isLimitedByHarness() {
        return workloads.stream()
                .anyMatch(workload -> workload.all().hasLimitedTimes()
                        || workload.lines().stream()
                                .anyMatch(line -> line.block().hasLimitedTimes()));
    }

    /** Whether the run ended during its preparation, before any load. */
    public boolean endedInPreparation() {
        return phases.stream().allMatch(span -> span.name().equals(Phase.PREPARE.label()));
    }

    /** A note for the reader of the figures. */
    public record Note(String scope, String message) {}
}
