// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.testkit.CountingUser;

/** Sums up counters and outcomes of operations; shared by the users of a test. */
final class TestUser extends CountingUser {
    private final Map<String, LongAdder> counters;
    private final Map<String, LongAdder> outcomes = new ConcurrentHashMap<>();

    TestUser() {
        this(0, new ConcurrentHashMap<>());
        for (Measure measure : Measure.values()) {
            counters.put(measure.title(), new LongAdder());
        }
        for (MeasureDefinition measure : HttpMeasures.definitions()) {
            counters.put(measure.name(), new LongAdder());
        }
    }

    private TestUser(int number, Map<String, LongAdder> counters) {
        super(number);
        this.counters = counters;
    }

    /** Another user with the same counters. */
    TestUser numbered(int number) {
        return new TestUser(number, counters);
    }

    void count(Operation operation, Outcome outcome) {
        outcomes.computeIfAbsent(operation.title() + "/" + outcome.kind(), key -> new LongAdder())
                .increment();
    }

    long count(Measure measure) {
        return adder(measure.title()).sum();
    }

    private LongAdder adder(String name) {
        LongAdder adder = counters.get(name);
        if (adder == null) {
            throw new IllegalArgumentException("no counter " + name);
        }
        return adder;
    }

    @Override
    public Counter counter(String name) {
        return adder(name)::add;
    }

    long operations(String operation, OutcomeKind outcome) {
        LongAdder adder = outcomes.get(operation + "/" + outcome);
        return adder == null ? 0 : adder.sum();
    }

    SentTotals totals() {
        return new SentTotals() {
            @Override
            public long operations(String operation, OutcomeKind outcome) {
                return TestUser.this.operations(operation, outcome);
            }

            @Override
            public long counter(String name) {
                return adder(name).sum();
            }
        };
    }
}
