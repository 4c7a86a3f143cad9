// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of one operation, unit or whole workload in the steady window. */
public record Block(
        Counts counts,
        Map<String, Long> errorsByClass,
        Map<String, Long> declinedByReason,
        double throughputPerSecond,
        @JsonProperty("responseTimeMs") @Nullable TimeSummary responseTime,
        @JsonProperty("serviceTimeMs") @Nullable TimeSummary serviceTime,
        @JsonProperty("errorTimeMs") @Nullable TimeSummary errorTime,
        @Nullable MixShare mix,
        @JsonProperty("qos") List<LimitResult> limits) {
    /** Whether a response time is limited by the harness (measurement rule M24). */
    public boolean hasLimitedTimes() {
        return responseTime != null && !responseTime.harness().limited().isEmpty();
    }

    /**
     * Counts of operations; all except the last count operations whose intended start was in the window (measurement
     * rule M11).
     *
     * @param intended operations that were due
     * @param ok successes
     * @param declined refusals
     * @param errors failures, timeouts among them
     * @param abandoned still running at the drain deadline, or due and never started
     * @param dropped arrivals at a full queue
     * @param completedInWindow successes that ended in the window, whenever they were intended
     */
    public record Counts(
            long intended, long ok, long declined, long errors, long abandoned, long dropped, long completedInWindow) {
        /** Errors, abandoned and dropped. */
        public long failed() {
            return errors + abandoned + dropped;
        }
    }

    /**
     * The share among all operations, or units, of a workload.
     *
     * @param target long-run share in the mix, 0 to 1
     * @param achieved share of the operations issued in the window; null when none was issued
     */
    public record MixShare(double target, @Nullable Double achieved) {}
}
