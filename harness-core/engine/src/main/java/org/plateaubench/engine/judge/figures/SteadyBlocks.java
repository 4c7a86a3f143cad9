// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of the steady window of one workload, all of it or a step of its schedule: in slots as short as what was
 * stored, for outages, and in longer blocks for everything else.
 *
 * @param portion the step, null for all of the steady window
 * @param shape how the load goes
 * @param together operations that come together, so that one tells no more than all of them: those of a unit or batch
 * @param secondsPerSlot length of a slot
 * @param slots in the order of time
 * @param secondsPerBlock length of a block
 * @param rates successful ends per second, by block; not a number where nothing is known. None unless the load is even
 * @param p95Ms 95th percentile of the response times that were recorded in a block, milliseconds; not a number where
 *     there were too few
 * @param queued mean number of waiting arrivals by block
 */
public record SteadyBlocks(
        @Nullable Portion portion,
        Shape shape,
        double together,
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

    /** How the load of a stretch goes by plan. */
    public enum Shape {
        EVEN,
        RAMP,
        VARYING
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

    /** What it is, for people. */
    public String name() {
        return portion == null ? "steady state" : portion.kind() + " " + portion.number();
    }

    /** Length of the stretch. */
    public double seconds() {
        return slots.size() * secondsPerSlot;
    }

    /** Successful ends in all of it. */
    public double completions() {
        return slots.stream().mapToDouble(Slot::successes).sum();
    }
}
