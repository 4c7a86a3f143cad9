// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.run.event.EventDetails.Prevented;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;

/**
 * The effect of comparisons with the SUT on the verdict (M22). A difference is a fault of the SUT, which has lost,
 * changed or repeated work, and fails the run; if another client or the plugin is shown to be the cause, the run is
 * invalid. A required comparison that could not be made may hide lost work, so the run does not pass; if the SUT answers
 * and was only restarted, class dev gets a note.
 */
public final class ComparisonRule {
    private ComparisonRule() {}

    public static void apply(List<ReconciliationRow> rows, RunClass runClass, List<Reason> reasons) {
        for (ReconciliationRow row : rows) {
            if (row.state() != Audit.State.OK && !row.isOfNothing()) {
                reasons.add(Reason.of(row.audit(), severity(row, runClass)));
            }
        }
    }

    private static Severity severity(ReconciliationRow row, RunClass runClass) {
        if (row.state() == Audit.State.NOT_TESTED) {
            return runClass == RunClass.DEV ? Severity.NOTE : Severity.FAIL;
        }
        return row.cause() == ReconciliationRow.Cause.SUT ? Severity.FAIL : Severity.INVALID;
    }

    /** No such event exists if the plugin has no comparisons or the run ended before them. */
    public static void apply(List<RunEvent> events, WorkloadFigures workload, List<Reason> reasons) {
        for (RunEvent event : events) {
            if (event.as(Prevented.class)
                            .filter(fault -> fault.during().equals(EventType.RECONCILIATION.label()))
                            .isPresent()
                    && event.scope().equals(workload.scope().toString())) {
                String message =
                        workload.scope() + ": the contents of the SUT could not be compared with what was sent, so"
                                + " lost work would not be noticed. " + event.message()
                                + " Correct that and run again.";
                reasons.add(new Reason(Rule.RECONCILIATION, Severity.FAIL, workload.scope(), null, null, "", message));
            }
        }
    }

    /** Adds doubts about the data of workloads: settings that weaken what figures claim, and servers that tiles share. */
    public static void doubts(List<RunEvent> events, List<Reason> reasons) {
        for (RunEvent event : events) {
            if (event.is(EventType.DATA_DOUBT)) {
                reasons.add(note(Rule.DATA_DOUBT, event.scope() + ": " + event.message()));
            } else if (event.is(EventType.SHARED_SERVER)) {
                reasons.add(note(Rule.SHARED_SERVER, event.message()));
            }
        }
    }

    private static Reason note(Rule rule, String message) {
        return new Reason(rule, Severity.NOTE, Scope.RUN, null, null, "", message);
    }
}
