// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.run.EventType;
import org.plateaubench.engine.store.RunEvent;

/** A comparison with the SUT that was due and could not be made: work may be lost, so the run does not pass (M22). */
final class ComparisonRule {
    private ComparisonRule() {}

    /** A plugin without comparisons gives no such event; neither does a run that ended before them. */
    static void apply(List<RunEvent> events, WorkloadFigures workload, List<Reason> reasons) {
        for (RunEvent event : events) {
            if (event.type().equals(EventType.FAULT.label())
                    && EventType.RECONCILIATION.label().equals(event.details().get(EventType.DURING))
                    && event.scope().equals(workload.scope().toString())) {
                reasons.add(new Reason(
                        Rule.RECONCILIATION,
                        Severity.FAIL,
                        workload.scope(),
                        null,
                        null,
                        "",
                        workload.scope() + ": what the SUT holds could not be compared with what was sent, so lost work"
                                + " would not be seen. " + event.message()));
            }
        }
    }
}
