// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** There is no SUT to release or to stall, so the contract of workloads has nothing to say of workload null. */
class SpinTest {
    @Test
    void spinLastsConfiguredTime() {
        long spinNanos = Duration.ofMillis(2).toNanos();
        long begun = System.nanoTime();
        new NullWorkload.Spin(spinNanos).once();
        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(spinNanos);
    }
}
