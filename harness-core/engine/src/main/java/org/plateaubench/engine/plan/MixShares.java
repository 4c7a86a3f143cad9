// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;

public final class MixShares {
    private static final int MAX_STEPS = 100_000;
    private static final double CONVERGED = 1e-13;

    private MixShares() {}

    public static Map<String, Double> ofUnits(Mix mix) {
        return switch (mix) {
            case Mix.Flat flat -> normalised(flat.weights());
            case Mix.Matrix matrix -> stationary(matrix);
            case Mix.Sequence sequence -> {
                Map<String, Double> counts = new LinkedHashMap<>();
                sequence.units().forEach(unit -> counts.merge(unit, 1.0, Double::sum));
                yield normalised(counts);
            }
        };
    }

    /** Share of each operation among all that the harness draws, in the order of the plan; 0 for conditional steps. */
    public static Map<String, Double> ofOperations(PlannedWorkload planned) {
        return ofOperations(planned.mix(), planned.operations(), planned.units());
    }

    public static Map<String, Double> ofOperations(
            Mix mix, List<OperationDefinition> operations, List<UnitDefinition> units) {
        return normalised(timesPerUnit(mix, operations, units));
    }

    /** How often a unit executes each operation, in the mean over the mix. */
    static Map<String, Double> timesPerUnit(Mix mix, List<OperationDefinition> operations, List<UnitDefinition> units) {
        Map<String, Double> unitShares = ofUnits(mix);
        Map<String, Double> times = new LinkedHashMap<>();
        for (OperationDefinition operation : operations) {
            double expected = 0;
            for (UnitDefinition unit : units) {
                expected += unitShares.getOrDefault(unit.name(), 0.0) * unit.expectedTimes(operation.name());
            }
            times.put(operation.name(), expected);
        }
        return times;
    }

    /** The operations and units that are not in the mix: a result contains them only if they were issued. */
    public static Set<String> notInMix(PlannedWorkload planned) {
        Map<String, Double> unitShares = ofUnits(planned.mix());
        Set<String> names = new HashSet<>();
        planned.units().stream()
                .map(UnitDefinition::name)
                .filter(name -> !(unitShares.getOrDefault(name, 0.0) > 0))
                .forEach(names::add);
        Set<String> conditional = planned.units().stream()
                .filter(unit -> !names.contains(unit.name()))
                .flatMap(unit -> unit.steps().stream())
                .filter(UnitDefinition.Step::conditional)
                .flatMap(step -> step.weights().keySet().stream())
                .collect(Collectors.toSet());
        ofOperations(planned).forEach((name, share) -> {
            if (share > 0 || conditional.contains(name)) {
                names.remove(name);
            } else {
                names.add(name);
            }
        });
        return names;
    }

    /**
     * The stationary distribution of the chain that starts at its first unit. The chain is made lazy (each step is
     * taken only with probability 1/2), which does not change the distribution and makes a periodic chain converge.
     */
    private static Map<String, Double> stationary(Mix.Matrix matrix) {
        int size = matrix.units().size();
        List<List<Double>> rows = new ArrayList<>();
        for (List<Double> row : matrix.rows()) {
            double sum = row.stream().mapToDouble(Double::doubleValue).sum();
            rows.add(row.stream().map(weight -> weight / sum).toList());
        }
        double[] distribution = new double[size];
        distribution[0] = 1;
        for (int step = 0; step < MAX_STEPS; step++) {
            double[] next = new double[size];
            double change = 0;
            for (int from = 0; from < size; from++) {
                next[from] += distribution[from] / 2;
                for (int to = 0; to < size; to++) {
                    next[to] += distribution[from] * rows.get(from).get(to) / 2;
                }
            }
            for (int unit = 0; unit < size; unit++) {
                change += Math.abs(next[unit] - distribution[unit]);
            }
            distribution = next;
            if (change < CONVERGED) {
                break;
            }
        }
        Map<String, Double> shares = new LinkedHashMap<>();
        for (int unit = 0; unit < size; unit++) {
            shares.put(matrix.units().get(unit), distribution[unit]);
        }
        return Collections.unmodifiableMap(shares);
    }

    private static Map<String, Double> normalised(Map<String, Double> weights) {
        double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<String, Double> shares = new LinkedHashMap<>();
        weights.forEach((name, weight) -> shares.put(name, sum == 0 ? 0 : weight / sum));
        return Collections.unmodifiableMap(shares);
    }
}
