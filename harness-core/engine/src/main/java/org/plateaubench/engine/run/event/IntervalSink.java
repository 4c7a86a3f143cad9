// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.List;
import java.util.Map;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.recorder.AcknowledgedThings;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.spi.SentTotals;

/** Receives the measurements of agents. Called by one thread at a time. */
public interface IntervalSink {
    void accept(IntervalSnapshot snapshot);

    /** Receives the distinct errors of one agent whose cumulative counts have changed. */
    void errors(String agent, String scope, List<DistinctErrors.Entry> errors);

    /** Receives the things that the SUT acknowledged to one agent, by kind; called once. */
    void acknowledged(String agent, String scope, Map<String, AcknowledgedThings.Collected> things);

    /** Closes the intervals whose deadline has passed; intervals that did not arrive are missing. */
    void advance(long runNanos);

    /**
     * Closes all intervals, because nothing more will arrive.
     *
     * @param runEndNanos instant up to which agents should have delivered if they did not report their end
     */
    void finish(long runEndNanos);

    SentTotals sent(int tile, String workload);
}
