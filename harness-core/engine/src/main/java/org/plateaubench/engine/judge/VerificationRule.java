// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails.Prevented;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.measure.interval.LineInterval;

/**
 * Reports workloads for which nothing was verified (M22). If checks or comparisons are declared and not one was tested,
 * the run is invalid, unless its plan allows this. If none is declared, a run of class standard is invalid, and any
 * other is in doubt. A run that the SUT failed stays failed, because that may be why nothing could be tested.
 */
public final class VerificationRule {
    private VerificationRule() {}

    public static void apply(
            RunPlan plan, List<WorkloadResult> workloads, List<ReconciliationRow> comparisons, List<Reason> reasons) {
        for (WorkloadResult workload : workloads) {
            Scope scope = workload.scope();
            List<ReconciliationRow> rows = comparisons.stream()
                    .filter(row -> row.scope().equals(scope))
                    .toList();
            boolean isTested = rows.stream().anyMatch(row -> row.state() != AuditResult.State.NOT_TESTED)
                    || workload.checks().stream().anyMatch(check -> check.met() != null);
            List<Reason> failures =
                    reasons.stream().filter(reason -> isFailure(reason, scope)).toList();
            boolean isReportedAlready =
                    failures.stream().anyMatch(reason -> reason.rule() == AuditOrRule.RECONCILIATION);
            if (!isTested && !isReportedAlready) {
                long checks = workload.checks().stream()
                        .filter(check -> check.isBounded())
                        .count();
                boolean isDeclared = checks > 0 || !rows.isEmpty();
                boolean mustBeTested = isDeclared ? !plan.bounds().allowUntested() : isStandard(plan);
                reasons.add(new Reason(
                        AuditOrRule.NOTHING_VERIFIED,
                        mustBeTested && failures.isEmpty() ? Severity.INVALID : Severity.NOTE,
                        scope,
                        null,
                        null,
                        "",
                        scope + ": "
                                + (isDeclared
                                        ? untested(checks, rows)
                                        : undeclared(isScenario(plan, scope), isStandard(plan)))));
            }
        }
    }

    private static boolean isStandard(RunPlan plan) {
        return plan.runClass() == RunClass.STANDARD;
    }

    private static boolean isScenario(RunPlan plan, Scope scope) {
        return plan.workloads().stream()
                .filter(workload ->
                        Scope.workload(workload.tile(), workload.name()).equals(scope))
                .anyMatch(workload -> workload.parameters().get("scenario") instanceof Map);
    }

    private static boolean isFailure(Reason reason, Scope workload) {
        Scope scope = reason.scope();
        return reason.severity() == Severity.FAIL
                && workload.equals(new Scope(scope.tile(), scope.workload(), null, null, null));
    }

    private static String untested(long checks, List<ReconciliationRow> rows) {
        return "nothing was verified. Of " + checks + (checks == 1 ? " check" : " checks") + " and " + rows.size()
                + (rows.size() == 1 ? " comparison" : " comparisons")
                + " with the SUT, not one was tested, so wrong or lost work would not be noticed. "
                + (rows.isEmpty() ? "" : rows.getFirst().reason() + " ")
                + "Lengthen the steady phase or raise the load, or accept this with --allow-untested"
                + " (run.allowUntested), which class standard excludes.";
    }

    private static String undeclared(boolean isScenario, boolean isStandard) {
        return "nothing was verified. "
                + (isScenario
                        ? "No step of the scenario has a check, so wrong answers would not be noticed. Add 'check' to a step"
                        : "The workload declares no check and no comparison with the SUT, so wrong or lost work would not be"
                                + " noticed. Add one to its plugin")
                + (isStandard ? ", or lower the class of the run with run.class." : ".");
    }

    /**
     * The effect of comparisons with the SUT on the verdict (M22). A difference is a fault of the SUT, which has lost,
     * changed or repeated work, and fails the run; if another client or the plugin is shown to be the cause, the run is
     * invalid. A required comparison that could not be made may hide lost work, so the run does not pass; class dev
     * only gets a note. A SUT that does not answer is reported by {@link #addPreventedComparisons}.
     */
    static void addComparisons(List<ReconciliationRow> rows, RunClass runClass, List<Reason> reasons) {
        for (ReconciliationRow row : rows) {
            if (row.state() != AuditResult.State.OK && !row.isEmpty()) {
                reasons.add(Reason.of(row.audit(), severity(row, runClass)));
            }
        }
    }

    private static Severity severity(ReconciliationRow row, RunClass runClass) {
        if (row.state() == AuditResult.State.NOT_TESTED) {
            return runClass == RunClass.DEV ? Severity.NOTE : Severity.FAIL;
        }
        return row.cause() == ReconciliationRow.Cause.SUT ? Severity.FAIL : Severity.INVALID;
    }

