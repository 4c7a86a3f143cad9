// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of an operation in the steady window.
 *
 * @param name its name
 * @param intended operations that were due
 * @param ok successes
 * @param declined refusals that count as answers
 * @param errors errors
 * @param abandoned operations that did not end in time
 * @param dropped operations that could not be begun
 * @param throughputPerSecond successful ends per second
 * @param responseTimesMillis response times in ms by {@code p50}, {@code p90}, {@code p95}, {@code p99}, {@code p99_9},
 *     {@code min}, {@code mean} and {@code max}; empty when there was no success
 * @param limits its limits
 */
public record OperationResult(
        String name,
        long intended,
        long ok,
        long declined,
        long errors,
        long abandoned,
        long dropped,
        double throughputPerSecond,
        Map<String, Double> responseTimesMillis,
        List<Limit> limits) {
    /**
     * A response time in ms.
     *
     * @param figure such as {@code p95}
     * @throws IllegalArgumentException when there is no such figure, or there was no success
     */
    public double responseTimeMillis(String figure) {
        Double value = responseTimesMillis.get(figure);
        if (value == null) {
            throw new IllegalArgumentException("Operation " + name + " has no response time '" + figure + "', but "
                    + responseTimesMillis.keySet().stream().sorted().toList() + ".");
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
