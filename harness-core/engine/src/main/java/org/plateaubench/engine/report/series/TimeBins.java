// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.time.Duration;
import org.plateaubench.engine.statistics.Nanos;

/**
 * The time axis of charts: bins of whole intervals, counted from the start of the run's clock. A width is the interval
 * times a power of two, so every bin of one width is within one bin of each greater width: a higher resolution divides
 * bins and never moves their edges, which would create artificial peaks.
 */
public record TimeBins(long widthNanos) {
    /** The narrowest bins with which a number of bins covers a time; one at an edge may extend beyond it. */
    public static TimeBins of(Duration interval, long fromNanos, long toNanos, int points) {
        TimeBins bins = new TimeBins(interval.toNanos());
        while (bins.bin(toNanos - 1) - bins.bin(fromNanos) >= Math.max(1, points)) {
            bins = new TimeBins(2 * bins.widthNanos);
        }
        return bins;
    }

    public long bin(long startNanos, long endNanos) {
        return Math.floorDiv(startNanos + (endNanos - startNanos) / 2, widthNanos);
    }

    public long bin(long nanos) {
        return Math.floorDiv(nanos, widthNanos);
    }

    public double middleSeconds(long bin) {
        return (bin + 0.5) * widthNanos / Nanos.PER_SECOND;
    }

    public double widthSeconds() {
        return widthNanos / Nanos.PER_SECOND;
    }
}
