// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.arrival;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.drive.run.RunContext;

/**
 * The units of a closed load that are due and have not ended: for a user in a unit, that unit and all units that fell
 * due after it. Exact, since on a fixed schedule the due units follow from the user's own keyed draws (measurement
 * rules M4 and M14): the caller walks each schedule a second time, up to now, and subtracts the units that users report
 * as ended. A user only keeps that count, and no thread waits for another. All units of a batch end with the last
 * reply. A unit that was abandoned, such as one taken from its user at the drain deadline, stays due.
 *
 * <p>It costs a second set of draws and some 150 bytes per user, so it is kept only if a load has a bound.
 */
public final class Backlog {
    private final RunContext run;
    private final List<ClosedUnits> users = new ArrayList<>();
    private final List<ClosedUnits> schedules = new ArrayList<>();
    private long dueUnits;

    public Backlog(RunContext run) {
        this.run = run;
    }

    /** Adds a user; called before the first reading. */
    public void add(int user, ClosedUnits units) {
        users.add(units);
        schedules.add(new ClosedUnits(run, user));
    }

    /**
     * Units that are due and have not ended now; after the end of issuing no more units fall due. May be called on any
     * thread.
     */
    public synchronized int units() {
        long ended = 0;
        for (ClosedUnits user : users) {
            ended += user.endedUnits();
        }
        // Due units are read after ended ones, which were all due by then, so that the difference is never negative.
        long now = Math.min(run.clock().nanoTime(), run.timeline().issueEndNanos() - 1);
        for (ClosedUnits schedule : schedules) {
            dueUnits += schedule.passDue(now);
        }
        return Math.toIntExact(dueUnits - ended);
    }
}
