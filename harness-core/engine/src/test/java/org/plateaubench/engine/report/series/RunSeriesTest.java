// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.GoldenFile;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.figures.TestIntervals;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.StoredSeries.PercentileCurves;
import org.plateaubench.engine.report.series.TelemetrySeries.TimeBins;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunScan;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

final class RunSeriesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final long NANOS_PER_OPERATION = 100_000;
    private static final long LATEST_NANOS = 130_000_000;

    @TempDir
    Path folder;

    @Test
    void constantRateIsLevelDespiteLateSnapshots() {
        for (int width : List.of(1, 4, 64)) {
            RunSeries series = simple(width, 128);
            lateIntervals(128).forEach(series::interval);
            assertThat(throughput(series))
                    .hasSize(128 / width)
                    .allSatisfy(rate -> assertThat(rate).isCloseTo(1e9 / NANOS_PER_OPERATION, within(2.0)));
        }
    }

    @Test
    void missingIntervalIsAGapUntilLateArrival() {
        RunSeries series = simple(1, 4);
        series.interval(interval(0, Delivery.ON_TIME, 7));
        series.interval(interval(1, Delivery.MISSING, 0));
        series.interval(interval(2, Delivery.ON_TIME, 9));
        assertThat(throughput(series)).containsExactly(7.0, Double.NaN, 9.0, Double.NaN);
        assertThat(shown(series).missing()).containsExactly(0, 1, 0, 0);
        series.interval(interval(1, Delivery.LATE, 8));
        assertThat(throughput(series)).containsExactly(7.0, 8.0, 9.0, Double.NaN);
        assertThat(shown(series).missing()).containsOnly(0);
    }

    private static ShownSeries shown(RunSeries series) {
        return ShownSeries.of(List.of(), series, List.of(), 0, 4, Map.of());
    }

    @Test
    void binIsCompleteAfterDeliveryOrTimeout() {
        RunSeries series = simple(1, 9);
        series.interval(interval("a", 0, Delivery.ON_TIME, 1));
        series.interval(interval("b", 0, Delivery.ON_TIME, 1));
        assertThat(series.takeCompleteBins()).containsExactly(0L);
        series.interval(interval("a", 1, Delivery.ON_TIME, 1));
        assertThat(series.takeCompleteBins()).isEmpty();
        series.interval(interval("a", 2, Delivery.ON_TIME, 1));
        series.interval(interval("a", 3, Delivery.ON_TIME, 1));
        assertThat(series.takeCompleteBins()).containsExactly(1L);
        series.interval(interval("b", 1, Delivery.LATE, 1));
        assertThat(series.takeCompleteBins()).containsExactly(1L);
    }

    @Test
    void storedSeriesHasAtMostTheRequestedPoints() throws Exception {
        SampleRun.failing(folder, 40).close();
        StoredSeries stored = StoredSeries.of(RunFolder.of(folder));
        for (int points : List.of(1, 2, 7, 50, 2_000)) {
            for (double from : List.of(0.0, 3.0, 41.5)) {
                assertThat(stored.series(from, null, points, false).time()).hasSizeBetween(1, points);
            }
        }
        assertThat(stored.series(0, null, 2_000, false).time()).hasSize(40 + 10 + 6 + 1);
        assertThat(stored.series(5, 9.0, 2_000, false).time()).hasSize(4);
    }

    private static List<StoredInterval> all(StoredRun run) {
        List<StoredInterval> intervals = new ArrayList<>();
        run.forEachInterval(intervals::add);
        return intervals;
    }

    private static RunSeries simple(int widthSeconds, int seconds) {
        RunPlan plan = new TestPlan().simple().build();
        TimeBins bins = TimeBins.of(Duration.ofSeconds(1), 0, seconds * SECOND, seconds / widthSeconds);
        assertThat(bins.widthNanos()).isEqualTo(widthSeconds * SECOND);
        return new RunSeries(plan, bins, 0, seconds * SECOND, true);
    }

    private static List<Double> throughput(RunSeries series) {
        List<Double> values = new ArrayList<>();
        for (double value : requireNonNull(series.workloads()
                .getFirst()
                .all(series.firstBin(), series.endBin())
                .get("throughput"))) {
            values.add(value);
        }
        return values;
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

    private static StoredInterval interval(long sequence, Delivery delivery, long ok) {
        return interval("local", sequence, delivery, ok);
    }

    private static StoredInterval interval(String agent, long sequence, Delivery delivery, long ok) {
        return new StoredInterval(
                agent,
                sequence,
                sequence * SECOND,
                (sequence + 1) * SECOND,
                delivery,
                false,
                delivery == Delivery.MISSING ? List.of() : List.of(workload(ok)),
                null);
    }

    private static WorkloadInterval workload(long ok) {
        return TestIntervals.second(0)
                .with(TestIntervals.line("read", LineInterval.Kind.OPERATION, TestIntervals.ok(ok)))
                .levels(8, 0, 0, 0)
                .workload();
    }

    @Test
    void seriesAndPercentileCurvesMatchTheGoldenFiles() throws IOException {
        SampleRun.failing(folder, 10).close();
        StoredSeries stored = StoredSeries.of(RunFolder.of(folder));
        assertThat(Documents.text(stored.series(0, null, 4, true)))
                .isEqualTo(GoldenFile.text(RunSeriesTest.class, "series.json"));
        assertThat(Documents.text(stored.percentiles(true)))
                .isEqualTo(GoldenFile.text(RunSeriesTest.class, "percentiles.json"));
    }

    @Test
    void percentilesOverTimeNeverExceedTheMaximum() throws Exception {
        StoredRun run = SampleRun.passing(folder, 20).read();
        RunSeries series = new RunSeries(RunPlan.fromTree(run.plan()), new TimeBins(SECOND), 0, 100 * SECOND, true);
        new RunScan(RunFolder.of(folder)).read(0, Long.MAX_VALUE, series);
        WorkloadSeries store = series.workloads().getFirst();
        List<String> lines = new ArrayList<>(store.lines().keySet());
        int compared = 0;
        for (String line : lines) {
            Map<String, double[]> values = store.line(line, 0, 20);
            double[] max = Objects.requireNonNull(values.get("max"));
            for (String percentile : List.of("p50", "p95", "p99")) {
                double[] points = Objects.requireNonNull(values.get(percentile));
                for (int bin = 0; bin < 20; bin++) {
                    if (!Double.isNaN(points[bin])) {
                        assertThat(points[bin]).as(percentile + " of " + line).isLessThanOrEqualTo(max[bin]);
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(100);
    }

    @Test
    void percentileCurvesNeverExceedTheMaximum() throws Exception {
        StoredRun run = SampleRun.passing(folder, 20).read();
        PercentileCurves curves = new PercentileCurves(RunPlan.fromTree(run.plan()), false);
        new RunScan(RunFolder.of(folder)).read(0, Long.MAX_VALUE, curves);
        long longest = all(run).stream()
                .flatMap(interval -> interval.workloads().stream())
                .flatMap(workload -> workload.lines().stream())
                .filter(line -> line.window().isSteady() && line.response() != null)
                .mapToLong(line -> Objects.requireNonNull(line.response()).maxNanos())
                .max()
                .orElseThrow();
        double highest = curves.shown().workloads().stream()
                .flatMap(workload -> workload.operations().stream())
                .flatMap(line -> line.curve().stream())
                .mapToDouble(List::getLast)
                .max()
                .orElseThrow();
        assertThat(highest).isGreaterThan(0).isLessThanOrEqualTo(longest / 1e6);
    }
}
