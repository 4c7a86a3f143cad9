// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

final class ClockErrorTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String AGENT = ClockTelemetry.source("load1");

    private static TelemetrySample sample(long second, String source, String series, double value) {
        return new TelemetrySample(second * SECOND, source, series, value, "ms", false);
    }

    private static List<TelemetrySample> readings(long... seconds) {
        List<TelemetrySample> samples = new ArrayList<>();
        for (long second : seconds) {
            samples.add(sample(second, AGENT, ClockTelemetry.DEPARTURE, second == 10 ? -3 : 1));
            samples.add(sample(second, AGENT, ClockTelemetry.BOUND, 0.5));
        }
        return samples;
    }

    private static OptionalDouble error(List<TelemetrySample> samples) {
        return ClockError.greatestMillis(samples, AGENT::equals);
    }

    @Test
    void worstReadingDeterminesTheClockError() {
        assertThat(error(readings(0, 10, 20))).hasValue(3.5);
    }

    @Test
    void agentWithoutReadingsHasNoClockError() {
        assertThat(error(List.of(sample(5, "host/a", "cpu", 1)))).isEmpty();
    }

    /** A kernel may make a clock faster by 500 ppm: 50 ms in 100 s, up to the last sample of the run. */
    @Test
    void driftIsAddedAfterTheLastReading() {
        List<TelemetrySample> samples = readings(0, 20);
        samples.add(sample(120, "host/a", "cpu", 1));

        assertThat(error(samples)).hasValue(51.5);
    }

    @Test
    void regularReadingIntervalAddsNoDrift() {
        List<TelemetrySample> samples = readings(0, 20);
        samples.add(sample(30, "host/a", "cpu", 1));

        assertThat(error(samples)).hasValue(1.5);
    }
}
