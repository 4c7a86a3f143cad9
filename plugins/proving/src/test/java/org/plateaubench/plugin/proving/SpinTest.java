// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Workload null has no SUT, so that the contract of workloads does not apply to it. */
class SpinTest {
    @Test
    void spinLastsConfiguredTime() {
        long spinNanos = Duration.ofMillis(2).toNanos();
        long start = System.nanoTime();
        new NullWorkload.Spin(spinNanos).spin();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(spinNanos);
    }
}
