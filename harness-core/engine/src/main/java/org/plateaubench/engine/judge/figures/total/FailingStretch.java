// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import org.plateaubench.measure.interval.LineInterval;

/**
 * The longest time between two successes of a line in which an attempt failed. Intervals are given in time order. Not
 * thread-safe.
 */
final class FailingStretch {
    private long lastSuccessNanos;
    private boolean failedSince;
    private long longestNanos;

    FailingStretch(long windowStartNanos) {
        lastSuccessNanos = windowStartNanos;
    }

    void add(long startNanos, long endNanos, LineInterval.Counts counts) {
        if (counts.okEnds() > 0) {
            end(startNanos);
            lastSuccessNanos = Math.max(lastSuccessNanos, endNanos);
            failedSince = false;
        } else if (counts.failed() > 0) {
            failedSince = true;
        }
    }

    /** The longest such time up to the end of the window; 0 if no attempt failed. */
    long longestNanos(long windowEndNanos) {
        end(windowEndNanos);
        return longestNanos;
    }

    private void end(long nanos) {
        if (failedSince) {
            longestNanos = Math.max(longestNanos, nanos - lastSuccessNanos);
        }
    }
}
