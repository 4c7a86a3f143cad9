// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;

/** The repetition of a run: at least one trial; {@code repeats} bounds repeated invalid trials in total. */
public record TrialsSpec(int count, Duration coolDown, Between between, int repeats) {
    public static final int REPEATS = 2;

    /** A single trial, for a file without the key. */
    public static final TrialsSpec ONE = of(1);

    public static TrialsSpec of(int count) {
        return new TrialsSpec(count, Duration.ZERO, Between.NOTHING, REPEATS);
    }

    public boolean isSequence() {
        return count > 1;
    }

    /** The treatment of the data before each trial, including the first, so that all trials begin in the same state. */
    public enum Between {
        /** Only the treatment by each workload's {@code data}. */
        NOTHING,
        /** The data are restored to their state after loading. */
        RESET,
        /** The data are removed and loaded again. */
        CLEAR
    }
}
