// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

/**
 * An interval of confidence.
 *
 * @param lower lower end
 * @param upper upper end, at least {@code lower}
 * @param level how often, of many such intervals, the true value lies inside: above 0 and below 1
 */
public record ConfidenceInterval(double lower, double upper, double level) {
    /** Whether it is so wide that it hardly says anything of a value: wider than twice its distance from zero. */
    public boolean saysLittleOf(double value) {
        return (upper - lower) / 2 > Math.abs(value);
    }
}
