// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.user.ProbeSchedule;
import org.plateaubench.drive.user.Users;
import org.plateaubench.measure.clock.NanoClock;

/**
 * Measures how late this process would notice a reply, at the instants of a {@link ProbeSchedule}.
 *
 * <p>For users on threads it is a thread of the same kind, which sleeps until the instant and measures its own
 * lateness. Event loops keep the schedule themselves, and the probe only wakes them up, as a reply does: a loop that
 * checks its channels before this thread runs is not as late as this thread.
 */
final class LagProbe implements Runnable {
    private final RunContext run;
    private final Users users;
    private final Supervisor supervisor;

    /**
     * Creates a probe that wakes up the loops of the users, or measures the lateness of its own thread if there are
     * none.
     */
    LagProbe(RunContext run, Users users, Supervisor supervisor) {
        this.run = run;
        this.users = users;
        this.supervisor = supervisor;
    }

    @Override
    public void run() {
        NanoClock clock = run.clock();
        ProbeSchedule schedule = new ProbeSchedule(run.spec().tile());
        try {
            clock.parkUntil(0);
            for (; !supervisor.hasEnded(); schedule.next()) {
                long due = schedule.dueNanos();
                clock.parkUntil(due);
                if (!users.wakeLoops()) {
                    run.recorder().completionLag(run.windows().windowAt(due), clock.nanoTime() - due);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
