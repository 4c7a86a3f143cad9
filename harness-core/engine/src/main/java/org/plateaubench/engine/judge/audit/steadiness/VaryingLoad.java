// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit.steadiness;

import java.util.List;
import org.plateaubench.engine.judge.figures.total.SteadyBlocks;

/**
 * The smallest expected number of successes in slots whose planned load goes up and down: the planned load, times the
 * successes of the whole stretch divided by its planned load. There are two reasons why this may be too much, and the
 * smallest value is used. Completions come later than the planned load, by an unknown time that has a bound. And if the
 * SUT is at its limit, or if each user has many operations in flight, more load does not give more completions, so at
 * most the mean rate is expected.
 */
final class VaryingLoad {
    private final double mean;
    private final int latest;
    private final double[] expectedBefore;

    /**
     * Creates the expectation for the slots of a stretch.
     *
     * @param mean mean successes of a slot
     * @param latest greatest number of slots by which completions may come later than planned load
     */
    VaryingLoad(List<SteadyBlocks.Slot> slots, double mean, int latest) {
        this.mean = mean;
        this.latest = latest;
        double planned = slots.stream()
                .filter(SteadyBlocks.Slot::isKnown)
                .mapToDouble(SteadyBlocks.Slot::load)
                .sum();
        double successes = slots.stream()
                .filter(SteadyBlocks.Slot::isKnown)
                .mapToDouble(SteadyBlocks.Slot::successes)
                .sum();
        expectedBefore = new double[slots.size() + 1];
        for (int i = 0; i < slots.size(); i++) {
            double expected = planned > 0 ? slots.get(i).load() * successes / planned : 0;
            expectedBefore[i + 1] = expectedBefore[i] + expected;
        }
    }

    /** The smallest expected number of successes in some slots; nothing is expected of the load before the stretch. */
    double expected(int from, int to) {
        double least = mean * (to - from);
        for (int late = 0; late <= latest && late <= to; late++) {
            least = Math.min(least, within(from - late, to - late));
        }
        return least;
    }

    /** Whether a slot should have given this number of successes or more. */
    boolean expectsMore(double successes, int slot) {
        if (successes == 0) {
            return true;
        }
        for (int late = 0; late <= latest && late <= slot + 1; late++) {
            if (within(slot - late, slot + 1 - late) < successes) {
                return false;
            }
        }
        return true;
    }

    private double within(int from, int to) {
        return expectedBefore[Math.max(0, to)] - expectedBefore[Math.max(0, from)];
    }
}
