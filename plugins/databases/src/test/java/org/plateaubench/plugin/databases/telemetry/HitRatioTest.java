// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.spi.TelemetrySource.Sample;

class HitRatioTest {
    @Test
    void isThatOfTheTimeSinceTheLastSample() {
        HitRatio ratio = new HitRatio("hits", "reads", false);
        assertThat(ratio.of(samples(1000, 500))).isEmpty();
        assertThat(ratio.of(samples(1090, 510)).map(Sample::value).orElseThrow())
                .isCloseTo(90, within(1e-9));
        assertThat(ratio.of(samples(1090, 510))).as("without an access").isEmpty();
        assertThat(ratio.of(samples(3, 1))).as("after a restart").isEmpty();
        assertThat(ratio.of(samples(3, 5)).map(Sample::value).orElseThrow()).isCloseTo(0, within(1e-9));
    }

    @Test
    void accessesMayHoldTheMisses() {
        HitRatio ratio = new HitRatio("hits", "reads", true);
        assertThat(ratio.of(samples(1000, 500))).isEmpty();
        assertThat(ratio.of(samples(1100, 510)).map(Sample::value).orElseThrow())
                .isCloseTo(90, within(1e-9));
    }

    @Test
    void isUnknownWhenTheServerDoesNotCount() {
        HitRatio ratio = new HitRatio("hits", "reads", false);
        assertThat(ratio.of(List.of())).isEmpty();
        assertThat(ratio.of(List.of())).isEmpty();
    }

    private static List<Sample> samples(double hits, double reads) {
        return List.of(new Sample("hits", hits, "blocks", true), new Sample("reads", reads, "blocks", true));
    }
}
