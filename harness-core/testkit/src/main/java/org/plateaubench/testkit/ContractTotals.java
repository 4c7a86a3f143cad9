// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.AcknowledgedThings;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.SentTotals;

/** What the runs of a check have sent in all. One thread. */
final class ContractTotals implements SentTotals {
    private final Map<String, Map<OutcomeKind, Long>> operations = new HashMap<>();
    private final Map<String, Long> counters = new HashMap<>();
    private final Map<String, AcknowledgedThings.Told> acknowledged = new HashMap<>();

    void add(WorkloadInterval interval) {
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

    void add(ContractTotals other) {
        other.operations.forEach((line, counts) -> counts.forEach((kind, count) -> add(line, kind, count)));
        other.counters.forEach((name, amount) -> counters.merge(name, amount, Long::sum));
    }

    private void add(String line, OutcomeKind kind, long count) {
        operations
                .computeIfAbsent(line, name -> new EnumMap<>(OutcomeKind.class))
                .merge(kind, count, Long::sum);
    }

    void add(Map<String, AcknowledgedThings.Told> told) {
        told.forEach((kind, things) -> acknowledged.merge(kind, things, AcknowledgedThings.Told::plus));
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
        AcknowledgedThings.Told told = acknowledged.get(kind);
        return told == null ? Acknowledged.Sample.EMPTY : told.sample();
    }

    /** Everything that was counted more than zero times: operations that succeeded, and counters. */
    Set<String> names() {
        Set<String> names = new HashSet<>();
        operations.keySet().stream()
                .filter(name -> operations(name, OutcomeKind.OK) > 0)
                .forEach(names::add);
        counters.keySet().stream().filter(name -> counter(name) > 0).forEach(names::add);
        return names;
    }

    /**
     * The same totals with one of them changed, as if the SUT had lost or doubled some of what it acknowledged.
     *
     * @param name one of {@link #names}
     * @param more how many more were sent than the SUT holds; below zero for fewer
     */
    SentTotals pretending(String name, long more) {
        return new SentTotals() {
            @Override
            public long operations(String operation, OutcomeKind outcome) {
                long real = ContractTotals.this.operations(operation, outcome);
                return operation.equals(name) && outcome == OutcomeKind.OK ? real + more : real;
            }

            @Override
            public long counter(String counter) {
                long real = ContractTotals.this.counter(counter);
                return counter.equals(name) ? real + more : real;
            }

            @Override
            public Acknowledged.Sample acknowledged(String kind) {
                return ContractTotals.this.acknowledged(kind);
            }
        };
    }
}
