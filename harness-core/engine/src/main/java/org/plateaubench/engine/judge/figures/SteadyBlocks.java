// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;

/**
 * A stretch of the steady window of one workload, in which the load stays the same: in slots as short as what was
 * stored, for outages, and in longer blocks for everything else.
 *
 * @param name what the stretch is, for people
 * @param secondsPerSlot length of a slot
 * @param slots in the order of time
 * @param secondsPerBlock length of a block
 * @param rates successful ends per second, by block
 * @param p95Ms 95th percentile of the response times that were recorded in a block, milliseconds; blocks with too few
 *     are left out
 * @param queued mean number of waiting arrivals by block
 */
public record SteadyBlocks(
        String name,
        double secondsPerSlot,
        List<Slot> slots,
        double secondsPerBlock,
        List<Double> rates,
        List<Double> p95Ms,
        List<Double> queued) {
    public SteadyBlocks {
        slots = List.copyOf(slots);
        rates = List.copyOf(rates);
        p95Ms = List.copyOf(p95Ms);
        queued = List.copyOf(queued);
    }

    /**
     * What was stored for a short time.
     *
     * @param isKnown whether it was stored, by every agent
     * @param successes successful ends
     * @param errors attempts that failed
     * @param stalledSeconds for how long the harness stood still
     */
    public record Slot(boolean isKnown, double successes, double errors, double stalledSeconds) {}

    /** Length of the stretch. */
    public double seconds() {
        return slots.size() * secondsPerSlot;
    }

    /** Successful ends in all of it. */
    public double completions() {
        return slots.stream().mapToDouble(Slot::successes).sum();
    }
}
