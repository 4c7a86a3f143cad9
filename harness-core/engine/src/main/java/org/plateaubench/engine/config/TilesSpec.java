// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;

/** The tiles: {@code 4} or {@code { count: 4, every: 10s }}; {@code every} is the delay of starts, null if none. */
public record TilesSpec(int count, @Nullable Duration every, Bursts bursts) {
    public static final TilesSpec ONE = new TilesSpec(1, null, Bursts.ALIGNED);

    public static final Key<Integer> COUNT = Key.of(
                    "count", ScalarTypes.count(1_000), "How many times the set of SUTs and workloads runs at once.")
            .required("the number of tiles");
    public static final Key<Duration> EVERY = Key.of(
            "every",
            ScalarTypes.DURATION_ABOVE_ZERO,
            "Time between the starts of two tiles, within ramp-up; without it all tiles start at once.");

    private static final Key<Bursts> BURSTS = Key.of(
                    "bursts",
                    ScalarTypes.choice(Bursts.class),
                    "aligned: the bursts of all tiles begin at the same time; offset: the bursts of tile n of N begin"
                            + " (n - 1)/N of their 'every' later.")
            .defaultValue(Bursts.ALIGNED);

    private static final ValueType<TilesSpec> IN_DETAIL =
            MappingTypes.of(Keys.of(COUNT, EVERY, BURSTS), TilesSpec::inDetail);

    static final ValueType<TilesSpec> TYPE = MappingTypes.numberOr(
                    IN_DETAIL,
                    "How many, and whether they start together.",
                    COUNT,
                    count -> new TilesSpec(count, null, Bursts.ALIGNED))
            .written(TilesSpec::count);

    private static @Nullable TilesSpec inDetail(MappingValues values, Section section) {
        Integer count = values.get(COUNT);
        return count == null ? null : new TilesSpec(count, values.get(EVERY), values.orDefault(BURSTS));
    }

    public enum Bursts {
        ALIGNED,
        /** A tile's bursts begin a fraction of a cycle after the previous tile's, so that they are spread over the cycle. */
        OFFSET
    }
}
