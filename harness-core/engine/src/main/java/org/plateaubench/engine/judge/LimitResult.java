// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;

/**
 * A limit and what came of it.
 *
 * @param limit as planned
 * @param value what was measured, in the limit's unit; null when there is nothing to measure
 * @param lowerBound whether the true value is known only to be at least that
 * @param met whether the limit was kept; null when it was not tested
 * @param untested why it was not tested, a sentence; null when it was
 * @param lagMs the harness's own lag in what a limit on a time bounds; null for other limits
 * @param isHidden whether it lies below what the harness could tell, so that nobody knows whether it was kept
 */
public record LimitResult(
        QosLimit limit,
        @Nullable Double value,
        boolean lowerBound,
        @Nullable Boolean met,
        @Nullable String untested,
        @Nullable Double lagMs,
        boolean isHidden) {
    /** A limit that was kept or missed. */
    static LimitResult told(QosLimit limit, @Nullable Double value, boolean lowerBound, boolean met) {
        return new LimitResult(limit, value, lowerBound, met, null, null, false);
    }

    /** A limit of which there is too little to tell. */
    static LimitResult untested(QosLimit limit, @Nullable Double value, String why) {
        return new LimitResult(limit, value, false, null, why, null, false);
    }

    LimitResult withLag(double lag) {
        return new LimitResult(limit, value, lowerBound, met, untested, lag, isHidden);
    }

    /** The same as one that lies below what the harness could tell. */
    LimitResult hidden(String why) {
        return new LimitResult(limit, value, lowerBound, null, why, lagMs, true);
    }
}
