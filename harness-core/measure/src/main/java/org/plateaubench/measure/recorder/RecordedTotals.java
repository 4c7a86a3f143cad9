// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.SentTotals;

/** The totals of a workload, summed over its intervals. Not thread-safe. */
public final class RecordedTotals implements SentTotals {
    private final Map<String, Map<OutcomeKind, Long>> operations = new HashMap<>();
    private final Map<String, Long> counters = new HashMap<>();
    private final Map<String, AcknowledgedItems.Collected> acknowledged = new HashMap<>();

    public void add(WorkloadInterval interval) {
        for (LineInterval line : interval.lines()) {
            LineInterval.Counts counts = line.counts();
            add(line.line(), OutcomeKind.OK, counts.ok());
            add(line.line(), OutcomeKind.DECLINED, counts.declined());
            add(line.line(), OutcomeKind.ERROR, counts.errors());
            add(line.line(), OutcomeKind.ABANDONED, counts.abandoned());
            add(line.line(), OutcomeKind.DROPPED, counts.dropped());
        }
        interval.counters().forEach((name, amount) -> counters.merge(name, amount, Long::sum));
    }

    public void add(Map<String, AcknowledgedItems.Collected> collected) {
        collected.forEach((kind, items) -> acknowledged.merge(kind, items, AcknowledgedItems.Collected::plus));
    }

    public void add(RecordedTotals other) {
        other.operations.forEach((line, counts) -> counts.forEach((kind, count) -> add(line, kind, count)));
        other.counters.forEach((name, amount) -> counters.merge(name, amount, Long::sum));
        add(other.acknowledged);
    }

    private void add(String line, OutcomeKind kind, long count) {
        operations
                .computeIfAbsent(line, name -> new EnumMap<>(OutcomeKind.class))
                .merge(kind, count, Long::sum);
    }

    @Override
    public long operations(String operation, OutcomeKind outcome) {
        return operations.getOrDefault(operation, Map.of()).getOrDefault(outcome, 0L);
    }

    @Override
    public long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }

    @Override
    public Acknowledged.Sample acknowledged(String kind) {
        AcknowledgedItems.Collected collected = acknowledged.get(kind);
        return collected == null ? Acknowledged.Sample.EMPTY : collected.sample();
    }

    /** The names of everything with a count above zero: operations that succeeded, and counters. */
    public Set<String> names() {
        Set<String> names = new HashSet<>();
        operations.keySet().stream()
                .filter(name -> operations(name, OutcomeKind.OK) > 0)
                .forEach(names::add);
        counters.keySet().stream().filter(name -> counter(name) > 0).forEach(names::add);
        return names;
    }
}
