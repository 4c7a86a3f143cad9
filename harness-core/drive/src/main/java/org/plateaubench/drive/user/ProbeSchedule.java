// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.util.SplittableRandom;

/**
 * Instants at which a run measures how late it would notice a reply (measurement rules M2 and M16): one at a random
 * time in every {@link #PERIOD_NANOS}, regardless of the previous one. So a freeze of three seconds gives sixty late
 * samples and not one, and a periodic event is not always sampled at the same point. Each thread that keeps the
 * schedule of a run has its own object and gets the same instants.
 */
public final class ProbeSchedule {
    static final long PERIOD_NANOS = 50_000_000;

    private final SplittableRandom random;
    private long periods;
    private long dueNanos;

    /** A schedule at the first instant of a run; its tile is the seed. */
    public ProbeSchedule(int tile) {
        random = new SplittableRandom(tile);
        dueNanos = random.nextLong(PERIOD_NANOS);
    }

    public long dueNanos() {
        return dueNanos;
    }

    public void next() {
        periods++;
        dueNanos = periods * PERIOD_NANOS + random.nextLong(PERIOD_NANOS);
    }
}
