// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.measure.clock.NanoClock;

/**
 * Measures how late this process would notice a reply (measurement rule M2): a thread of the same kind as the users'
 * sleeps ten times a second and looks how late it wakes up.
 */
final class LagProbe implements Runnable {
    private static final long PERIOD_NANOS = 100_000_000;

    private final RunContext run;
    private final Supervisor supervisor;

    LagProbe(RunContext run, Supervisor supervisor) {
        this.run = run;
        this.supervisor = supervisor;
    }

    @Override
    public void run() {
        NanoClock clock = run.clock();
        try {
            clock.parkUntil(0);
            while (!supervisor.hasEnded()) {
                long due = clock.nanoTime() + PERIOD_NANOS;
                clock.parkUntil(due);
                run.recorder().completionLag(run.windows().windowAt(due), clock.nanoTime() - due);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
