// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Null for missing values; {@code every} is the delay between staggered tiles, null if all start together. */
public record TilesSpec(@Nullable Integer count, @Nullable Duration every, Bursts bursts) {
    public static final TilesSpec ONE = new TilesSpec(1, null, Bursts.ALIGNED);

    public enum Bursts {
        ALIGNED,
        /** A tile's bursts come a fraction of a cycle after the previous tile's, to be spread over the cycle. */
        OFFSET
    }
}
