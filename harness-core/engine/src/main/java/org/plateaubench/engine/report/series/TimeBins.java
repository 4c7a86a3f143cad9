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
    /**
     * The narrowest bins with which a bounded number of bins covers a length of time, regardless of its start.
     *
     * @param interval the planned length; actual ones end slightly late, which must not shift the axis
     * @param mostPoints greatest number of bins
     */
    public static TimeBins of(Duration interval, long lengthNanos, long mostPoints) {
        long width = interval.toNanos();
        while (Math.ceilDiv(lengthNanos, width) > mostPoints) {
            width *= 2;
        }
        return new TimeBins(width);
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
