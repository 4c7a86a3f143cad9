// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.figures.PhaseSpan;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;

/**
 * All that is said of a run: the content of {@code result.json}. Immutable.
 *
 * @param runId name of the run folder
 * @param planId hash of the plan
 * @param name name of the run
 * @param ending how it ended
 * @param runClass dev, modified or standard
 * @param classReasons why it is not a higher class
 * @param notes what was found before the load or beside it that bears on what the figures mean, and what plugins did
 *     that they must not
 * @param verdict the worst that any reason asks for
 * @param reasons why, the gravest first
 * @param audits checks of the measurement itself
 * @param phases phases as they came about
 * @param window the steady window, null when it was never reached
 * @param periods scored periods in order
 * @param workloads every workload of every tile
 * @param aggregates workloads over tiles
 * @param harness how the harness itself did
 * @param bounds what was applied where the plan says nothing
 * @param reconciliation comparisons of what the SUTs hold with what was sent
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
        List<WorkloadResult> workloads,
        List<AggregateResult> aggregates,
        HarnessResult harness,
        Map<String, Object> bounds,
        List<ReconciliationRow> reconciliation) {
    public Judgement {
        classReasons = List.copyOf(classReasons);
        notes = List.copyOf(notes);
        reasons = List.copyOf(reasons);
        audits = List.copyOf(audits);
        phases = List.copyOf(phases);
        periods = List.copyOf(periods);
        workloads = List.copyOf(workloads);
        aggregates = List.copyOf(aggregates);
        reconciliation = List.copyOf(reconciliation);
    }

    /**
     * How a run ended.
     *
     * @param status completed, interrupted, not-started or crashed
     * @param told whether its process still said how it ended
     * @param brokenOff whether a fault, and nobody's wish, interrupted it
     */
    public record Ending(String status, boolean told, boolean brokenOff) {}

    /** Completed, interrupted, not-started or crashed. */
    public String status() {
        return ending.status();
    }

    /** What a step of a schedule comes to by itself, null when it was not reached or cut off. */
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

    /** Whether the run ended while it was prepared, before any load. */
    public boolean endedInPreparation() {
        return phases.stream().allMatch(span -> span.name().equals(Phase.PREPARE.label()));
    }

    /**
     * Something that a reader of the figures should know.
     *
     * @param scope empty for the run, otherwise {@code tile/workload}
     */
    public record Note(String scope, String message) {}
}
