// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of an operation in the steady window.
 *
 * @param name its name
 * @param figures its figures by their names in {@code result.json}, such as {@code ok}, {@code errors}, {@code
 *     throughput} and {@code p95}, times in ms; those of which nothing was measured are missing
 * @param limits its limits
 */
public record OperationResult(String name, Map<String, Double> figures, List<Limit> limits) {
    /**
     * A figure.
     *
     * @param figure its name, such as {@code p95}
     * @throws IllegalArgumentException when there is no such figure, or nothing was measured of it
     */
    public double figure(String figure) {
        Double value = figures.get(figure);
        if (value == null) {
            throw new IllegalArgumentException("Operation " + name + " has no figure '" + figure + "', but "
                    + figures.keySet().stream().sorted().toList() + ".");
        }
        return value;
    }

    /**
     * The result of a limit.
     *
     * @param limit the limit, such as {@code p95 < 500 ms}
     * @param value the measured value in the limit's unit, {@link Double#NaN} when nothing was measured
     * @param met whether it was met; empty when that is not known
     */
    public record Limit(String limit, double value, Optional<Boolean> met) {}
}
