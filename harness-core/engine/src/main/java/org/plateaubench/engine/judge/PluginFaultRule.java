// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.loader.PluginOutput;
import org.plateaubench.measure.recorder.DistinctErrors;

/** A forbidden exception is never the SUT's fault, and makes the run invalid (measurement rule M15). */
public final class PluginFaultRule {
    private static final int NAMED = 3;
    private static final String PLACE = "at ";

    private PluginFaultRule() {}

    /** Adds a reason for a workload whose plugin failed before the window ended, or in operations due in it. */
    public static void apply(List<ErrorRecord> errors, WorkloadFigures workload, Window window, List<Reason> reasons) {
        String scope = workload.scope().toString();
        List<ErrorRecord> faults = errors.stream()
                .filter(error -> error.errorClass().equals(DistinctErrors.PLUGIN_FAULT)
                        && error.scope().equals(scope))
                .sorted(Comparator.comparing(
                                (ErrorRecord error) -> !error.message().contains(PLACE))
                        .thenComparing(
                                Comparator.comparingLong(ErrorRecord::count).reversed()))
                .toList();
        boolean early = faults.stream().anyMatch(fault -> fault.firstNanos() < window.endNanos());
        if (!early && workload.lines().stream().allMatch(line -> count(line) == 0)) {
            return;
        }
        // In a run in progress, the counts may arrive before the texts.
        long count = Math.max(
                faults.stream().mapToLong(ErrorRecord::count).sum(),
                workload.operations().stream().mapToLong(PluginFaultRule::count).sum());
        String named = faults.stream()
                .limit(NAMED)
                .map(fault ->
                        "in " + fault.operation() + " " + fault.message() + " (" + Figures.times(fault.count()) + ")")
                .collect(Collectors.joining("; "));
        reasons.add(new Reason(
                AuditOrRule.PLUGIN_FAULT,
                Severity.INVALID,
                workload.scope(),
                (double) count,
                0.0,
                "faults",
                workload.scope() + ": plugin " + workload.planned().plugin() + " failed " + Figures.times(count)
                        + " by its own fault, not by one of the SUT" + (named.isEmpty() ? "" : ": " + named)
                        + (faults.size() > NAMED
                                ? "; and " + (faults.size() - NAMED) + " more kind"
                                        + (faults.size() - NAMED == 1 ? "" : "s")
                                : "")
                        + (isThrown(faults) ? ". The stack traces are in " + PluginOutput.FILE_NAME : "")
                        + ". Correct the plugin, then run again."));
    }

    private static boolean isThrown(List<ErrorRecord> faults) {
        return faults.stream().anyMatch(fault -> fault.message().contains(PLACE));
    }

    private static long count(LineTotals line) {
        return line.totals().errorsByClass().getOrDefault(DistinctErrors.PLUGIN_FAULT, 0L);
    }
}
