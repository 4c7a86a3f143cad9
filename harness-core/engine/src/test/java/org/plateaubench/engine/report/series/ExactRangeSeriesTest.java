// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunScan;
import org.plateaubench.engine.store.StoredRun;

/** No percentile over time, and no point of a curve, lies outside the exact least and greatest time. */
final class ExactRangeSeriesTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    @Test
    void noPercentileOverTimeExceedsTheLongestTimeBesideIt() throws Exception {
        StoredRun run = SampleRun.passing(folder, 20).read();
        RunSeries series = new RunSeries(RunPlan.fromTree(run.plan()), new TimeBins(SECOND), 0, 100 * SECOND);
        new RunScan(RunFolder.of(folder)).read(0, Long.MAX_VALUE, series);
        WorkloadSeries store = series.workloads().getFirst();
        List<String> lines = new ArrayList<>(store.lines().keySet());
        int compared = 0;
        for (String line : lines) {
            Map<String, double[]> values = store.line(line, 0, 20);
            double[] max = Objects.requireNonNull(values.get("max"));
            for (String percentile : List.of("p50", "p95", "p99")) {
                double[] of = Objects.requireNonNull(values.get(percentile));
                for (int bin = 0; bin < 20; bin++) {
                    if (!Double.isNaN(of[bin])) {
                        assertThat(of[bin]).as(percentile + " of " + line).isLessThanOrEqualTo(max[bin]);
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(100);
    }

    @Test
    void noPointOfACurveExceedsTheLongestTimeOfItsLine() throws Exception {
        StoredRun run = SampleRun.passing(folder, 20).read();
        PercentileCurves curves = new PercentileCurves(RunPlan.fromTree(run.plan()));
        new RunScan(RunFolder.of(folder)).read(0, Long.MAX_VALUE, curves);
        long longest = run.intervals().stream()
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
