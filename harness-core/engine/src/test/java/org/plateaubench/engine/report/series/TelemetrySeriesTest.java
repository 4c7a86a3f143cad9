// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.report.series.TelemetrySeries.TimeBins;
import org.plateaubench.wire.TelemetrySample;

final class TelemetrySeriesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final TimeBins BINS = new TimeBins(SECOND);

    @Test
    void runningTotalIsShownAsRatePerSecond() {
        assertThat(points(total(1, 100), total(2, 150), total(4, 350)))
                .isEqualTo(Map.of("commits transactions/s", List.of(List.of(1.5, 50.0), List.of(3.5, 100.0))));
    }

    @Test
    void decreasingTotalRestartsTheRate() {
        assertThat(points(total(1, 100), total(2, 150), total(3, 10), total(4, 40)))
                .isEqualTo(Map.of("commits transactions/s", List.of(List.of(1.5, 50.0), List.of(3.5, 30.0))));
    }

    @Test
    void levelIsAveragedPerPoint() {
        assertThat(points(level("active", 1.1, 4), level("active", 1.9, 6), level("active", 2.5, 9)))
                .isEqualTo(Map.of("active connections", List.of(List.of(1.5, 5.0), List.of(2.5, 9.0))));
    }

    @Test
    void seriesWithoutPointsIsOmitted() {
        assertThat(points(total(1, 5), level("active", 1, Double.NaN))).isEmpty();
    }

    private static Map<String, List<List<Double>>> points(TelemetrySample... telemetry) {
        TelemetrySeries series = new TelemetrySeries(BINS, Long.MIN_VALUE, Long.MAX_VALUE);
        Stream.of(telemetry).forEach(series::add);
        Map<String, List<List<Double>>> points = new TreeMap<>();
        series.points(Long.MIN_VALUE, Long.MAX_VALUE)
                .forEach((key, values) -> points.put(key.series() + " " + key.unit(), values));
        return points;
    }

    private static TelemetrySample total(long second, double value) {
        return new TelemetrySample(second * SECOND, "sut/db", "commits", value, "transactions", true);
    }

    private static TelemetrySample level(String series, double second, double value) {
        return new TelemetrySample((long) (second * SECOND), "sut/db", series, value, "connections", false);
    }
}
