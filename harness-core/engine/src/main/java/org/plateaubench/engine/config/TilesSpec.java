// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The tiles as they are described in the run file; null for missing values.
 *
 * @param every delay between the starts of successive staggered tiles, above zero; null if all start together
 */
public record TilesSpec(@Nullable Integer count, @Nullable Duration every, Bursts bursts) {
    public static final TilesSpec ONE = new TilesSpec(1, null, Bursts.ALIGNED);

    public enum Bursts {
        ALIGNED,
        /**
         * The bursts of each tile come a fraction of a cycle later than those of the previous tile, so that they are
         * spread over the cycle.
         */
        OFFSET
    }
}
