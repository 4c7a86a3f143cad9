// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Mix;
import org.plateaubench.loader.NearestName;

/** Reads a mix: {@code flat: {unit: weight}}, {@code matrix: {from: {to: weight}}} or {@code sequence: [unit]}. */
final class MixReader {
    private final Section section;
    private final ScalarReader scalars;

    private MixReader(Section section) {
        this.section = section;
        this.scalars = new ScalarReader(section.problems());
    }

    /** The mix, null with a problem when it cannot be read. */
    static @Nullable Mix read(Section section) {
        return new MixReader(section).read();
    }

    private @Nullable Mix read() {
        ConfigNode flat = section.take("flat");
        ConfigNode matrix = section.take("matrix");
        ConfigNode sequence = section.take("sequence");
        section.end();
        int given = (flat == null ? 0 : 1) + (matrix == null ? 0 : 1) + (sequence == null ? 0 : 1);
        if (given != 1) {
            section.problem("needs one of flat, matrix, sequence");
            return null;
        }
        if (flat != null) {
            return flat(Section.of(section.path("flat"), flat, section.problems()));
        }
        if (matrix != null) {
            return matrix(Section.of(section.path("matrix"), matrix, section.problems()));
        }
        return sequence(section.path("sequence"), Objects.requireNonNull(sequence));
    }

    private @Nullable Mix flat(Section weights) {
        Map<String, Double> result = new LinkedHashMap<>();
        Map<String, ConfigNode> given = weights.named("unit");
        given.forEach((unit, node) -> {
            Double weight = scalars.weight(node, weights.path(unit), false);
            if (weight != null) {
                result.put(unit, weight);
            }
        });
        return isComplete(weights, given, result) ? new Mix.Flat(result) : null;
    }

    private static boolean isComplete(Section section, Map<String, ?> given, Map<String, ?> result) {
        if (given.isEmpty()) {
            section.problem("must hold at least one unit");
        }
        return !given.isEmpty() && given.size() == result.size();
    }

    private @Nullable Mix matrix(Section from) {
        Map<String, ConfigNode> given = from.named("unit");
        List<String> units = List.copyOf(given.keySet());
        Map<String, List<Double>> rows = new LinkedHashMap<>();
        given.forEach((unit, node) -> {
            List<Double> row = row(Section.of(from.path(unit), node, from.problems()), units);
            if (row != null) {
                rows.put(unit, row);
            }
        });
        return isComplete(from, given, rows) ? new Mix.Matrix(units, List.copyOf(rows.values())) : null;
    }

    private @Nullable List<Double> row(Section to, List<String> units) {
        Map<String, Double> weights = new LinkedHashMap<>();
        boolean isRight = true;
        for (Map.Entry<String, ConfigNode> cell : to.all().entrySet()) {
            Double weight = scalars.weight(cell.getValue(), to.path(cell.getKey()), true);
            if (!units.contains(cell.getKey())) {
                to.keyProblem(cell.getKey(), "has no row of its own" + NearestName.hint(cell.getKey(), units));
                isRight = false;
            }
            if (weight == null) {
                isRight = false;
            } else {
                weights.put(cell.getKey(), weight);
            }
        }
        if (isRight && weights.values().stream().noneMatch(weight -> weight > 0)) {
            to.problem("needs one weight above 0");
            isRight = false;
        }
        return isRight
                ? units.stream().map(unit -> weights.getOrDefault(unit, 0.0)).toList()
                : null;
    }

    private @Nullable Mix sequence(String path, ConfigNode node) {
        if (!(node instanceof ConfigNode.Sequence list) || list.elements().isEmpty()) {
            section.problems().add(node.location(), path, "must be a list of units, found " + node.shown());
            return null;
        }
        List<String> units = new ArrayList<>();
        for (int i = 0; i < list.elements().size(); i++) {
            String unit = scalars.name(list.elements().get(i), path + "[" + i + "]");
            if (unit != null) {
                units.add(unit);
            }
        }
        return units.size() == list.elements().size() ? new Mix.Sequence(units) : null;
    }
}
