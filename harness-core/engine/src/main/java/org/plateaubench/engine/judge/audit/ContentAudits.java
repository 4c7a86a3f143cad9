// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.LineTotals;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.measure.interval.LineInterval;

/** Checks whether figures agree with each other (M13) and with the data in the SUT (M22). */
public final class ContentAudits {
    private ContentAudits() {}

    /** The audits of what is stored of a workload. */
    public static List<Audit> of(WorkloadFigures workload) {
        return List.of(recordedValues(workload));
    }

    /** Every success and refusal has a response time, and no other outcome has. */
    private static Audit recordedValues(WorkloadFigures workload) {
        long difference = 0;
        for (LineTotals line : workload.lines()) {
            LineInterval.Counts counts = line.totals().counts();
            difference += Math.abs(
                    counts.ok() + counts.declined() - line.totals().response().measured());
        }
        return new UpperBound(Rule.RECORDED_VALUES, workload.scope(), 0, "values")
                .audit(
                        (double) difference,
                        "Every success and refusal has its response time.",
                        workload.scope() + ": " + Figures.text(difference)
                                + " is the difference between the number of successes and refusals and the number of"
                                + " their response times, so percentiles and counts do not describe the same"
                                + " operations. The run folder is incomplete: copy it again from the host of the run,"
                                + " or run again.");
    }

    /** The rows of the reconciliation; not tested where a workload has none. */
    public static List<Audit> reconciliation(List<ReconciliationRow> rows, List<WorkloadFigures> workloads) {
        List<Audit> audits = new ArrayList<>();
        for (WorkloadFigures workload : workloads) {
            int before = audits.size();
            for (ReconciliationRow row : rows) {
                if (row.scope().equals(workload.scope())) {
                    audits.add(row.audit());
                }
            }
            if (audits.size() == before) {
                audits.add(Audit.notTested(
                        Rule.RECONCILIATION,
                        workload.scope(),
                        null,
                        "",
                        "The contents of the SUT were not compared with what was sent: the run did not get that far,"
                                + " or the plugin does not compare them. Lost or duplicated work would not be"
                                + " noticed."));
            }
        }
        return audits;
    }
}