    /** Adds a reason if the comparisons of a workload could not be made. */
    static void addPreventedComparisons(List<RunEvent> events, WorkloadFigures workload, List<Reason> reasons) {
        for (RunEvent event : events) {
            if (event.as(Prevented.class)
                            .filter(fault -> fault.during().equals(EventType.RECONCILIATION.label()))
                            .isPresent()
                    && event.scope().equals(workload.scope().toString())) {
                String message =
                        workload.scope() + ": the contents of the SUT could not be compared with what was sent, so"
                                + " lost work would not be noticed. " + event.message()
                                + " Correct that and run again.";
                reasons.add(new Reason(
                        AuditOrRule.RECONCILIATION, Severity.FAIL, workload.scope(), null, null, "", message));
            }
        }
    }

    /** Adds doubts: settings, such as no flush at commit, under which figures prove less, and servers that tiles share. */
    static void addDoubts(List<RunEvent> events, List<Reason> reasons) {
        for (RunEvent event : events) {
            if (event.is(EventType.DATA_DOUBT)) {
                reasons.add(note(AuditOrRule.DATA_DOUBT, event.scope() + ": " + event.message()));
            } else if (event.is(EventType.SHARED_SERVER)) {
                reasons.add(note(AuditOrRule.SHARED_SERVER, event.message()));
            }
        }
    }

    private static Reason note(AuditOrRule rule, String message) {
        return new Reason(rule, Severity.NOTE, Scope.RUN, null, null, "", message);
    }

    /** Numerators and denominators of the tiles are added up before the division. */
    public static List<CheckResult> evaluate(List<WorkloadFigures> tiles, double windowSeconds) {
        List<CheckResult> results = new ArrayList<>();
        for (CheckDefinition check : tiles.getFirst().planned().checks()) {
            results.add(evaluate(check, tiles, windowSeconds));
        }
        return results;
    }

    private static CheckResult evaluate(CheckDefinition check, List<WorkloadFigures> tiles, double windowSeconds) {
        double numerator = sum(check.numerator(), tiles, windowSeconds);
        double denominator = sum(check.denominator(), tiles, windowSeconds);
        if (!(windowSeconds > 0)
                || !Double.isFinite(numerator)
                || !(denominator > 0)
                || !Double.isFinite(denominator)) {
            return CheckResult.of(check, null, null);
        }
        double exact = check.factor() * numerator / denominator;
        Double bound = CheckResult.nearerBound(check.lower(), check.upper(), exact);
        double value = bound == null ? Figures.rounded(exact) : Figures.roundedOnSide(exact, bound);
        boolean isTested = check.isBounded() && denominator >= check.needed();
        return CheckResult.of(check, value, isTested ? check.holds(value) : null);
    }

    private static double sum(List<CheckDefinition.Term> terms, List<WorkloadFigures> tiles, double windowSeconds) {
        double sum = 0;
        for (CheckDefinition.Term term : terms) {
            sum += value(term, tiles, windowSeconds);
        }
        return sum;
    }

    private static double value(CheckDefinition.Term term, List<WorkloadFigures> tiles, double windowSeconds) {
        return switch (term.source()) {
            case COUNTER ->
                tiles.stream()
                        .mapToLong(tile -> tile.counters().getOrDefault(term.name(), 0L))
                        .sum();
            case COMPLETED -> completed(term.name(), tiles);
            case USER_SECONDS -> users(tiles) * windowSeconds;
            case SECONDS -> windowSeconds;
            case ONE -> 1;
        };
    }

    private static double users(List<WorkloadFigures> tiles) {
        return tiles.stream().mapToDouble(tile -> users(tile.planned().load())).sum();
    }

    /** The number of users of a load; unknown (NaN) for an open load, and so is each sum that contains it. */
    private static double users(Load load) {
        return load instanceof Load.Closed ? WorkloadFigures.users(load) : Double.NaN;
    }

    private static long completed(String name, List<WorkloadFigures> tiles) {
        long ends = 0;
        for (WorkloadFigures tile : tiles) {
            for (LineTotals line : tile.lines()) {
                boolean isCounted = name.equals(MetricDefinition.ALL_OPERATIONS)
                        ? line.kind() == LineInterval.Kind.OPERATION
                        : name.equals(line.name());
                ends += isCounted ? line.totals().counts().okEnds() : 0;
            }
        }
        return ends;
    }

    static void addMissedChecks(WorkloadResult workload, List<Reason> reasons) {
        Scope scope = workload.scope();
        for (CheckResult result : workload.checks()) {
            if (Boolean.FALSE.equals(result.met())) {
                double value = Objects.requireNonNull(result.value());
                double bound = missedBound(result, value);
                String message = scope + ": " + Words.of(result.name()) + " is "
                        + result.valueText("")
                        + "; allowed is "
                        + result.bounds() + ". "
                        + sentence(result.description())
                        + "Look at the data of the SUT and at what it answered.";
                reasons.add(new Reason(AuditOrRule.CHECK, Severity.FAIL, scope, value, bound, result.unit(), message));
            }
        }
    }

    private static double missedBound(CheckResult check, double value) {
        Double upper = check.upper();
        return upper != null && value > upper ? upper : Objects.requireNonNull(check.lower());
    }

    private static String sentence(String description) {
        return description.isEmpty() ? "" : description.replaceFirst("\\.?$", ". ");
    }
}
