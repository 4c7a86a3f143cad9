// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.repetition;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A search for the greatest load at which a run still passes. Immutable.
 *
 * @param maximise what grows
 * @param workload workload whose load grows; empty for all of them
 * @param from least load, above 0, that is tried first
 * @param to greatest load, above {@code from}
 * @param resolution distance of two loads that is not divided further, above 0
 * @param confirm how many runs decide at the edge, odd
 * @param repeats how many invalid runs are made again, all together
 * @param budget time after which no further run begins; null for none
 */
public record SearchSpec(
        Quantity maximise,
        String workload,
        double from,
        double to,
        double resolution,
        int confirm,
        int repeats,
        @Nullable Duration budget) {

    /** What a search can make grow. */
    public enum Quantity {
        TILES,
        USERS,
        RATE;

        /** Whether only whole numbers have a meaning. */
        public boolean isWhole() {
            return this != RATE;
        }
    }
}
