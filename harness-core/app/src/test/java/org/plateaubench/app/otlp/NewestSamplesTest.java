// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.plateaubench.wire.TelemetrySample;

/** What is pushed of telemetry: a bounded number of series, and of cores of hosts. */
final class NewestSamplesTest {
    private final NewestSamples newest = new NewestSamples();

    private void add(String source, String series, double value) {
        newest.add(new TelemetrySample(1, source, series, value, "share", false));
    }

    @Test
    void coresOfHostsAreBoundedAndTakeNoPlaceOfOthers() {
        for (int core = 0; core < NewestSamples.MOST_CORES / 2; core++) {
            add("host/db1", "cpu core " + core, 0.5);
            add("host/db2", "cpu core " + core, 0.5);
        }
        add("host/db1", "cpu core 0", 0.25);
        add("host/db1", "cpu", 0.75);
        add("sut/db", "cpu core 1", 1);
        add("host/db3", "cpu core 0", 0.5);
        assertThat(newest.leavesOut()).isFalse();
        assertThat(newest.all())
                .hasSize(NewestSamples.MOST_CORES + 2)
                .extracting(TelemetrySample::source, TelemetrySample::series, TelemetrySample::value)
                .startsWith(
                        tuple("host/db1", "cpu", 0.75),
                        tuple("sut/db", "cpu core 1", 1.0),
                        tuple("host/db1", "cpu core 0", 0.25))
                .doesNotContain(tuple("host/db3", "cpu core 0", 0.5));
        for (int series = 0; series < NewestSamples.MOST_SERIES; series++) {
            add("sut/cache", "series " + series, 0.5);
        }
        assertThat(newest.all()).hasSize(NewestSamples.MOST_CORES + NewestSamples.MOST_SERIES);
    }

    @Test
    void aSeriesBeyondTheBoundIsLeftOutAndThatIsKnown() {
        for (int series = 0; series < NewestSamples.MOST_SERIES; series++) {
            add("sut/db", "series " + series, 0.5);
        }
        add("sut/db", "series 0", 0.75);
        assertThat(newest.leavesOut()).isFalse();
        add("sut/db", "one more", 0.5);
        assertThat(newest.leavesOut()).isTrue();
        assertThat(newest.all()).hasSize(NewestSamples.MOST_SERIES);
        assertThat(newest.all().iterator().next().value()).isEqualTo(0.75);
    }
}
