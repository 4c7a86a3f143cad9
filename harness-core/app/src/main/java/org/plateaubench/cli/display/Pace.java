// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** The pace of long work, and the time left at that pace. Confined to one thread at a time. */
final class Pace {
    /** Time after which a pace is reliable enough to be displayed. */
    private static final Duration LEAST = Duration.ofSeconds(2);

    private static final double MILLIS_PER_SECOND = 1_000;
    private static final long MINUTES_FROM_SECONDS = 120;

    private final InstantSource clock;
    private final Map<String, Start> starts = new HashMap<>();

    private record Start(Instant begun, long doneBefore) {}

    Pace(InstantSource clock) {
        this.clock = clock;
    }

    /** The remaining time of work by its progress, even while other work runs; empty while it is not known. */
    String of(String work, long done, long total) {
        if (done >= total) {
            starts.remove(work);
            return "";
        }
        Start start = starts.get(work);
        if (start == null || done < start.doneBefore()) {
            starts.put(work, new Start(clock.instant(), done));
            return "";
        }
        Duration taken = Duration.between(start.begun(), clock.instant());
        if (done == start.doneBefore() || taken.compareTo(LEAST) < 0) {
            return "";
        }
        double perSecond = (done - start.doneBefore()) * MILLIS_PER_SECOND / taken.toMillis();
        long secondsLeft = (long) Math.ceil((total - done) / perSecond);
        return ", "
                + (secondsLeft < MINUTES_FROM_SECONDS ? secondsLeft + " s" : Math.ceilDiv(secondsLeft, 60L) + " min")
                + " left";
    }
}
