// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The tiles as given; null for missing values.
 *
 * @param count number of tiles
 * @param every delay of a staggered tile after the tile before it, above zero; null where all start together
 */
public record TilesSpec(@Nullable Integer count, @Nullable Duration every) {
    /** A single tile. */
    public static final TilesSpec ONE = new TilesSpec(1, null);

    /** When the load of a tile starts. */
    public enum Start {
        /** All tiles at once. */
        ALIGNED,
        /** One after the other. */
        STAGGERED
    }
}
