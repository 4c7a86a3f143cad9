// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import org.plateaubench.measure.interval.IntervalSnapshot;

/** Stores closed intervals. Called by one thread at a time. */
public interface IntervalLog {
    /** Stores the measurements of one interval of one agent; an interval that was missing may be stored as late. */
    void interval(IntervalSnapshot interval, Delivery delivery);

    /** Stores that an interval has not arrived, with its expected start and end on the run's clock. */
    void missing(String agent, long sequence, long startNanos, long endNanos);

    /** Stores the distinct errors whose counts have changed, cumulative over all agents. */
    void errors(List<ErrorRecord> errors);
}
