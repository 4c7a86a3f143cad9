// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Random snapshots that follow from a seed. */
final class Samples {
    static final long SECOND = 1_000_000_000L;

    private Samples() {}

    static IntervalSnapshot snapshot(Random random, String agent, long sequence, boolean last) {
        // Every second snapshot lacks optional figures.
        boolean isComplete = sequence % 2 == 0;
        List<WorkloadInterval> workloads = new ArrayList<>();
        for (int tile = 1; tile <= 2; tile++) {
            workloads.add(workload(random, tile, isComplete));
        }
        AgentHealth health = new AgentHealth(
                random.nextInt(1_000_000),
                random.nextInt(1_000_000),
                random.nextDouble(),
                random.nextBoolean() ? -1 : random.nextDouble(),
                random.nextInt(1_000_000_000),
                random.nextInt(100),
                isComplete ? new CpuUse(0.5, 0.25, 0.01, 0.02, 1.5, 0.004, 80, -1) : CpuUse.NOT_REPORTED);
        return new IntervalSnapshot(
                agent, sequence, sequence * SECOND, (sequence + 1) * SECOND, last, workloads, health);
    }

    private static WorkloadInterval workload(Random random, int tile, boolean isComplete) {
        List<LineInterval> lines = new ArrayList<>();
        for (String name : List.of("login", "purchase")) {
            for (PhaseWindow window : List.of(PhaseWindow.RAMP_UP, PhaseWindow.STEADY)) {
                lines.add(line(random, name, window));
            }
        }
        Times wakeUp = isComplete ? times(new Random(tile), 20, 3) : null;
        return new WorkloadInterval(
                tile,
                "store",
                lines,
                List.of(new LagInterval(PhaseWindow.STEADY, times(random, 50, 3), null, wakeUp)),
                new WorkloadInterval.Levels(8, random.nextInt(8), random.nextInt(3), 0),
                schedule(random),
                Map.of("rows", random.nextLong(1000)),
                Map.of("cacheLevel", random.nextDouble()));
    }

    private static LineInterval line(Random random, String name, PhaseWindow window) {
        int ok = random.nextInt(40);
        int declined = random.nextInt(3);
        int errors = random.nextInt(3);
        return new LineInterval(
                name,
                LineInterval.Kind.OPERATION,
                window,
                new LineInterval.Counts(
                        ok + declined + errors,
                        ok,
                        declined,
                        errors,
                        0,
                        random.nextInt(2),
                        ok,
                        errors,
                        errors * SECOND),
                errors == 0 ? Map.of() : Map.of("timeout", (long) errors),
                declined == 0 ? Map.of() : Map.of("sold-out", (long) declined),
                times(random, ok + declined, 3),
                times(random, ok + declined, 3),
                times(random, errors, 2));
    }

    static @Nullable Times times(Random random, int count, int digits) {
        if (count == 0) {
            return null;
        }
        Histogram histogram = new Histogram(1_000, 3_600 * SECOND, digits);
        long sum = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        for (int i = 0; i < count; i++) {
            long nanos = 1_000 + (long) (StrictMath.exp(random.nextDouble() * 15) * 1_000);
            histogram.recordValue(nanos);
            sum += nanos;
            min = Math.min(min, nanos);
            max = Math.max(max, nanos);
        }
        return new Times(histogram, sum, min, max, 0);
    }

    private static ScheduleInterval schedule(Random random) {
        ScheduleInterval.Gaps gaps =
                new ScheduleInterval.Gaps(random.nextInt(50), random.nextLong(SECOND), random.nextLong(SECOND));
        return new ScheduleInterval(
                List.of(new ScheduleInterval.Draws(PhaseWindow.STEADY, Map.of(0, 41L, 2, 7L), Map.of(0, SECOND), gaps)),
                new ScheduleInterval.Flow(
                        48, 3 * SECOND, 2 * SECOND, 17, 5, new ScheduleInterval.InFlight(200, 610, 1_900, 6, 40, 3, 1)),
                List.of(new Attendance(PhaseWindow.STEADY, SECOND, 8 * SECOND, 6 * SECOND, SECOND, SECOND)),
                List.of(new Evenness(
                        PhaseWindow.STEADY, 58 * SECOND, 59, 1.25, List.of(new Evenness.Group(3, 8, 4_123, 70)))));
    }
}
