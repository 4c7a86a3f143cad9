// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.report.series.TimeBins;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.TelemetryPoint;

final class TelemetryChartsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final TimeBins BINS = new TimeBins(SECOND);

    @Test
    void aRunningTotalIsItsRatePerSecond() {
        assertThat(TelemetryCharts.of(run(total(1, 100), total(2, 150), total(4, 350)), BINS)
                        .data())
                .isEqualTo(List.of(chart("transactions/s", "commits", List.of(1.5, 50.0), List.of(3.5, 100.0))));
    }

    @Test
    void aTotalThatFallsStartsAnew() {
        assertThat(TelemetryCharts.of(run(total(1, 100), total(2, 150), total(3, 10), total(4, 40)), BINS)
                        .data())
                .isEqualTo(List.of(chart("transactions/s", "commits", List.of(1.5, 50.0), List.of(3.5, 30.0))));
    }

    @Test
    void aLevelIsItsMeanPerPoint() {
        assertThat(TelemetryCharts.of(
                                run(level("active", 1.1, 4), level("active", 1.9, 6), level("active", 2.5, 9)), BINS)
                        .data())
                .isEqualTo(List.of(chart("connections", "active", List.of(1.5, 5.0), List.of(2.5, 9.0))));
    }

    @Test
    void neitherCpuNorASeriesWithoutAPointNorAValueThatIsNoneHasAChart() {
        TelemetryPoint cpu = new TelemetryPoint(SECOND, "sut/db", "cpu", 0.5, "share", false);
        TelemetryCharts charts = TelemetryCharts.of(run(cpu, total(1, 5), level("active", 1, Double.NaN)), BINS);
        assertThat(charts.data()).isEmpty();
        assertThat(charts.model()).isEmpty();
        assertThat(TelemetryCharts.of(run(), BINS).model()).isEmpty();
    }

    @Test
    void aChartHasNoMoreLinesThanCanBeToldApart() {
        List<TelemetryPoint> points = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            points.add(level("series" + i, 1, i));
        }
        TelemetryCharts charts = TelemetryCharts.of(run(points.toArray(TelemetryPoint[]::new)), BINS);
        assertThat(charts.data())
                .hasSize(2)
                .allSatisfy(chart -> assertThat(((Map<?, ?>) chart).get("series"))
                        .asInstanceOf(InstanceOfAssertFactories.LIST)
                        .hasSizeBetween(1, 8));
        assertThat(charts.model()).hasSize(1);
    }

    private static Map<String, Object> chart(String unit, String name, Object... points) {
        return Map.of("unit", unit, "series", List.of(Map.of("name", name, "points", List.of(points))));
    }

    private static TelemetryPoint total(long second, double value) {
        return new TelemetryPoint(second * SECOND, "sut/db", "commits", value, "transactions", true);
    }

    private static TelemetryPoint level(String series, double second, double value) {
        return new TelemetryPoint((long) (second * SECOND), "sut/db", series, value, "connections", false);
    }

    private static StoredRun run(TelemetryPoint... points) {
        return new StoredRun(
                Path.of("run"),
                "run",
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                Arrays.asList(points),
                List.of(),
                true,
                true);
    }
}
