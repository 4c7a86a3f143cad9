// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.HashMap;
import java.util.Map;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.AcknowledgedThings;
import org.plateaubench.measure.recorder.RecordedTotals;

/** The totals of each workload over the whole run, from the intervals that arrived. */
final class SentByWorkload {
    private final Map<String, RecordedTotals> byScope = new HashMap<>();

    void add(IntervalSnapshot snapshot) {
        for (WorkloadInterval workload : snapshot.workloads()) {
            of(workload.tile(), workload.workload()).add(workload);
        }
    }

    void add(String scope, Map<String, AcknowledgedThings.Collected> things) {
        byScope.computeIfAbsent(scope, name -> new RecordedTotals()).add(things);
    }

    RecordedTotals of(int tile, String workload) {
        return byScope.computeIfAbsent(tile + "/" + workload, scope -> new RecordedTotals());
    }
}
