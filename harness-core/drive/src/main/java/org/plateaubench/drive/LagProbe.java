// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.List;
import org.plateaubench.measure.clock.NanoClock;

/**
 * Measures how late this process would notice a reply, at the instants of a {@link ProbeSchedule}.
 *
 * <p>Beside users on threads it is a thread of the same kind, which sleeps until the instant and looks how late it is.
 * Event loops keep the schedule themselves, and are only woken up here, just as a reply does it: a loop that looks at its
 * channels anyway before this thread has its turn is not as late as this thread is.
 */
final class LagProbe implements Runnable {
    private final RunContext run;
    private final List<SelectorLoop> loops;
    private final Supervisor supervisor;

    /** A probe that wakes up the loops, or looks how late its own thread is when there are none. */
    LagProbe(RunContext run, List<SelectorLoop> loops, Supervisor supervisor) {
        this.run = run;
        this.loops = loops;
        this.supervisor = supervisor;
    }

    @Override
    public void run() {
        NanoClock clock = run.clock();
        ProbeSchedule schedule = new ProbeSchedule(run);
        try {
            clock.parkUntil(0);
            for (; !supervisor.hasEnded(); schedule.next()) {
                long due = schedule.dueNanos();
                clock.parkUntil(due);
                if (loops.isEmpty()) {
                    run.recorder().completionLag(run.windows().windowAt(due), clock.nanoTime() - due);
                } else {
                    loops.forEach(SelectorLoop::wake);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
