// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.audit.Audit.UpperBound;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.measure.interval.LineInterval;

/** Checks whether figures agree with each other and with what a histogram holds (M13), and with the data in the SUT (M22). */
public final class ContentAudits {
    private ContentAudits() {}

    public static List<Audit> of(WorkloadFigures workload) {
        List<Audit> audits = new ArrayList<>(List.of(recordedValues(workload)));
        aboveRange(workload).ifPresent(audits::add);
        return audits;
    }

    /** Every success and refusal has a response time, and no other outcome has. */
    private static Audit recordedValues(WorkloadFigures workload) {
        long difference = 0;
        for (LineTotals line : workload.lines()) {
            LineInterval.Counts counts = line.totals().counts();
            difference += Math.abs(
                    counts.ok() + counts.declined() - line.totals().response().measured());
        }
        return new UpperBound(AuditOrRule.RECORDED_VALUES, workload.scope(), 0, "values")
                .audit(
                        (double) difference,
                        "Every success and refusal has its response time.",
                        workload.scope() + ": " + Figures.text(difference)
                                + " is the difference between the number of successes and refusals and the number of"
                                + " their response times, so percentiles and counts do not describe the same"
                                + " operations. The run folder is incomplete: copy it again from the host of the run,"
                                + " or run again.");
    }

    /** How many response times are longer than a histogram holds; empty if there is none, as nearly always. */
    private static Optional<Audit> aboveRange(WorkloadFigures workload) {
        long above = 0;
        for (LineTotals line : workload.lines()) {
            TimeTotals response = line.totals().response();
            above += response.measured() - response.inHistogram();
        }
        if (above == 0) {
            return Optional.empty();
        }
        String message = workload.scope() + ": response times longer than an hour, the longest that a histogram holds: "
                + Figures.text(above) + ". Percentiles among them are lower bounds; count, mean and maximum are exact."
                + " Set a shorter timeout.";
        return Optional.of(Audit.of(
                        AuditOrRule.ABOVE_RANGE,
                        false,
                        workload.scope(),
                        (double) above,
                        0.0,
                        "response times",
                        message)
                .asNote());
    }

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
                        AuditOrRule.RECONCILIATION,
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
