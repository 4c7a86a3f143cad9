// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Portion;

/**
 * A stretch of the steady window of one workload, all of it or a step of its schedule: in slots as short as the stored
 * intervals, for outages, and in longer blocks for everything else.
 *
 * @param portion the step, null for all of the steady window
 * @param shape planned course of the load
 * @param together operations that come together, so that one says no more than all of them: those of a unit or batch
 * @param unitSeconds mean time from when a unit is due until its end, waiting for a user and pauses included
 * @param secondsPerSlot length of a slot
 * @param slots slots in the order of time
 * @param secondsPerBlock length of a block
 * @param rates successful ends per second, by block; not a number where not known. Empty unless the load is constant
 * @param p95Ms 95th percentile of the response times recorded in a block, milliseconds; not a number where there are
 *     too few
 * @param queued mean number of waiting arrivals by block
 */
public record SteadyBlocks(
        @Nullable Portion portion,
        Shape shape,
        double together,
        double unitSeconds,
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

    /** The planned course of the load in a stretch. */
    public enum Shape {
        EVEN,
        RAMP,
        VARYING
    }

    /**
     * The stored counts of a short time.
     *
     * @param isKnown whether every agent stored it
     * @param successes successful ends
     * @param errors failed attempts
     * @param stalledSeconds how long the harness stood still
     * @param load planned load where it varies: mean level times seconds
     */
    public record Slot(boolean isKnown, double successes, double errors, double stalledSeconds, double load) {}

    /** Its name, for people. */
    public String name() {
        return portion == null ? "steady state" : portion.kind() + " " + portion.number();
    }

    /** Length of the stretch. */
    public double seconds() {
        return slots.size() * secondsPerSlot;
    }

    /** All successful ends in it. */
    public double completions() {
        return slots.stream().mapToDouble(Slot::successes).sum();
    }
}
