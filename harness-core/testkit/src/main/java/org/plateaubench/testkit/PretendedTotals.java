// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.api.OutcomeKind;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.SentTotals;

/**
 * Totals with one changed value, as if the SUT had lost or duplicated some acknowledged operations.
 *
 * @param real the real totals
 * @param name name of the changed operation or counter
 * @param more amount that is added to the value; may be negative
 */
record PretendedTotals(SentTotals real, String name, long more) implements SentTotals {
    @Override
    public long operations(String operation, OutcomeKind outcome) {
        long count = real.operations(operation, outcome);
        return operation.equals(name) && outcome == OutcomeKind.OK ? count + more : count;
    }

    @Override
    public long counter(String counter) {
        return real.counter(counter) + (counter.equals(name) ? more : 0);
    }

    @Override
    public Acknowledged.Sample acknowledged(String kind) {
        return real.acknowledged(kind);
    }
}
