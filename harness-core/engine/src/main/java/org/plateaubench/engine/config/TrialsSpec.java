// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.Optional;

/**
 * The repetition of a run. Immutable.
 *
 * @param count number of trials, at least 1; with a precision the smallest number
 * @param precision condition under which no further trials are needed; empty if exactly {@code count} are made
 * @param repeats greatest number of invalid trials that are repeated, in total
 */
public record TrialsSpec(int count, Optional<Precision> precision, Duration coolDown, Between between, int repeats) {
    /** The smallest number of trials with a precision, unless the file requires more. */
    public static final int FEWEST_OF_INTERVAL = 3;

    public static final int REPEATS = 2;

    /** A single trial, for a file without the key. */
    public static final TrialsSpec ONE = of(1);

    public static TrialsSpec of(int count) {
        return new TrialsSpec(count, Optional.empty(), Duration.ZERO, Between.NOTHING, REPEATS);
    }

    public int most() {
        return precision.map(Precision::atMost).orElse(count);
    }

    public boolean isSequence() {
        return most() > 1;
    }

    /**
     * The precision with which the figures are known well enough.
     *
     * @param widthPercent greatest width of the 95 % interval of each workload's metric, in percent of its mean, above
     *     0
     * @param atMost greatest number of trials
     */
    public record Precision(double widthPercent, int atMost) {}

    /** The treatment of the data before each trial, including the first, so that all trials begin in the same state. */
    public enum Between {
        /** Only the treatment by each workload's {@code data}. */
        NOTHING,
        /** The data are restored to their state after loading. */
        RESET,
        /** The data are removed and loaded again. */
        CLEAR,
        /** SUTs are restarted before each trial, as embedded SUTs always are. */
        RESTART
    }
}
