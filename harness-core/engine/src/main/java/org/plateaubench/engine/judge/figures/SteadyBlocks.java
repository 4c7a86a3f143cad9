// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Extent.Portion;

/**
 * The steady window of one workload, or one step of its schedule. It is divided into slots as short
 * as the stored intervals, for outages, and into longer blocks for everything else.
 *
 * @param portion the step, null for all of the steady window
 * @param together number of operations that come together, as in a unit or batch, and so count as one observation
 * @param unitSeconds mean time from when a unit is due until its end, including the wait for a user and pauses
 * @param rates successful ends per second, by block; not a number if unknown. Empty unless the load is constant
 * @param p95Ms 95th percentile of the response times recorded in a block, milliseconds; not a number if there are too
 *     few
 * @param lines all operations together, under an empty name, and then each of several, in coarser times
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
        List<Double> queued,
        List<Line> lines) {
    public enum Shape {
        EVEN,
        RAMP,
        VARYING
    }

    /**
     * The stored counts of a short time.
     *
     * @param isKnown whether every agent stored it
     * @param stalledSeconds how long the harness was stopped
     * @param load planned load if it varies: mean level times seconds
     */
    public record Slot(boolean isKnown, double successes, double errors, double stalledSeconds, double load) {}

    /**
     * The figures of operations in equal times, of which a window has at most sixty.
     *
     * @param name name of the operation, empty for all together
     * @param rates successful ends per second, by time; not a number if unknown
     * @param p95Ms 95th percentile of the response times recorded in a time, milliseconds; not a number if there are
     *     too few
     * @param lagMs 95th percentile of the harness's lags in a time, milliseconds
     */
    public record Line(String name, double seconds, List<Double> rates, List<Double> p95Ms, List<Double> lagMs) {}

    public String name() {
        return portion == null ? "steady state" : portion.kind() + " " + portion.number();
    }

    public double seconds() {
        return slots.size() * secondsPerSlot;
    }

    public double completions() {
        return slots.stream().mapToDouble(Slot::successes).sum();
    }
}
