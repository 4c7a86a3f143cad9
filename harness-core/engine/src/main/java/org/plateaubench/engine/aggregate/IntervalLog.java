// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

import java.util.List;
import org.plateaubench.measure.DistinctErrors;

/** Where closed intervals are kept. Called by one thread at a time. */
public interface IntervalLog {
    /** Takes one interval of one agent; one that was missing may follow as late. */
    void interval(AgentInterval interval);

    /** Takes the distinct errors that have changed, cumulative over all agents. */
    void errors(List<ErrorTotal> errors);

    /**
     * A distinct error over all agents.
     *
     * @param scope {@code tile/workload}
     * @param error what it is, how often and when
     */
    record ErrorTotal(String scope, DistinctErrors.Entry error) {}
}
