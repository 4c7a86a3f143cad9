// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Problem;

/**
 * The policy for keeping runs. Immutable.
 *
 * @param keepDays older runs are removed, {@code 1} to {@value #MOST_DAYS}; null for any age
 * @param keepRuns most runs; the oldest beyond it are removed, {@code 1} to {@value #MOST_RUNS}; null for any number
 * @param keepBytes most bytes of all files of all runs; the oldest runs beyond it are removed, {@value #LEAST_BYTES} to
 *     {@value #MOST_BYTES}; null for any size
 */
public record RetentionPolicy(
        @Nullable Integer keepDays,
        @Nullable Integer keepRuns,
        @Nullable Long keepBytes) {
    /** The policy that keeps all runs. */
    static final RetentionPolicy OFF = new RetentionPolicy(null, null, null);

    static final int MOST_DAYS = 36_500;
    static final int MOST_RUNS = 1_000_000;
    static final long LEAST_BYTES = 1L << 20;
    /** A number that every JSON reader represents exactly. */
    static final long MOST_BYTES = 1L << 50;

    /** A policy as a caller gave it, of any type, so that all its errors can be reported at once. */
    record RequestedPolicy(
            @Nullable Object keepDays,
            @Nullable Object keepRuns,
            @Nullable Object keepBytes) {
        /**
         * Returns the policy.
         *
         * @throws Problem 422 with every error
         */
        RetentionPolicy checked() {
            List<Problem.Detail> problems = new ArrayList<>();
            Long days = whole("keepDays", keepDays, 1, MOST_DAYS, problems);
            Long runs = whole("keepRuns", keepRuns, 1, MOST_RUNS, problems);
            Long bytes = whole("keepBytes", keepBytes, LEAST_BYTES, MOST_BYTES, problems);
            if (!problems.isEmpty()) {
                throw Problem.wrongInput("The retention policy is not valid.", problems);
            }
            return new RetentionPolicy(
                    days == null ? null : Math.toIntExact(days), runs == null ? null : Math.toIntExact(runs), bytes);
        }

        private static @Nullable Long whole(
                String name, @Nullable Object value, long least, long most, List<Problem.Detail> problems) {
            if (value == null) {
                return null;
            }
            if ((value instanceof Integer || value instanceof Long)
                    && ((Number) value).longValue() >= least
                    && ((Number) value).longValue() <= most) {
                return ((Number) value).longValue();
            }
            problems.add(Problem.Detail.of(
                    name, "must be a whole number from " + least + " to " + most + ", or null for no bound"));
            return null;
        }
    }

    boolean isOff() {
        return equals(OFF);
    }

    /** Returns the policy in words, for the audit log. */
    String text() {
        List<String> bounds = new ArrayList<>();
        if (keepDays != null) {
            bounds.add(keepDays + " days");
        }
        if (keepRuns != null) {
            bounds.add(keepRuns + " runs");
        }
        if (keepBytes != null) {
            bounds.add(keepBytes + " bytes");
        }
        return bounds.isEmpty() ? "keep all runs" : "keep at most " + String.join(", ", bounds);
    }
}
