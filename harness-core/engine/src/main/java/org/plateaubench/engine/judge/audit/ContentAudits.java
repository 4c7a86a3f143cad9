// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.LineFigures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.run.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.LineInterval;

/** Whether figures agree with each other (M13) and with what the SUT holds (M22). */
public final class ContentAudits {
    private ContentAudits() {}

    /** Every success and refusal has a response time, and nothing else has. */
    public static Audit recordedValues(WorkloadFigures workload) {
        long difference = 0;
        for (LineFigures line : workload.lines()) {
            LineInterval.Counts counts = line.totals().counts();
            difference += Math.abs(
                    counts.ok() + counts.declined() - line.responseTimes().measured());
        }
        boolean ok = difference == 0;
        return new Audit(
                Rule.RECORDED_VALUES,
                ok ? Audit.State.OK : Audit.State.VIOLATED,
                workload.scope(),
                (double) difference,
                0.0,
                "values",
                false,
                ok
                        ? "Every success and refusal has its response time."
                        : workload.scope() + ": " + Figures.said(difference)
                                + " successes and refusals have no response time or the other way round, so"
                                + " percentiles are of something else than the counts. The run folder is incomplete:"
                                + " copy it again from where the run was made, or run again.");
    }

    /** The rows of the reconciliation; not tested where a workload gave none. */
    public static List<Audit> reconciliation(StoredRun run, List<WorkloadFigures> workloads) {
        List<Audit> audits = new ArrayList<>();
        for (WorkloadFigures workload : workloads) {
            int before = audits.size();
            for (RunEvent event : run.events()) {
                if (event.type().equals(EventType.RECONCILIATION.label())
                        && event.scope().equals(workload.scope().toString())) {
                    audits.add(row(workload.scope(), event));
                }
            }
            if (audits.size() == before) {
                audits.add(new Audit(
                        Rule.RECONCILIATION,
                        Audit.State.NOT_TESTED,
                        workload.scope(),
                        null,
                        null,
                        "",
                        false,
                        "What the SUT holds was not compared with what was sent: the run did not get so far, or the"
                                + " plugin has no comparison for it. Lost or doubled work would not be seen."));
            }
        }
        return audits;
    }

    private static Audit row(Scope scope, RunEvent event) {
        ReconciliationRow row = ReconciliationRow.of(event);
        String seen = row.what() + ": " + Figures.said(row.expected()) + " expected, " + Figures.said(row.actual())
                + " found, " + Figures.said(row.uncertain()) + " uncertain.";
        return new Audit(
                Rule.RECONCILIATION,
                row.met() ? Audit.State.OK : Audit.State.VIOLATED,
                scope,
                (double) row.difference(),
                (double) row.uncertain(),
                row.what(),
                false,
                row.met()
                        ? seen
                        : scope + ": " + seen + " What was counted is not what the SUT did: look for another client of"
                                + " the same data, lost work in the SUT, or a fault of the plugin.");
    }

    /**
     * A row as the run recorded it.
     *
     * @param what what was compared
     * @param expected what was sent
     * @param actual what the SUT holds
     * @param uncertain how far they may differ
     */
    record ReconciliationRow(String what, long expected, long actual, long uncertain) {
        static ReconciliationRow of(RunEvent event) {
            return new ReconciliationRow(
                    event.details().get("what") instanceof String what ? what : event.message(),
                    number(event.details().get("expected")),
                    number(event.details().get("actual")),
                    number(event.details().get("uncertain")));
        }

        long difference() {
            return Math.abs(actual - expected);
        }

        boolean met() {
            return difference() <= uncertain;
        }

        private static long number(@Nullable Object value) {
            return value instanceof Number number ? number.longValue() : 0;
        }
    }
}
