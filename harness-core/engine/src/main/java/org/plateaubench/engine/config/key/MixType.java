// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Mix;
import org.plateaubench.engine.config.text.ConfigNode;

/** The type of a mix: {@code flat: {unit: weight}}. Plugins may define others. */
public final class MixType {
    private static final String FLAT = "flat";
    private static final ValueType<Double> WEIGHT = ScalarTypes.weight(false);

    public static final ValueType<Mix> ANY = MappingTypes.oneOf(
            "flat, with a weight for each unit",
            List.of(Key.of(
                    FLAT,
                    ValueType.of("weights by unit", MixType::flatSchema, MixType::flat),
                    "Relative weight of each unit.")));

    private MixType() {}

    public static Map<String, Object> hints(Map<String, Object> units) {
        return SchemaForm.ordered("properties", SchemaForm.ordered(FLAT, units));
    }

    private static @Nullable Mix flat(ConfigNode node, String path, Reading reading) {
        Section weights = Section.of(path, node, reading);
        Map<String, Double> result = new LinkedHashMap<>();
        Map<String, ConfigNode> given = weights.named("unit");
        given.forEach((unit, value) -> {
            Double weight = WEIGHT.read(value, weights.path(unit), reading);
            if (weight != null) {
                result.put(unit, weight);
            }
        });
        if (given.isEmpty()) {
            weights.problem("must hold at least one unit");
        }
        return given.isEmpty() || given.size() > result.size() ? null : new Mix.Flat(result);
    }

    private static Map<String, Object> flatSchema(String help) {
        return SchemaForm.with(SchemaForm.byName(help, WEIGHT.schema("")), "minProperties", 1);
    }
}
