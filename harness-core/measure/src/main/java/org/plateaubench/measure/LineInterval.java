// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One operation, unit or observed series in one window, over one interval. Immutable.
 *
 * @param line name
 * @param kind what the line is
 * @param window window of the intended start
 * @param counts what happened
 * @param errorsByClass how many errors of each class; those past the bound of distinct ones under one name
 * @param declinedByReason how many refusals for each reason, bounded likewise
 * @param response response times of successes and refusals, null when there were none
 * @param service service times of the same operations
 * @param error response times of errors
 */
public record LineInterval(
        String line,
        Kind kind,
        PhaseWindow window,
        Counts counts,
        Map<String, Long> errorsByClass,
        Map<String, Long> declinedByReason,
        @Nullable Times response,
        @Nullable Times service,
        @Nullable Times error) {

    /** What a line is. */
    public enum Kind {
        OPERATION,
        UNIT,
        SERIES
    }

    public LineInterval {
        errorsByClass = sorted(errorsByClass);
        declinedByReason = sorted(declinedByReason);
    }

    private static Map<String, Long> sorted(Map<String, Long> counts) {
        return counts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(counts));
    }

    /**
     * Counts of one interval. All but {@code okEnds} go by the window of the intended start.
     *
     * @param issued handed to a driver
     * @param ok successes
     * @param declined refusals
     * @param errors failures, timeouts among them
     * @param abandoned still running at the drain deadline, or due and never started
     * @param dropped arrivals at a full queue
     * @param okEnds successes whose <em>end</em> lies in this window, whenever they were intended
     * @param censored timed out, abandoned or dropped: the response time is not known, only that it is longer than
     *     {@code longestCensoredNanos} or its own age
     * @param longestCensoredNanos longest age among the censored
     */
    public record Counts(
            long issued,
            long ok,
            long declined,
            long errors,
            long abandoned,
            long dropped,
            long okEnds,
            long censored,
            long longestCensoredNanos) {}
}
