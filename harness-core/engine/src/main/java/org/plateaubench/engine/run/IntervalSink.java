// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import java.util.Map;
import org.plateaubench.measure.AcknowledgedThings;
import org.plateaubench.measure.DistinctErrors;
import org.plateaubench.measure.IntervalSnapshot;
import org.plateaubench.spi.SentTotals;

/** Takes what agents measured. Called by one thread at a time. */
public interface IntervalSink {
    /** Takes the snapshot of one agent. */
    void accept(IntervalSnapshot snapshot);

    /** Takes the distinct errors of one agent that have changed, cumulative. */
    void errors(String agent, String scope, List<DistinctErrors.Entry> errors);

    /** Takes what the SUT acknowledged to one agent, by kind; said once. */
    void acknowledged(String agent, String scope, Map<String, AcknowledgedThings.Told> told);

    /** Closes the intervals whose deadline has passed; what did not arrive is missing. */
    void advance(long runNanos);

    /**
     * Closes everything: nothing more will arrive.
     *
     * @param runEndNanos up to where agents that did not say they were finished should have delivered
     */
    void finish(long runEndNanos);

    /** What a workload did so far, over all agents. */
    SentTotals sent(int tile, String workload);

    /** Intervals that did not arrive, so far. */
    long missing();
}
