// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.store.StoredInterval;

/** The steady window, or a part of it, on the run's clock and in wall-clock time. */
public record Window(long startNanos, long endNanos, Instant start, Instant end) {
    /** The part between two instants of the run's clock, null if it is empty. */
    @Nullable
    public Window cut(long fromNanos, long toNanos) {
        long from = Math.max(startNanos, fromNanos);
        long to = Math.min(endNanos, toNanos);
        return from >= to
                ? null
                : new Window(from, to, start.plusNanos(from - startNanos), start.plusNanos(to - startNanos));
    }

    @JsonProperty
    public double seconds() {
        return Figures.seconds(endNanos - startNanos);
    }

    /** Whether the greater part of an interval is in the window, so that its levels and counters count. */
    public boolean contains(StoredInterval interval) {
        long middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
        return middle >= startNanos && middle < endNanos;
    }

    /** Whether any part is in the window, so that a stop of the harness may have been in it. */
    public boolean overlaps(StoredInterval interval) {
        return interval.endNanos() > startNanos && interval.startNanos() < endNanos;
    }
}
