// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HeartbeatsTest {
    @Test
    void heartbeatIntervalGrowsAboveAThousandAgents() {
        for (int few : new int[] {0, 1, 100, 1_000}) {
            assertThat(Heartbeats.interval(few)).as("%d agents", few).isEqualTo(Duration.ofSeconds(1));
        }
        assertThat(Heartbeats.interval(2_500)).isEqualTo(Duration.ofMillis(2_500));
        assertThat(Heartbeats.interval(10_000)).isEqualTo(Duration.ofSeconds(5));
    }

    /** An agent that stalls just before a heartbeat has sent its last message one interval before. */
    @Test
    void stallsBelowFourteenSecondsNeverLoseAnAgent() {
        assertThat(Heartbeats.timeout(1)).isEqualTo(Duration.ofSeconds(15));
        assertThat(Heartbeats.timeout(10_000)).isEqualTo(Duration.ofSeconds(19));
        for (int agents : new int[] {0, 1_000, 1_001, 2_500, 5_000, 50_000}) {
            assertThat(Heartbeats.timeout(agents).minus(Heartbeats.interval(agents)))
                    .as("%d agents", agents)
                    .isEqualTo(Duration.ofSeconds(14));
        }
    }
}
