// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit.steadiness;

import java.util.List;
import org.plateaubench.engine.judge.figures.total.SteadyBlocks;

/**
 * The number of successes to expect at least in slots whose planned load goes up and down: the planned load times what
 * the whole stretch gave per planned load. Two things make that too much, so that the least is taken. Planned load
 * becomes completions later, by a time that is not known but for its bound. And where the SUT is at its limit, or where
 * each user has many operations in flight, more load gives no more completions: hence at most the mean rate.
 */
final class VaryingLoad {
    private final double mean;
    private final int latest;
    private final double[] expectedBefore;

    /**
     * Takes the slots of a stretch.
     *
     * @param mean mean successes of a slot
     * @param latest most slots by which planned load becomes completions later
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

    /** The least number of successes to expect in some slots; of the load before the stretch nothing is expected. */
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
