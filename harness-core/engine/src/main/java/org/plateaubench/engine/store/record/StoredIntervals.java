// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import org.plateaubench.engine.aggregate.AgentInterval;

/** Intervals that have arrived, in the form in which they are stored. Stateless. */
public final class StoredIntervals {
    private StoredIntervals() {}

    /** An interval without its histograms. */
    public static StoredInterval of(AgentInterval interval) {
        return IntervalDocument.of(interval).interval();
    }
}
