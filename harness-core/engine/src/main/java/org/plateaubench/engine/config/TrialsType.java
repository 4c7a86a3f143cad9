// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.TrialsSpec.Between;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;

/** The type of the trials: {@code 5} or {@code { count: 5, coolDown: 30s, between: reset }}. */
public final class TrialsType {
    private static final int MOST = 1_000;
    private static final String EACH_IS_JUDGED = "each trial is judged by itself";
    private static final Key<Integer> COUNT = Key.of("count", ScalarTypes.count(MOST), "How many trials.")
            .required("how many trials")
            .anyClass(EACH_IS_JUDGED);
    private static final Key<Duration> COOL_DOWN = Key.of("coolDown", ScalarTypes.DURATION, "Pause between two trials.")
            .standard(Duration.ZERO)
            .anyClass(EACH_IS_JUDGED);
    public static final Key<Between> BETWEEN = Key.of(
                    "between",
                    ScalarTypes.choice(Between.class),
                    "What happens to the data before each trial: reset restores them, clear removes and loads them"
                            + " again.")
            .standard(Between.NOTHING)
            .anyClass("the data are the same after each");
    private static final Key<Integer> REPEATS = Key.of(
                    "repeats",
                    ScalarTypes.whole(0, MOST, Math::toIntExact),
                    "How many invalid trials are repeated, in total.")
            .standard(TrialsSpec.REPEATS)
            .anyClass("invalid runs are shown");
    private static final ValueType<TrialsSpec> IN_DETAIL =
            MappingTypes.of(Keys.of(COUNT, COOL_DOWN, BETWEEN, REPEATS), TrialsType::inDetail);

    public static final ValueType<TrialsSpec> ANY = ValueType.of(
                    "a number, or a mapping", TrialsType::schema, TrialsType::read)
            .written(TrialsSpec::count)
            .holding(IN_DETAIL.inner());

    private TrialsType() {}

    private static @Nullable TrialsSpec read(ConfigNode node, String path, Reading reading) {
        if (node instanceof ConfigNode.Mapping) {
            return IN_DETAIL.read(node, path, reading);
        }
        Integer count = COUNT.type().read(node, path, reading);
        return count == null ? null : TrialsSpec.of(count);
    }

    private static @Nullable TrialsSpec inDetail(MappingValues given, Section section) {
        Integer count = given.get(COUNT);
        return count == null
                ? null
                : new TrialsSpec(
                        count, given.orStandard(COOL_DOWN), given.orStandard(BETWEEN), given.orStandard(REPEATS));
    }

    private static Map<String, Object> schema(String help) {
        return SchemaForm.oneWay(
                help, "oneOf", List.of(COUNT.schema(), IN_DETAIL.schema("How many, and what happens between them.")));
    }
}
