// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

public record ConfidenceInterval(double lower, double upper, double level) {
    /**
     * Whether it is so wide that it hardly determines a value: wider than twice the distance of the value from zero.
     */
    public boolean isTooWideFor(double value) {
        return (upper - lower) / 2 > Math.abs(value);
    }
}
