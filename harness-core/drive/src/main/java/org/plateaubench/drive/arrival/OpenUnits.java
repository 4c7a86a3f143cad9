// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.arrival;

import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.drive.schedule.UnitSource;

/** The arrivals of an open load, as seen by one user: its schedule is that of the queue. */
public record OpenUnits(ArrivalQueue queue) implements UnitSource {

    @Override
    public boolean next(PacedUnit unit) {
        return queue.take(unit);
    }

    @Override
    public void started(long actualNanos, boolean freeInTime) {}

    @Override
    public void ended(long firstActualNanos, long lastEndNanos) {}

    /** The queue itself accounts for arrivals that no user took. */
    @Override
    public void abandonRest() {}
}
