// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.SplittableRandom;

/**
 * Instants at which a run looks how late it would notice a reply (measurement rules M2 and M16): one at a random place of
 * every {@link #PERIOD_NANOS}, whatever became of the one before. So a freeze of three seconds is sixty late samples and
 * not one, and nothing that repeats itself is always met at the same place. Everyone who keeps the schedule of a run has
 * an object of its own, which one thread uses, and meets the same instants.
 */
final class ProbeSchedule {
    /** Length of the stretches in each of which an instant lies. */
    static final long PERIOD_NANOS = 50_000_000;

    private final SplittableRandom random;
    private long stretch;
    private long dueNanos;

    /** At the first instant of a run. */
    ProbeSchedule(RunContext run) {
        random = new SplittableRandom(run.spec().tile());
        dueNanos = random.nextLong(PERIOD_NANOS);
    }

    /** The instant that is next, on the run's clock. */
    long dueNanos() {
        return dueNanos;
    }

    /** Goes on to the instant after it. */
    void next() {
        stretch++;
        dueNanos = stretch * PERIOD_NANOS + random.nextLong(PERIOD_NANOS);
    }
}
