// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Extent.Portion;
import org.plateaubench.engine.plan.PlannedWorkload;

/**
 * The steady window of one workload, or one step of its schedule. It is divided into slots as short
 * as the stored intervals, for outages, and into longer blocks for everything else.
 *
 * @param operationsDueTogether number of operations of a unit or batch: due together, they count as one observation
 * @param unitSeconds mean time from when a unit is due until its end, including the wait for a user and pauses
 * @param rates successful ends per second, by block; not a number if unknown. Empty unless the load is constant
 * @param p95Ms 95th percentile of the response times recorded in a block, ms; not a number if there are too few
 * @param lines all operations together, under an empty name, and then each operation if there are several, in sections
 */
public record SteadyBlocks(
        @Nullable Portion portion,
        Shape shape,
        double operationsDueTogether,
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
     * @param load planned load if it varies: mean level times seconds
     */
    public record Slot(boolean isKnown, double successes, double errors, double stalledSeconds, double load) {}

    /**
     * The figures of operations in equal sections of the window, at most sixty.
     *
     * @param name name of the operation, empty for all together
     * @param rates successful ends per second, by section; not a number if unknown
     * @param p95Ms 95th percentile of the response times recorded in a section, ms; not a number if there are too few
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

    /** The plan of the steady window of a workload, or of one step of its schedule. */
    record PlannedWindow(
            @Nullable Portion portion,
            @Nullable LoadStep step,
            int depth,
            double pauseSeconds,
            long fromNanos,
            long toNanos) {

        static List<PlannedWindow> of(PlannedWorkload workload, Window window) {
            List<LoadStep> steps = workload.load().steps();
            // Arrivals of an open load come one by one, however many operations a user may have in flight.
            int depth = workload.load() instanceof Load.Closed closed ? closed.depth() : 1;
            double pauses = workload.units().stream()
                    .mapToDouble(PlannedWindow::pauseSeconds)
                    .max()
                    .orElse(0);
            if (steps.isEmpty()) {
                return List.of(new PlannedWindow(null, null, depth, pauses, window.startNanos(), window.endNanos()));
            }
            List<PlannedWindow> windows = new ArrayList<>();
            long start = window.startNanos();
            for (int i = 0; i < steps.size(); i++) {
                long end = start + steps.get(i).length().toNanos();
                if (end <= window.endNanos()) {
                    Portion portion = Extent.step(workload, i + 1, window).portion();
                    windows.add(new PlannedWindow(portion, steps.get(i), depth, pauses, start, end));
                }
                start = end;
            }
            return windows;
        }

        private static double pauseSeconds(UnitDefinition unit) {
            return unit.steps().stream()
                            .mapToDouble(step -> step.maxTimes() * step.pause().meanNanos())
                            .sum()
                    / 1e9;
        }

        SteadyBlocks.Shape shape() {
            return switch (step) {
                case null -> Shape.EVEN;
                case LoadStep.Constant constant -> Shape.EVEN;
                case LoadStep.Ramp ramp -> Shape.RAMP;
                default -> Shape.VARYING;
            };
        }

        /** The planned load of slots: their mean levels times seconds; all 0 if the load does not vary. */
        double[] load(long firstNanos, long slotNanos, int slots) {
            double[] load = new double[slots];
            Area area = area();
            double before = area.until(sinceStart(firstNanos));
            for (int i = 0; i < slots; i++) {
                double until = area.until(sinceStart(firstNanos + (i + 1) * slotNanos));
                load[i] = until - before;
                before = until;
            }
            return load;
        }

        private long sinceStart(long nanos) {
            return Math.clamp(nanos - fromNanos, 0, toNanos - fromNanos);
        }

        /** Area up to an instant, in levels times seconds; instants must come in the order of time. */
        @FunctionalInterface
        private interface Area {
            double until(long nanos);
        }

        private Area area() {
            return switch (step) {
                case LoadStep.Bursts bursts ->
                    area(length ->
                            new LoadStep.Bursts(length, bursts.base(), bursts.peak(), bursts.every(), bursts.burst()));
                case LoadStep.Sine sine ->
                    area(length -> new LoadStep.Sine(length, sine.middle(), sine.amplitude(), sine.period()));
                case LoadStep.Replay replay -> new Points(replay.points());
                case null, default -> nanos -> 0;
            };
        }

        /** The area of a step up to an instant, which equals that of the same step ending there. */
        private static Area area(Function<Duration, LoadStep> ending) {
            return nanos ->
                    nanos == 0 ? 0 : ending.apply(Duration.ofNanos(nanos)).mean() * Figures.seconds(nanos);
        }

        /** The area of a replayed step, which may have as many points as slots, so that each point is visited once. */
        private static final class Points implements Area {
            private final List<LoadStep.Point> points;
            private int current;
            private double before;

            Points(List<LoadStep.Point> points) {
                this.points = points;
            }

            @Override
            public double until(long nanos) {
                while (current + 1 < points.size() && at(current + 1) <= nanos) {
                    before += areaUntil(at(current + 1));
                    current++;
                }
                return before + areaUntil(nanos);
            }

            private long at(int point) {
                return points.get(point).at().toNanos();
            }

            private double areaUntil(long nanos) {
                return points.get(current).level() * Figures.seconds(nanos - at(current));
            }
        }
    }
}
