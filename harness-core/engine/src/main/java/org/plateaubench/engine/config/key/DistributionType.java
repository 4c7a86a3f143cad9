// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;

/** The type of a time: a duration for a fixed time, or a mapping whose only key is the name of a distribution. */
public final class DistributionType {
    public static final String DEFINITION = "distribution";

    private static final Key<Duration> MIN = Key.of("min", ScalarTypes.DURATION);
    private static final Key<Duration> MAX = Key.of("max", ScalarTypes.DURATION);
    private static final Key<Duration> MEAN =
            Key.of("mean", ScalarTypes.DURATION_ABOVE_ZERO).required("a duration");
    private static final Key<Duration> SHIFT = Key.of("shift", ScalarTypes.DURATION);
    private static final ValueType<Distribution> EXPONENTIAL =
            MappingTypes.of(Keys.of(MEAN, MIN, MAX, SHIFT), DistributionType::exponential);
    private static final List<Key<Distribution>> FORMS = List.of(
            Key.of("fixed", ValueType.of("a duration", ScalarTypes.DURATION::schema, DistributionType::fixed)),
            Key.of(
                    "uniform",
                    MappingTypes.of(
                            Keys.of(MIN.required("a duration"), MAX.required("a duration")), DistributionType::uniform),
                    "Every time from min to max is equally likely."),
            Key.of(
                    "exponential",
                    ValueType.of("a mean", DistributionType::exponentialSchema, DistributionType::exponential)));
    private static final ValueType<Distribution> FORM =
            MappingTypes.oneOf("one of fixed, uniform, exponential, or a duration", FORMS);

    static final ValueType<Distribution> TIME = ValueType.of(
            "a time",
            help -> SchemaForm.reference(DEFINITION, help),
            (node, path, reading) ->
                    node instanceof Scalar ? fixed(node, path, reading) : FORM.read(node, path, reading));

    private DistributionType() {}

    private static @Nullable Distribution fixed(ConfigNode node, String path, Reading reading) {
        Duration time = ScalarTypes.DURATION.read(node, path, reading);
        return time == null ? null : new Distribution.Fixed(time);
    }

    private static @Nullable Distribution uniform(MappingValues values, Section bounds) {
        Duration min = values.get(MIN);
        Duration max = values.get(MAX);
        return min == null || max == null || !isOrdered(bounds, min, max) ? null : new Distribution.Uniform(min, max);
    }

    private static @Nullable Distribution exponential(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof Scalar)) {
            return EXPONENTIAL.read(node, path, reading);
        }
        Duration mean = ScalarTypes.DURATION_ABOVE_ZERO.read(node, path, reading);
        return mean == null ? null : Distribution.Exponential.ofMean(mean);
    }

    private static @Nullable Distribution exponential(MappingValues values, Section form) {
        Duration mean = values.get(MEAN);
        Duration min = values.or(MIN, Duration.ZERO);
        Duration max = values.get(MAX);
        if (mean == null || (max != null && !isOrdered(form, min, max))) {
            return null;
        }
        return new Distribution.Exponential(mean, min, max, values.or(SHIFT, Duration.ZERO));
    }

    private static boolean isOrdered(Section bounds, Duration min, Duration max) {
        if (max.compareTo(min) >= 0) {
            return true;
        }
        bounds.keyProblem(MAX, "must not be below 'min'");
        return false;
    }

    public static Map<String, Object> definition() {
        List<Map<String, Object>> forms = new ArrayList<>(List.of(ScalarTypes.DURATION.schema("")));
        forms.addAll(MappingTypes.alternatives(FORMS));
        return SchemaForm.combined("A time: always the same, uniform, or exponential.", "anyOf", forms);
    }

    private static Map<String, Object> exponentialSchema(String help) {
        return SchemaForm.combined(
                help,
                "anyOf",
                List.of(
                        ScalarTypes.DURATION.schema(""),
                        EXPONENTIAL.schema("Exponential of a mean; a draw beyond a bound becomes the bound; shift is"
                                + " added to every draw.")));
    }
}
