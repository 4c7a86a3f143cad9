// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.run.event.EventDetails.SutFailed;
import org.plateaubench.engine.run.event.EventDetails.SutFailure;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.loader.PluginOutput;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.spi.SutContext;

/**
 * The effects of faults of plugins and SUTs on the verdict (measurement rule M15). A forbidden exception of a plugin is
 * never the SUT's fault, and makes the run invalid. The run fails if a SUT that the harness started ended before the
 * run, even after the steady state, because its contents can no longer be compared with the data sent. It also fails if
 * an external SUT does not answer at the end; if it did not answer in between, the outcomes of operations decide. The
 * run is invalid if a plugin cannot report the state of its SUT.
 */
public final class FaultRules {
    private static final int MAX_LISTED_FAULTS = 3;
    private static final String PLACE = "at ";

    private FaultRules() {}

    /** Adds a reason for a workload whose plugin failed before the window ended, or in operations due in it. */
    static void checkPlugin(List<ErrorRecord> errors, WorkloadFigures workload, Window window, List<Reason> reasons) {
        String scope = workload.scope().toString();
        List<ErrorRecord> faults = errors.stream()
                .filter(error -> error.errorClass().equals(DistinctErrors.PLUGIN_FAULT)
                        && error.scope().equals(scope))
                .sorted(Comparator.comparing(
                                (ErrorRecord error) -> !error.message().contains(PLACE))
                        .thenComparing(
                                Comparator.comparingLong(ErrorRecord::count).reversed()))
                .toList();
        boolean isEarly = faults.stream().anyMatch(fault -> fault.firstNanos() < window.endNanos());
        if (!isEarly && workload.lines().stream().allMatch(line -> count(line) == 0)) {
            return;
        }
        // In a run in progress, the counts may arrive before the texts.
        long count = Math.max(
                faults.stream().mapToLong(ErrorRecord::count).sum(),
                workload.operations().stream().mapToLong(FaultRules::count).sum());
        String named = faults.stream()
                .limit(MAX_LISTED_FAULTS)
                .map(fault ->
                        "in " + fault.operation() + " " + fault.message() + " (" + Figures.times(fault.count()) + ")")
                .collect(Collectors.joining("; "));
        int more = faults.size() - MAX_LISTED_FAULTS;
        boolean isThrown = faults.stream().anyMatch(fault -> fault.message().contains(PLACE));
        reasons.add(new Reason(
                AuditOrRule.PLUGIN_FAULT,
                Severity.INVALID,
                workload.scope(),
                (double) count,
                0.0,
                "faults",
                workload.scope() + ": plugin " + workload.planned().plugin() + " failed " + Figures.times(count)
                        + " because of its own code, not because of the SUT" + (named.isEmpty() ? "" : ": " + named)
                        + (more > 0 ? "; and " + more + " more kind" + (more == 1 ? "" : "s") : "")
                        + (isThrown ? ". The stack traces are in " + PluginOutput.FILE_NAME : "")
                        + ". Correct the plugin, then run again."));
    }

    private static long count(LineTotals line) {
        return line.totals().errorsByClass().getOrDefault(DistinctErrors.PLUGIN_FAULT, 0L);
    }

    /** SUTs that did not start or failed: the run is no measurement of them, even if it meets its limits. */
    public static List<RunEvent> failures(List<RunEvent> events, RunPlan plan) {
        return events.stream()
                .filter(event -> event.is(EventType.SUT_FAILED))
                .filter(event -> event.runNanos() == RunEvent.BEFORE_START || severity(event, plan) != Severity.NOTE)
                .toList();
    }

    static void checkSuts(List<RunEvent> events, RunPlan plan, List<Reason> reasons) {
        Set<String> failed = new HashSet<>();
        events.stream()
                .filter(event -> event.is(EventType.SUT_FAILED) && event.runNanos() != RunEvent.BEFORE_START)
                .sorted(Comparator.comparing((RunEvent event) -> severity(event, plan) == Severity.NOTE))
                .filter(event -> failed.add(event.scope()))
                .forEach(event -> reasons.add(reason(event, plan)));
    }

    private static Reason reason(RunEvent event, RunPlan plan) {
        Severity severity = severity(event, plan);
        return new Reason(
                severity == Severity.INVALID ? AuditOrRule.PLUGIN_FAULT : AuditOrRule.SUT_FAILED,
                severity,
                Scope.RUN,
                null,
                null,
                "",
                event.scope() + ": " + event.message() + " " + meaning(severity));
    }

    private static Severity severity(RunEvent event, RunPlan plan) {
        return switch (event.as(SutFailed.class).map(SutFailed::when).orElse(SutFailure.UNDER_LOAD)) {
            case UNKNOWN -> Severity.INVALID;
            case AT_THE_END -> Severity.FAIL;
            case UNDER_LOAD -> isEmbedded(event, plan) ? Severity.FAIL : Severity.NOTE;
        };
    }

    private static boolean isEmbedded(RunEvent event, RunPlan plan) {
        return plan.suts().stream()
                .anyMatch(
                        sut -> event.scope().equals("sut/" + key(sut, plan)) && sut.mode() == SutContext.Mode.EMBEDDED);
    }

    private static String key(PlannedSut sut, RunPlan plan) {
        return plan.tiles() == 1 ? sut.name() : sut.tile() + "/" + sut.name();
    }

    private static String meaning(Severity severity) {
        return switch (severity) {
            case NOTE -> "It answered again when the load had ended. Look at its log for a restart.";
            case FAIL ->
                "A run counts only when its systems under test are available until its end. Look at its log, then run"
                        + " again.";
            case INVALID ->
                "It is not known whether it was available until the end of the run. Correct the plugin,"
                        + " then run again.";
        };
    }
}
