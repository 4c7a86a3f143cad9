// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import org.plateaubench.engine.aggregate.AgentInterval;

/** Converts intervals that have arrived to the form in which they are stored. Stateless; any thread. */
public final class StoredIntervals {
    private StoredIntervals() {}

    /** An interval without its histograms. */
    public static StoredInterval of(AgentInterval interval) {
        return IntervalDocument.of(interval).interval();
    }
}
