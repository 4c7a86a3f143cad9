// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.rule;

import java.util.List;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult;

/**
 * Reports limits of operations that are in the mix but were never due. They are so rare that their absence is not a
 * fault, but their limits were not tested.
 */
public final class UntestedLimits {
    private UntestedLimits() {}

    /** Adds a note for each workload with limits of operations that were never due. */
    public static void apply(List<WorkloadResult> workloads, List<Reason> reasons) {
        for (WorkloadResult workload : workloads) {
            Scope scope = workload.scope();
            if (workload.all().count(OperationFigures.INTENDED) == 0) {
                continue; // No operation at all was due, which has its own reason.
            }
            List<String> names = workload.lines().stream()
                    .filter(line -> line.count(OperationFigures.INTENDED) == 0
                            && !line.limits().isEmpty())
                    .map(LineResult::name)
                    .filter(name -> reasons.stream()
                            .noneMatch(reason -> reason.rule() == Rule.NOT_OBSERVED
                                    && reason.scope().equals(workload.scope(name))))
                    .toList();
            if (!names.isEmpty()) {
                String message = scope + ": the limits of "
                        + String.join(", ", names.stream().map(Words::of).toList())
                        + " were not tested, since none of these operations was due in the steady state. Use"
                        + " a longer steady state or more load.";
                reasons.add(new Reason(Rule.LIMIT, Severity.NOTE, scope, 0.0, null, "operations", message));
            }
        }
    }
}
