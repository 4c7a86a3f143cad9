// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Load;

/**
 * The units of a closed load that are due and have not ended: of a user in a unit that unit and all that fell due behind
 * it. Exact, since on a schedule that stands what is due follows from the user's own keyed draws (measurement rules M4 and
 * M14): whoever asks walks each schedule a second time, up to now, and takes off what the users say that they have ended. A
 * user adds nothing to its path but that count, and nobody waits for anybody. Of a batch all units end with the last reply.
 * What was given up on, as a unit that was taken from its user at the drain deadline, stays due.
 *
 * <p>It costs a second set of draws and some 150 bytes per user, so that it is kept only where a bound asks for it.
 */
final class Backlog {
    private final RunContext run;
    private final List<ClosedUnits> users = new ArrayList<>();
    private final List<ClosedUnits> schedules = new ArrayList<>();
    private long dueUnits;

    /** A backlog without users. */
    Backlog(RunContext run) {
        this.run = run;
    }

    /** Whether a load has a bound that asks for it. */
    static boolean isCounted(DriveSpec spec) {
        return spec.load() instanceof Load.Closed closed && closed.backlogPerUser() != null;
    }

    /** Takes a user in; before the first question. */
    void add(int user, ClosedUnits units) {
        users.add(units);
        schedules.add(new ClosedUnits(run, user));
    }

    /** Units that are due and have not ended at this moment; after the end of issuing nothing more falls due. Any thread. */
    synchronized int units() {
        long ended = 0;
        for (ClosedUnits user : users) {
            ended += user.endedUnits();
        }
        // Read after the ends, each of which was due by then, so that the difference is never below zero.
        long now = Math.min(run.clock().nanoTime(), run.timeline().issueEndNanos() - 1);
        for (ClosedUnits schedule : schedules) {
            dueUnits += schedule.passDue(now);
        }
        return Math.toIntExact(dueUnits - ended);
    }
}
