// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.plateaubench.engine.judge.figures.Figures;

/** How fast long work goes on, and how long it takes at that pace. Confined to one thread at a time. */
final class Pace {
    /** Before that a pace is a guess. */
    private static final Duration LEAST = Duration.ofSeconds(2);

    private static final double MILLIS_PER_SECOND = 1_000;
    private static final long MINUTES_FROM_SECONDS = 120;

    private final InstantSource clock;
    private String work = "";
    private Instant begun = Instant.EPOCH;
    private long doneBefore;

    Pace(InstantSource clock) {
        this.clock = clock;
    }

    /** Says it of work that has come so far; empty while nothing can be said. */
    String of(String activity, long done, long total, String unit) {
        if (!activity.equals(work) || done < doneBefore) {
            work = activity;
            begun = clock.instant();
            doneBefore = done;
            return "";
        }
        Duration taken = Duration.between(begun, clock.instant());
        if (done == doneBefore || done >= total || taken.compareTo(LEAST) < 0) {
            return "";
        }
        double perSecond = (done - doneBefore) * MILLIS_PER_SECOND / taken.toMillis();
        long secondsLeft = (long) Math.ceil((total - done) / perSecond);
        return ", " + Figures.said(perSecond) + " " + unit + "/s, "
                + (secondsLeft < MINUTES_FROM_SECONDS ? secondsLeft + " s" : Math.ceilDiv(secondsLeft, 60L) + " min")
                + " left";
    }
}
