// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/** The clock readings of agents against the clock of the broker's host. */
final class BrokerReadings {
    private BrokerReadings() {}

    /** Asserts that clocks agree within their bounds, since broker and agent are on one host. */
    static void assertFromOneHost(List<ToController> clock, long nowNanos) {
        assertThat(clock).hasSizeGreaterThanOrEqualTo(1);
        for (ToController reading : clock) {
            List<TelemetrySample> samples = ((ToController.Telemetry) reading).samples();
            assertThat(samples.stream().map(TelemetrySample::series))
                    .containsExactly(ClockTelemetry.BROKER_DEPARTURE, ClockTelemetry.BROKER_BOUND);
            assertThat(samples).allSatisfy(sample -> {
                assertThat(sample.source()).isEqualTo("agent/load1");
                assertThat(sample.runNanos()).isLessThan(nowNanos);
            });
            double firstBoundMs = ((ToController.Telemetry) clock.getFirst())
                    .samples()
                    .getLast()
                    .value();
            double boundMs = samples.getLast().value();
            assertThat(boundMs).isPositive();
            assertThat(samples.getFirst().value()).isBetween(-boundMs - firstBoundMs, boundMs + firstBoundMs);
        }
    }
}
