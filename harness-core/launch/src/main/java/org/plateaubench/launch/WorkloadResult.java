// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.util.List;
import java.util.Map;

/**
 * The result of one workload of one tile.
 *
 * @param tile number of the tile, from 1
 * @param name name in the run file
 * @param metricName name of the headline figure, empty when nothing was measured
 * @param metric its value, {@link Double#NaN} when nothing was measured
 * @param metricUnit its unit
 * @param all all operations together
 * @param operations each operation, unit and series
 * @param countersInWindow declared counters, over the steady window
 */
public record WorkloadResult(
        int tile,
        String name,
        String metricName,
        double metric,
        String metricUnit,
        OperationResult all,
        List<OperationResult> operations,
        Map<String, Double> countersInWindow) {
    /**
     * The result of an operation, unit or series.
     *
     * @throws IllegalArgumentException when the workload has none of the name
     */
    public OperationResult operation(String wanted) {
        return operations.stream()
                .filter(operation -> operation.name().equals(wanted))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("Workload " + name + " has no operation '" + wanted + "', but "
                                + operations.stream().map(OperationResult::name).toList() + "."));
    }
}
