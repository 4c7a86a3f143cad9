// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.Times;

/**
 * One operation, unit or observed series in one window, over one interval. Immutable.
 *
 * @param line name
 * @param kind kind of the line
 * @param window window of the intended start
 * @param counts counts of outcomes
 * @param errorsByClass number of errors of each class; those beyond the bound of distinct classes under a common name
 * @param declinedByReason number of refusals for each reason, with the same bound
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
     * Counts of one interval. All except {@code okEnds} count operations by the window of the intended start.
     *
     * @param issued operations handed to a driver
     * @param ok successes
     * @param declined refusals
     * @param errors failures, timeouts among them
     * @param abandoned still running at the drain deadline, or due and never started
     * @param dropped arrivals at a full queue
     * @param okEnds successes whose <em>end</em> is in this window, regardless of their intended start
     * @param censored timed out, abandoned or dropped operations: their response time is only known to be longer than
     *     {@code longestCensoredNanos} or their own age
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
            long longestCensoredNanos) {
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

        public Counts plus(Counts other) {
            return new Counts(
                    issued + other.issued,
                    ok + other.ok,
                    declined + other.declined,
                    errors + other.errors,
                    abandoned + other.abandoned,
                    dropped + other.dropped,
                    okEnds + other.okEnds,
                    censored + other.censored,
                    Math.max(longestCensoredNanos, other.longestCensoredNanos));
        }

        /** The number of operations that the error rate counts: errors, abandoned and dropped. */
        public long failed() {
            return errors + abandoned + dropped;
        }
    }
}
