// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

import java.util.List;
import org.plateaubench.measure.recorder.DistinctErrors;

/** Stores closed intervals. Called by one thread at a time. */
public interface IntervalLog {
    /** Stores one interval of one agent; an interval that was missing may be stored again as late. */
    void interval(AgentInterval interval);

    /** Stores the distinct errors whose counts have changed, cumulative over all agents. */
    void errors(List<ErrorTotal> errors);

    record ErrorTotal(String scope, DistinctErrors.Entry error) {}
}
