// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.LineInterval;
import org.plateaubench.measure.PhaseWindow;
import org.plateaubench.measure.ScheduleInterval;
import org.plateaubench.measure.WorkloadInterval;

final class WorkloadSeriesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NANOS_PER_OPERATION = 100_000;
    private static final long LATEST_NANOS = 130_000_000;

    @Test
    void aConstantRateIsDrawnLevelHoweverLateSnapshotsAreTaken() {
        for (int minutes : List.of(1, 30)) {
            assertThat(throughput(lateIntervals(60 * minutes)))
                    .allSatisfy(point -> assertThat(point.get(1)).isCloseTo(1e9 / NANOS_PER_OPERATION, within(2.0)));
        }
    }

    @Test
    void everyIntervalOfAShortRunIsAPointOfItsOwn() {
        List<List<Double>> points = throughput(lateIntervals(90));
        assertThat(points).hasSize(90);
        for (int i = 0; i < points.size(); i++) {
            assertThat(points.get(i).getFirst()).isEqualTo(i + 0.5);
        }
    }

    private static List<List<Double>> throughput(List<StoredInterval> intervals) {
        StoredRun run = new StoredRun(
                Path.of("run"),
                "run",
                Map.of(),
                Map.of(),
                intervals,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                true,
                true);
        WorkloadSeries series = new WorkloadSeries(TimeBins.of(run, Duration.ofSeconds(1), 1));
        intervals.forEach(interval -> series.add(interval, interval.workloads().getFirst()));
        List<List<Double>> points = new ArrayList<>();
        for (Object point : (List<?>) series.tree().getOrDefault("throughput", List.of())) {
            points.add(((List<?>) point).stream().map(Double.class::cast).toList());
        }
        return points;
    }

    /** Operations at a constant rate; each snapshot is taken up to 130 ms after its time. */
    private static List<StoredInterval> lateIntervals(int count) {
        Random random = new Random(5);
        List<StoredInterval> intervals = new ArrayList<>();
        long startNanos = 0;
        for (int sequence = 0; sequence < count; sequence++) {
            long endNanos = (sequence + 1) * SECOND + random.nextLong(LATEST_NANOS);
            long ok = endNanos / NANOS_PER_OPERATION - startNanos / NANOS_PER_OPERATION;
            intervals.add(new StoredInterval(
                    "local", sequence, startNanos, endNanos, Delivery.ON_TIME, false, List.of(workload(ok)), null));
            startNanos = endNanos;
        }
        return intervals;
    }

    private static WorkloadInterval workload(long ok) {
        LineInterval line = new LineInterval(
                "purchase",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                new LineInterval.Counts(ok, ok, 0, 0, 0, 0, ok, 0, 0),
                Map.of(),
                Map.of(),
                null,
                null,
                null);
        return new WorkloadInterval(
                1,
                "store",
                List.of(line),
                List.of(),
                new WorkloadInterval.Levels(8, 0, 0, 0),
                ScheduleInterval.UNKNOWN,
                Map.of(),
                Map.of());
    }
}
