// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CpuShareTest {
    private final SteppedClock clock = new SteppedClock();
    private final AtomicLong cpuNanos = new AtomicLong(500);
    private final int cores = 3;
    private final CpuShare share = new CpuShare(clock, cpuNanos::get, cores);

    @Test
    void isTheCpuTimeOverTimeAndCoresSinceTheLastCall() {
        pass(1000, 250L * cores);
        assertThat(share.take()).isCloseTo(0.25, within(1e-9));
        pass(1000, 1000L * cores);
        assertThat(share.take()).isCloseTo(1, within(1e-9));
        pass(1000, 0);
        assertThat(share.take()).isZero();
    }

    @Test
    void moreThanAllCoresIsShownAsItIs() {
        pass(1000, 1300L * cores);
        assertThat(share.take()).isCloseTo(1.3, within(1e-9));
    }

    @Test
    void isTheSameAgainWhenNoTimeHasPassed() {
        pass(1000, 250L * cores);
        double first = share.take();
        assertThat(share.take()).isEqualTo(first);
    }

    @Test
    void isUnknownWhileTheCpuTimeIs() {
        pass(1000, 0);
        cpuNanos.set(-1);
        assertThat(share.take()).isEqualTo(CpuShare.UNKNOWN);
        pass(1000, 400);
        assertThat(share.take()).isEqualTo(CpuShare.UNKNOWN);
        pass(1000, 100L * cores);
        assertThat(share.take()).isCloseTo(0.1, within(1e-9));
    }

    private void pass(long nanos, long cpu) {
        clock.set(clock.nanoTime() + nanos);
        cpuNanos.addAndGet(cpu);
    }
}
