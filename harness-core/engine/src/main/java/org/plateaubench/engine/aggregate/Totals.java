// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.AcknowledgedThings;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.SentTotals;

/** The totals of each workload over the whole run, from the intervals that arrived. */
final class Totals {
    private final Map<String, WorkloadTotals> byScope = new HashMap<>();

    void add(IntervalSnapshot snapshot) {
        for (WorkloadInterval workload : snapshot.workloads()) {
            of(workload.tile(), workload.workload()).add(workload);
        }
    }

    void add(String scope, Map<String, AcknowledgedThings.Told> told) {
        byScope.computeIfAbsent(scope, name -> new WorkloadTotals()).add(told);
    }

    WorkloadTotals of(int tile, String workload) {
        return byScope.computeIfAbsent(tile + "/" + workload, scope -> new WorkloadTotals());
    }

    static final class WorkloadTotals implements SentTotals {
        private final Map<String, Map<OutcomeKind, Long>> operations = new HashMap<>();
        private final Map<String, Long> counters = new HashMap<>();
        private final Map<String, AcknowledgedThings.Told> acknowledged = new HashMap<>();

        private void add(Map<String, AcknowledgedThings.Told> told) {
            told.forEach((kind, things) -> acknowledged.merge(kind, things, AcknowledgedThings.Told::plus));
        }

        private void add(WorkloadInterval workload) {
            for (LineInterval line : workload.lines()) {
                Map<OutcomeKind, Long> counts =
                        operations.computeIfAbsent(line.line(), name -> new EnumMap<>(OutcomeKind.class));
                counts.merge(OutcomeKind.OK, line.counts().ok(), Long::sum);
                counts.merge(OutcomeKind.DECLINED, line.counts().declined(), Long::sum);
                counts.merge(OutcomeKind.ERROR, line.counts().errors(), Long::sum);
                counts.merge(OutcomeKind.ABANDONED, line.counts().abandoned(), Long::sum);
                counts.merge(OutcomeKind.DROPPED, line.counts().dropped(), Long::sum);
            }
            workload.counters().forEach((name, amount) -> counters.merge(name, amount, Long::sum));
        }

        @Override
        public long operations(String operation, OutcomeKind outcome) {
            return operations.getOrDefault(operation, Map.of()).getOrDefault(outcome, 0L);
        }

        @Override
        public Acknowledged.Sample acknowledged(String kind) {
            AcknowledgedThings.Told told = acknowledged.get(kind);
            return told == null ? Acknowledged.Sample.EMPTY : told.sample();
        }

        @Override
        public long counter(String name) {
            return counters.getOrDefault(name, 0L);
        }
    }
}
