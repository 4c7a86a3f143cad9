// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.time.Duration;
import java.util.List;

/**
 * One step of a load schedule: the level of a load over a part of the steady phase. The level is a number of users in
 * closed load, and units per second in open load. Immutable.
 */
public sealed interface LoadStep {

    /** Length of the step, above zero. */
    Duration length();

    /** The highest level that it reaches. */
    default double highest() {
        return Math.max(first(), last());
    }

    /** Level at its start. */
    double first();

    /** Level at the end of the step, which continues if no step follows. */
    double last();

    /** Mean level over its length. */
    default double mean() {
        return (first() + last()) / 2;
    }

    /**
     * A constant level.
     *
     * @param length length of the step
     * @param level the level, at least 0
     */
    record Constant(Duration length, double level) implements LoadStep {
        @Override
        public double first() {
            return level;
        }

        @Override
        public double last() {
            return level;
        }
    }

    /**
     * A level that rises or falls linearly.
     *
     * @param length length of the step
     * @param from level at the start, at least 0
     * @param to level at the end, at least 0
     */
    record Ramp(Duration length, double from, double to) implements LoadStep {
        @Override
        public double first() {
            return from;
        }

        @Override
        public double last() {
            return to;
        }
    }

    /**
     * A level with bursts at equal intervals, the first at the start.
     *
     * @param length length of the step
     * @param base level between bursts, at least 0
     * @param peak level in a burst, above the base
     * @param every time from the start of a burst to the start of the next, above zero
     * @param burst length of a burst, above zero and shorter than {@code every}
     */
    record Bursts(Duration length, double base, double peak, Duration every, Duration burst) implements LoadStep {
        @Override
        public double highest() {
            return peak;
        }

        @Override
        public double first() {
            return peak;
        }

        @Override
        public double last() {
            long remainder = length.toNanos() % every.toNanos();
            return remainder > 0 && remainder <= burst.toNanos() ? peak : base;
        }

        @Override
        public double mean() {
            long cycles = length.toNanos() / every.toNanos();
            long remainder = length.toNanos() % every.toNanos();
            double peakNanos = (double) cycles * burst.toNanos() + Math.min(remainder, burst.toNanos());
            return base + (peak - base) * peakNanos / length.toNanos();
        }
    }

    /**
     * A level that oscillates around a mean and rises first.
     *
     * @param length length of the step
     * @param middle mean level
     * @param amplitude greatest difference from the mean, above 0 and at most {@code middle}
     * @param period length of one oscillation, above zero
     */
    record Sine(Duration length, double middle, double amplitude, Duration period) implements LoadStep {
        private double turns() {
            return (double) length.toNanos() / period.toNanos();
        }

        @Override
        public double highest() {
            return turns() >= 0.25 ? middle + amplitude : last();
        }

        @Override
        public double first() {
            return middle;
        }

        @Override
        public double last() {
            return middle + amplitude * StrictMath.sin(2 * Math.PI * (turns() % 1));
        }

        @Override
        public double mean() {
            double phase = 2 * Math.PI * turns();
            return middle + amplitude * (1 - StrictMath.cos(phase % (2 * Math.PI))) / phase;
        }
    }

    /**
     * Levels given by points; each level continues until the next point.
     *
     * @param length length of the step; later points are ignored, and the level of the last point before the end
     *     continues to the end
     * @param points points in ascending order of time, the first at 0
     * @param file name of the file that contains the points, for display; empty if there is none
     */
    record Replay(Duration length, List<Point> points, String file) implements LoadStep {
        public Replay {
            points = List.copyOf(points);
        }

        @Override
        public double highest() {
            return points.stream()
                    .filter(point -> point.at().compareTo(length) < 0)
                    .mapToDouble(Point::level)
                    .max()
                    .orElse(0);
        }

        @Override
        public double first() {
            return points.getFirst().level();
        }

        @Override
        public double last() {
            double level = 0;
            for (Point point : points) {
                level = point.at().compareTo(length) < 0 ? point.level() : level;
            }
            return level;
        }

        @Override
        public double mean() {
            double area = 0;
            long end = length.toNanos();
            for (int i = 0; i < points.size(); i++) {
                long from = Math.min(points.get(i).at().toNanos(), end);
                long to = i + 1 < points.size() ? Math.min(points.get(i + 1).at().toNanos(), end) : end;
                area += points.get(i).level() * (to - from);
            }
            return area / end;
        }
    }

    /**
     * A level that begins at an instant.
     *
     * @param at time since the start of the step, not negative
     * @param level the level, at least 0
     */
    record Point(Duration at, double level) {}
}
