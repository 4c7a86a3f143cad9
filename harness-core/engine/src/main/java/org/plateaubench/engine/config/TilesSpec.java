// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The tiles as given; null for what was left out.
 *
 * @param count how many
 * @param start whether they start together
 * @param every how long after the tile before it a staggered tile starts, above zero
 */
public record TilesSpec(
        @Nullable Integer count,
        @Nullable Start start,
        @Nullable Duration every) {
    /** A single tile. */
    public static final TilesSpec ONE = new TilesSpec(1, null, null);

    /** When the load of a tile starts. */
    public enum Start {
        /** All tiles at once. */
        ALIGNED,
        /** One after the other. */
        STAGGERED
    }
}
