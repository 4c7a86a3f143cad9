// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.repetition;

import java.time.Duration;
import java.util.Optional;

/**
 * How often a run is repeated. Immutable.
 *
 * @param count number of trials, at least 1; with a precision the fewest
 * @param precision when further trials are not needed; empty where exactly {@code count} are made
 * @param coolDown pause between two trials
 * @param between what happens to the data before each trial
 * @param repeats how many invalid trials are made again, all together
 */
public record TrialsSpec(int count, Optional<Precision> precision, Duration coolDown, Between between, int repeats) {
    /** Fewest trials from which an interval is computed, unless the file says more. */
    public static final int FEWEST_OF_INTERVAL = 3;

    /** How many invalid trials are made again where the file does not say. */
    public static final int REPEATS = 2;

    /** One trial, as a file without the key has. */
    public static final TrialsSpec ONE = of(1);

    /** The given number of trials, without anything else. */
    public static TrialsSpec of(int count) {
        return new TrialsSpec(count, Optional.empty(), Duration.ZERO, Between.NOTHING, REPEATS);
    }

    /** The greatest number of valid trials. */
    public int most() {
        return precision.map(Precision::atMost).orElse(count);
    }

    /** Whether a file with it describes a sequence of runs. */
    public boolean isSequence() {
        return most() > 1;
    }

    /**
     * When the figures are known well enough.
     *
     * @param widthPercent greatest width of the 95 % interval of each workload's metric, in percent of its mean, above 0
     * @param atMost greatest number of trials
     */
    public record Precision(double widthPercent, int atMost) {}

    /** What happens to the data before each trial, also the first, so that all trials begin alike. */
    public enum Between {
        /** What each workload's {@code data} says. */
        NOTHING,
        /** Data are restored to their loaded state. */
        RESET,
        /** Data are removed and loaded again. */
        CLEAR,
        /** SUTs start for each trial, as embedded ones always do. */
        RESTART
    }
}
