// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.engine.aggregate.IntervalLog.ErrorTotal;
import org.plateaubench.measure.recorder.DistinctErrors;

/** Sums distinct errors over all agents, whose counts are cumulative. One thread at a time. */
final class ErrorTotals {
    private record Key(String scope, String operation, String errorClass, String message) {}

    private final Map<Key, Map<String, DistinctErrors.Entry>> byAgent = new HashMap<>();

    List<ErrorTotal> update(String agent, String scope, List<DistinctErrors.Entry> errors) {
        List<ErrorTotal> totals = new ArrayList<>(errors.size());
        for (DistinctErrors.Entry error : errors) {
            Map<String, DistinctErrors.Entry> ofAgents = byAgent.computeIfAbsent(
                    new Key(scope, error.operation(), error.errorClass(), error.message()), key -> new HashMap<>());
            ofAgents.put(agent, error);
            totals.add(new ErrorTotal(scope, sum(ofAgents.values())));
        }
        return totals;
    }

    private static DistinctErrors.Entry sum(Iterable<DistinctErrors.Entry> entries) {
        DistinctErrors.Entry sum = null;
        for (DistinctErrors.Entry entry : entries) {
            sum = sum == null
                    ? entry
                    : new DistinctErrors.Entry(
                            sum.operation(),
                            sum.errorClass(),
                            sum.message(),
                            sum.count() + entry.count(),
                            Math.min(sum.firstNanos(), entry.firstNanos()),
                            Math.max(sum.lastNanos(), entry.lastNanos()));
        }
        return Objects.requireNonNull(sum, "an error has at least one agent");
    }
}
