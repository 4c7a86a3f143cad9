// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Mix;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.loader.NearestName;

/** The type of mix: {@code flat: {unit: weight}}, {@code matrix: {from: {to: weight}}} or {@code sequence: [unit]}. */
public final class MixType {
    private static final String SEQUENCE = "sequence";
    private static final String FLAT = "flat";
    private static final String MATRIX = "matrix";
    private static final int MAX_UNITS = 10_000;

    public static final ValueType<Mix> ANY = MappingTypes.oneOf(
            "one of flat, matrix, sequence",
            List.of(
                    Key.of(
                            FLAT,
                            ValueType.of("weights by unit", MixType::flatSchema, MixType::flat),
                            "Relative weight of each unit."),
                    Key.of(
                            MATRIX,
                            ValueType.of("weights by unit and next unit", MixType::matrixSchema, MixType::matrix),
                            "Relative weight of each next unit, by unit; starts at the first."),
                    Key.of(
                            SEQUENCE,
                            ValueType.of("a list of units", help -> MixType.UNITS.schema(help), MixType::sequence),
                            "The units in this order, repeated.")));

    private static final ValueType<Double> WEIGHT = ScalarTypes.weight(false);
    private static final ValueType<Double> CELL = ScalarTypes.weight(true);
    private static final ValueType<List<String>> UNITS =
            ScalarTypes.list("a list of units", "a list of units", ScalarTypes.NAME, 1, MAX_UNITS);

    private MixType() {}

    public static Map<String, Object> hints(Map<String, Object> units, List<String> names) {
        return SchemaForm.ordered(
                "properties",
                SchemaForm.ordered(
                        FLAT, units,
                        MATRIX, units,
                        SEQUENCE, Map.of("items", Map.of("examples", names))));
    }

    private static @Nullable Mix flat(ConfigNode node, String path, Reading reading) {
        Section weights = Section.of(path, node, reading);
        Map<String, Double> result = new LinkedHashMap<>();
        Map<String, ConfigNode> nodes = weights.named("unit");
        nodes.forEach((unit, value) -> {
            Double weight = WEIGHT.read(value, weights.path(unit), reading);
            if (weight != null) {
                result.put(unit, weight);
            }
        });
        return isComplete(weights, nodes, result) ? new Mix.Flat(result) : null;
    }

    private static boolean isComplete(Section section, Map<String, ?> nodes, Map<String, ?> result) {
        if (nodes.isEmpty()) {
            section.problem("must hold at least one unit");
        }
        return !nodes.isEmpty() && nodes.size() == result.size();
    }

    private static @Nullable Mix matrix(ConfigNode node, String path, Reading reading) {
        Section from = Section.of(path, node, reading);
        Map<String, ConfigNode> nodes = from.named("unit");
        List<String> units = List.copyOf(nodes.keySet());
        Map<String, List<Double>> rows = new LinkedHashMap<>();
        nodes.forEach((unit, value) -> {
            List<Double> row = row(Section.of(from.path(unit), value, reading), units);
            if (row != null) {
                rows.put(unit, row);
            }
        });
        return isComplete(from, nodes, rows) ? new Mix.Matrix(units, List.copyOf(rows.values())) : null;
    }

    private static @Nullable List<Double> row(Section to, List<String> units) {
        Map<String, Double> weights = new LinkedHashMap<>();
        boolean isCorrect = true;
        for (Map.Entry<String, ConfigNode> cell : to.all().entrySet()) {
            Double weight = CELL.read(cell.getValue(), to.path(cell.getKey()), to.reading());
            if (!units.contains(cell.getKey())) {
                to.keyProblem(cell.getKey(), "has no row of its own" + NearestName.hint(cell.getKey(), units));
                isCorrect = false;
            }
            if (weight == null) {
                isCorrect = false;
            } else {
                weights.put(cell.getKey(), weight);
            }
        }
        if (isCorrect && weights.values().stream().noneMatch(weight -> weight > 0)) {
            to.problem("needs one weight above 0");
            isCorrect = false;
        }
        return isCorrect
                ? units.stream().map(unit -> weights.getOrDefault(unit, 0.0)).toList()
                : null;
    }

    private static @Nullable Mix sequence(ConfigNode node, String path, Reading reading) {
        List<String> units = UNITS.read(node, path, reading);
        return units == null || units.isEmpty() ? null : new Mix.Sequence(units);
    }

    private static Map<String, Object> flatSchema(String help) {
        return notEmpty(SchemaForm.byName(help, WEIGHT.schema("")));
    }

    private static Map<String, Object> matrixSchema(String help) {
        return notEmpty(SchemaForm.byName(help, SchemaForm.byName("Row.", CELL.schema(""))));
    }

    private static Map<String, Object> notEmpty(Map<String, Object> schema) {
        schema.put("minProperties", 1);
        return schema;
    }
}
