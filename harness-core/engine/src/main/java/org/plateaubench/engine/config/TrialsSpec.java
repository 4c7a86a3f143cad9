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

/** The repetition of a run: at least one trial; {@code repeats} bounds repeated invalid trials in total. */
public record TrialsSpec(int count, Duration coolDown, Between between, int repeats) {
    private static final int DEFAULT_REPEATS = 2;
    private static final int MAX_TRIALS = 1_000;
    private static final Key<Integer> COUNT =
            Key.of("count", ScalarTypes.count(MAX_TRIALS), "How many trials.").required("the number of trials");
    private static final Key<Duration> COOL_DOWN = Key.of("coolDown", ScalarTypes.DURATION, "Pause between two trials.")
            .defaultValue(Duration.ZERO);
    private static final Key<Between> BETWEEN = Key.of(
                    "between",
                    ScalarTypes.choice(Between.class),
                    "What happens to the data before each trial: reset restores them, clear removes and loads them"
                            + " again.")
            .defaultValue(Between.NOTHING);
    private static final Key<Integer> REPEATS = Key.of(
                    "repeats",
                    ScalarTypes.integer(0, MAX_TRIALS, Math::toIntExact),
                    "How many invalid trials are repeated, in total.")
            .defaultValue(DEFAULT_REPEATS);
    private static final ValueType<TrialsSpec> IN_DETAIL =
            MappingTypes.of(Keys.of(COUNT, COOL_DOWN, BETWEEN, REPEATS), TrialsSpec::inDetail);

    static final ValueType<TrialsSpec> TYPE = MappingTypes.numberOr(
                    IN_DETAIL, "How many, and what happens between them.", COUNT, TrialsSpec::of)
            .written(TrialsSpec::count);

    public static final TrialsSpec ONE = of(1);

    public static TrialsSpec of(int count) {
        return new TrialsSpec(count, Duration.ZERO, Between.NOTHING, DEFAULT_REPEATS);
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

    private static @Nullable TrialsSpec inDetail(MappingValues values, Section section) {
        Integer count = values.get(COUNT);
        return count == null
                ? null
                : new TrialsSpec(
                        count, values.orDefault(COOL_DOWN), values.orDefault(BETWEEN), values.orDefault(REPEATS));
    }
}
