// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.wire.TelemetrySample;

/** The initial figures and the updates together contain every value exactly once. */
final class LiveFiguresTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int EVERY_SECONDS = 5;

    @Test
    void telemetryIncreaseIsStreamedOnce() {
        for (int joined : List.of(0, 7, 12, 20)) {
            LiveFigures figures = figures(100);
            List<Double> times = new ArrayList<>();
            for (int second = 0; second <= 20; second++) {
                if (second % EVERY_SECONDS == 0) {
                    figures.telemetry(new TelemetrySample(second * SECOND, "db", "reads", 3.0 * second, "reads", true));
                }
                figures.interval(interval("a", second, (second + 1) * SECOND));
                List<Long> completeBins = figures.takeCompleteBins();
                if (second == joined) {
                    times.addAll(telemetryTimes(figures.window(List.of())));
                } else if (second > joined) {
                    completeBins.forEach(bin -> times.addAll(telemetryTimes(figures.bin(bin, List.of()))));
                }
            }
            assertThat(times).as("joined after " + joined).containsExactly(2.5, 7.5, 12.5, 17.5);
        }
    }

    @Test
    void initialWindowEndsWhereUpdatesBegin() {
        LiveFigures figures = figures(100);
        figures.interval(interval("a", 0, SECOND));
        figures.interval(interval("b", 0, SECOND));
        figures.interval(interval("a", 1, 2 * SECOND));
        assertThat(figures.takeCompleteBins()).containsExactly(0L);
        assertThat(figures.window(List.of()).time()).isEqualTo(List.of(0.5));
        figures.interval(interval("b", 1, 2 * SECOND));
        assertThat(figures.takeCompleteBins()).containsExactly(1L);
        assertThat(figures.window(List.of()).time()).isEqualTo(List.of(0.5, 1.5));
    }

    @Test
    void telemetryOlderThanTheWindowIsDiscarded() {
        LiveFigures figures = figures(10);
        for (int second = 0; second < 1_000; second++) {
            figures.telemetry(new TelemetrySample(second * SECOND, "host", "load", second, "1", false));
        }
        figures.interval(interval("a", 999, 1_000 * SECOND));
        figures.takeCompleteBins();
        assertThat(telemetryTimes(figures.window(List.of())))
                .hasSizeBetween(10, 11)
                .contains(999.5);
    }

    @Test
    void telemetryOfSingleCoresIsNotStreamed() {
        LiveFigures figures = figures(100);
        figures.telemetry(new TelemetrySample(SECOND / 2, "host/db", "cpu core 3", 0.5, "share", false));
        figures.telemetry(new TelemetrySample(SECOND / 2, "host/db", "cpu", 0.5, "share", false));
        figures.interval(interval("a", 0, SECOND));
        figures.takeCompleteBins();
        assertThat(figures.window(List.of()).telemetry())
                .extracting(ShownSeries.Telemetry::series)
                .containsExactly("cpu");
    }

    /** These gaps show on the live page that an agent is missing, with or without a record of a missing interval. */
    @Test
    void silentAgentHasNoFiguresWithinTwoIntervals() {
        LiveFigures figures = figures(100);
        figures.interval(healthy("a", 0));
        figures.interval(healthy("b", 0));
        assertThat(figures.takeCompleteBins()).containsExactly(0L);

        figures.interval(healthy("a", 1));
        figures.interval(new StoredInterval("b", 1, SECOND, 2 * SECOND, Delivery.MISSING, false, List.of(), null));
        assertThat(figures.takeCompleteBins()).containsExactly(1L);
        assertThat(stalls(figures.bin(1, List.of()))).containsExactly("a 1.0", "b null");

        for (int second = 2; second < 4; second++) {
            figures.interval(healthy("a", second));
            assertThat(figures.takeCompleteBins()).isEmpty();
        }
        figures.interval(healthy("a", 4));
        assertThat(figures.takeCompleteBins()).containsExactly(2L);
        assertThat(stalls(figures.bin(2, List.of()))).containsExactly("a 1.0", "b null");
    }

    private static StoredInterval healthy(String agent, long sequence) {
        return new StoredInterval(
                agent,
                sequence,
                sequence * SECOND,
                (sequence + 1) * SECOND,
                Delivery.ON_TIME,
                false,
                List.of(),
                new AgentHealth(1_000_000, 0, 0, 0, 1, 1));
    }

    private static List<String> stalls(ShownSeries series) {
        return series.harness().stream()
                .map(agent -> agent.agent() + " "
                        + agent.series().get("longestStallMs").getFirst())
                .toList();
    }

    private static LiveFigures figures(int windowSeconds) {
        return new LiveFigures(new TestPlan().simple().build(), windowSeconds * SECOND);
    }

    private static StoredInterval interval(String agent, long sequence, long endNanos) {
        return new StoredInterval(
                agent, sequence, sequence * SECOND, endNanos, Delivery.ON_TIME, false, List.of(), null);
    }

    private static List<Double> telemetryTimes(ShownSeries series) {
        return series.telemetry().stream()
                .flatMap(shown -> shown.time().stream())
                .toList();
    }
}
