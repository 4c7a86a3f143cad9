// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.measure.recorder.DistinctErrors;

/** Sums distinct errors over all agents, whose counts are cumulative. One thread at a time. */
final class ErrorTotals {
    private final Map<List<String>, Map<String, ErrorRecord>> byAgent = new HashMap<>();

    List<ErrorRecord> update(String agent, String scope, List<DistinctErrors.Entry> errors) {
        List<ErrorRecord> totals = new ArrayList<>(errors.size());
        for (DistinctErrors.Entry entry : errors) {
            ErrorRecord error = ErrorRecord.of(scope, entry);
            Map<String, ErrorRecord> ofAgents = byAgent.computeIfAbsent(error.key(), key -> new HashMap<>());
            ofAgents.put(agent, error);
            totals.add(ofAgents.values().stream().reduce(ErrorRecord::plus).orElse(error));
        }
        return totals;
    }
}
