// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rule by which the next unit is chosen. Immutable. */
public sealed interface Mix {

    /** Names of the units that this mix can choose, in a fixed order. */
    List<String> units();

    /** An independent choice by weight. Weights are relative and above 0. */
    record Flat(Map<String, Double> weights) implements Mix {
        public Flat {
            weights = Collections.unmodifiableMap(new TreeMap<>(weights));
            Names.requireWeights(weights);
        }

        /** The mix of a single unit. */
        public static Flat only(String unit) {
            return new Flat(Map.of(unit, 1.0));
        }

        @Override
        public List<String> units() {
            return List.copyOf(weights.keySet());
        }
    }

    /**
     * A Markov chain that starts at the first unit.
     *
     * @param units states
     * @param rows one row per current state, with the relative weight of each next state; 0 means never
     */
    record Matrix(List<String> units, List<List<Double>> rows) implements Mix {
        public Matrix {
            units = List.copyOf(units);
            rows = rows.stream().map(List::copyOf).toList();
            if (units.isEmpty() || rows.size() != units.size()) {
                throw new IllegalArgumentException("a matrix needs one row per unit, found " + rows.size()
                        + " rows for " + units.size() + " units");
            }
            for (int i = 0; i < rows.size(); i++) {
                requireRow(units.get(i), rows.get(i), units.size());
            }
        }

        private static void requireRow(String unit, List<Double> row, int size) {
            double sum = 0;
            for (double weight : row) {
                if (!(weight >= 0) || Double.isInfinite(weight)) {
                    throw new IllegalArgumentException("row of " + unit + " holds " + weight);
                }
                sum += weight;
            }
            if (row.size() != size || !(sum > 0)) {
                throw new IllegalArgumentException(
                        "row of " + unit + " needs " + size + " weights, at least one of them above 0");
            }
        }
    }

    /** The units in the given order, repeated. */
    record Sequence(List<String> units) implements Mix {
        public Sequence {
            units = List.copyOf(units);
            if (units.isEmpty()) {
                throw new IllegalArgumentException("a sequence needs at least one unit");
            }
        }
    }
}
