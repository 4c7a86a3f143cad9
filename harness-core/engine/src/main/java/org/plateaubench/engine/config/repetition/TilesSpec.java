// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.repetition;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The tiles as given; null for missing values.
 *
 * @param count number of tiles
 * @param every delay of a staggered tile after the tile before it, above zero; null where all start together
 * @param bursts how the bursts of schedules lie between tiles
 */
public record TilesSpec(@Nullable Integer count, @Nullable Duration every, Bursts bursts) {
    /** A single tile. */
    public static final TilesSpec ONE = new TilesSpec(1, null, Bursts.ALIGNED);

    /** When the load of a tile starts. */
    public enum Start {
        /** All tiles at once. */
        ALIGNED,
        /** One after the other. */
        STAGGERED
    }

    /** When the bursts of a tile come. */
    public enum Bursts {
        /** The bursts come in all tiles at once. */
        ALIGNED,
        /**
         * The bursts of each tile come a share of a cycle later than those of the tile before it, so that they spread
         * over the cycle.
         */
        OFFSET
    }
}
