// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.List;
import java.util.SplittableRandom;
import org.plateaubench.measure.clock.NanoClock;

/**
 * Measures how late this process would notice a reply (measurement rules M2 and M16), at instants of a schedule of its
 * own: one at a random place of every {@link #PERIOD_NANOS}, whatever became of the one before. So a freeze of three
 * seconds is sixty late samples and not one, and nothing that repeats itself is always met at the same place.
 *
 * <p>Beside users on threads it is a thread of the same kind, which sleeps until the instant and looks how late it is.
 * Event loops are woken up in their selector, just as a reply does it, and look how late they are.
 */
final class LagProbe implements Runnable {
    /** Length of the stretches in each of which an instant lies. */
    static final long PERIOD_NANOS = 50_000_000;

    private final RunContext run;
    private final List<SelectorLoop> loops;
    private final Supervisor supervisor;

    /** A probe of the loops, or of its own thread when there are none. */
    LagProbe(RunContext run, List<SelectorLoop> loops, Supervisor supervisor) {
        this.run = run;
        this.loops = loops;
        this.supervisor = supervisor;
    }

    @Override
    public void run() {
        NanoClock clock = run.clock();
        SplittableRandom random = new SplittableRandom(run.spec().tile());
        try {
            clock.parkUntil(0);
            for (long stretch = 0; !supervisor.hasEnded(); stretch++) {
                long due = stretch * PERIOD_NANOS + random.nextLong(PERIOD_NANOS);
                clock.parkUntil(due);
                if (loops.isEmpty()) {
                    run.recorder().completionLag(run.windows().windowAt(due), clock.nanoTime() - due);
                } else {
                    loops.forEach(loop -> loop.probe(due));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
