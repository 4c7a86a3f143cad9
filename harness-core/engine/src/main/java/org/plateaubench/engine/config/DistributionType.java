// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.engine.config.ConfigNode.Scalar;

/** A time: a duration for fixed, or a mapping with one of the names of a distribution. */
final class DistributionType implements ValueType<Distribution> {
    static final DistributionType ANY = new DistributionType();

    /** Its name among the definitions of the schema. */
    static final String DEFINITION = "distribution";

    private static final Key<Duration> MIN = Key.of("min", DurationType.ANY);
    private static final Key<Duration> MAX = Key.of("max", DurationType.ANY);
    private static final Key<Duration> MEAN =
            Key.of("mean", DurationType.ABOVE_ZERO).required("a duration");
    private static final Key<Duration> SHIFT = Key.of("shift", DurationType.ANY);
    private static final MappingType<Distribution> UNIFORM = new MappingType<>(
            Keys.of(MIN.required("a duration"), MAX.required("a duration")), DistributionType::uniform);
    private static final MappingType<Distribution> EXPONENTIAL =
            new MappingType<>(Keys.of(MEAN, MIN, MAX, SHIFT), DistributionType::exponential);
    private static final OneOfType<Distribution> FORMS = new OneOfType<>(
            List.of(
                    Key.of("fixed", new SpecialType<>("a duration", DurationType.ANY::schema, DistributionType::fixed)),
                    Key.of("uniform", UNIFORM, "Every time from min to max equally likely."),
                    Key.of(
                            "exponential",
                            new SpecialType<>(
                                    "a mean", DistributionType::exponentialSchema, DistributionType::exponential))),
            "one of fixed, uniform, exponential, or a duration");

    private DistributionType() {}

    @Override
    public @Nullable Distribution read(ConfigNode node, String path, Reading reading) {
        return node instanceof Scalar ? fixed(node, path, reading) : FORMS.read(node, path, reading);
    }

    private static @Nullable Distribution fixed(ConfigNode node, String path, Reading reading) {
        Duration time = DurationType.ANY.read(node, path, reading);
        return time == null ? null : new Distribution.Fixed(time);
    }

    private static @Nullable Distribution uniform(Given given, Section bounds) {
        Duration min = given.get(MIN);
        Duration max = given.get(MAX);
        return min == null || max == null || !isOrdered(bounds, min, max) ? null : new Distribution.Uniform(min, max);
    }

    private static @Nullable Distribution exponential(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof Scalar)) {
            return EXPONENTIAL.read(node, path, reading);
        }
        Duration mean = DurationType.ABOVE_ZERO.read(node, path, reading);
        return mean == null ? null : Distribution.Exponential.ofMean(mean);
    }

    private static @Nullable Distribution exponential(Given given, Section form) {
        Duration mean = given.get(MEAN);
        Duration min = given.or(MIN, Duration.ZERO);
        Duration max = given.get(MAX);
        if (mean == null || (max != null && !isOrdered(form, min, max))) {
            return null;
        }
        return new Distribution.Exponential(mean, min, max, given.or(SHIFT, Duration.ZERO));
    }

    private static boolean isOrdered(Section bounds, Duration min, Duration max) {
        if (max.compareTo(min) >= 0) {
            return true;
        }
        bounds.keyProblem(MAX, "must not be below min");
        return false;
    }

    @Override
    public Map<String, Object> schema(String help) {
        return SchemaForm.reference(DEFINITION, help);
    }

    /** The schema of every distribution. */
    static Map<String, Object> definition() {
        List<Map<String, Object>> forms = new ArrayList<>(List.of(DurationType.ANY.schema("")));
        forms.addAll(FORMS.alternatives());
        return SchemaForm.oneWay("A time: always the same, uniform, or exponential.", "anyOf", forms);
    }

    private static Map<String, Object> exponentialSchema(String help) {
        return SchemaForm.oneWay(
                help,
                "anyOf",
                List.of(
                        DurationType.ANY.schema(""),
                        EXPONENTIAL.schema("Exponential of a mean; a draw beyond a bound becomes the bound; shift is"
                                + " added to every draw.")));
    }

    @Override
    public String words() {
        return "a time";
    }
}
