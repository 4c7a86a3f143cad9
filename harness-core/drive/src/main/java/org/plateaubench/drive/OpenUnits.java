// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

/** The arrivals of an open load, as one user sees them: its schedule is the queue's. */
record OpenUnits(ArrivalQueue queue) implements UnitSource {

    @Override
    public boolean next(PacedUnit unit) {
        return queue.take(unit);
    }

    @Override
    public void started(long actualNanos, boolean freeInTime) {}

    @Override
    public void ended(long firstActualNanos, long lastEndNanos) {}

    /** The queue itself accounts for what nobody took. */
    @Override
    public void abandonRest() {}
}
