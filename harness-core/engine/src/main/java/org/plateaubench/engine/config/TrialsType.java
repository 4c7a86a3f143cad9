// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.TrialsSpec.Between;
import org.plateaubench.engine.config.TrialsSpec.Precision;
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

/** The type of the trials: {@code 5} or {@code { until: { width: 2%, atMost: 10 }, coolDown: 30s, between: reset }}. */
public final class TrialsType {
    private static final int MOST = 1_000;
    private static final String EACH_IS_JUDGED = "each trial is judged by itself";
    private static final Key<Integer> COUNT = Key.of(
                    "count", ScalarTypes.count(MOST), "How many trials; with until, the fewest.")
            .otherwise("3 with until, otherwise 1")
            .anyClass(EACH_IS_JUDGED);
    private static final Key<Double> WIDTH = Key.of(
                    "width",
                    ScalarTypes.percent(),
                    "Widest 95 % interval of each workload's metric, in percent of its mean.")
            .required("a percentage, such as 2%")
            .anyClass(EACH_IS_JUDGED);
    private static final Key<Integer> AT_MOST = Key.of(
                    "atMost", ScalarTypes.count(MOST), "Greatest number of trials, however wide the interval.")
            .standard(10)
            .anyClass(EACH_IS_JUDGED);
    private static final Key<Precision> UNTIL = Key.of(
            "until",
            MappingTypes.of(Keys.of(WIDTH, AT_MOST), TrialsType::precision),
            "Stops when the figures are known well enough.");
    private static final Key<Duration> COOL_DOWN = Key.of("coolDown", ScalarTypes.DURATION, "Pause between two trials.")
            .standard(Duration.ZERO)
            .anyClass(EACH_IS_JUDGED);
    public static final Key<Between> BETWEEN = Key.of(
                    "between",
                    ScalarTypes.choice(Between.class),
                    "What happens to the data before each trial: reset restores them, clear removes and loads them again,"
                            + " restart is for systems that the harness starts, which it restarts in any case.")
            .standard(Between.NOTHING)
            .anyClass("the data are the same after each");
    private static final Key<Integer> REPEATS = Key.of(
                    "repeats",
                    ScalarTypes.whole(0, MOST, Math::toIntExact),
                    "How many invalid trials are repeated, in total.")
            .standard(TrialsSpec.REPEATS)
            .anyClass("invalid runs are shown");
    private static final ValueType<TrialsSpec> IN_DETAIL =
            MappingTypes.of(Keys.of(COUNT, UNTIL, COOL_DOWN, BETWEEN, REPEATS), TrialsType::inDetail);

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

    private static @Nullable Precision precision(MappingValues given, Section section) {
        Double width = given.get(WIDTH);
        return width == null ? null : new Precision(width, given.orStandard(AT_MOST));
    }

    private static TrialsSpec inDetail(MappingValues given, Section section) {
        Precision precision = given.get(UNTIL);
        if (!section.has(COUNT) && !section.has(UNTIL)) {
            section.problem("needs count, or until: when to stop, such as { width: 2%, atMost: 10 }");
        }
        int count = given.or(COUNT, precision == null ? 1 : TrialsSpec.FEWEST_OF_INTERVAL);
        if (precision != null && count < 2) {
            section.keyProblem(COUNT, "must be at least 2 with until: one trial has no interval");
        }
        if (precision != null && precision.atMost() < count) {
            section.keyProblem(
                    UNTIL, "atMost " + precision.atMost() + " is below the fewest trials, which are " + count);
        }
        return new TrialsSpec(
                count,
                Optional.ofNullable(precision),
                given.orStandard(COOL_DOWN),
                given.orStandard(BETWEEN),
                given.orStandard(REPEATS));
    }

    private static Map<String, Object> schema(String help) {
        return SchemaForm.oneWay(
                help, "oneOf", List.of(COUNT.schema(), IN_DETAIL.schema("How many, and what happens between them.")));
    }
}
