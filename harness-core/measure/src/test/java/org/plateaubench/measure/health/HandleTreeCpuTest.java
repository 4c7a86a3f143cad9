// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.health.CpuMeter.HandleTreeCpu;

class HandleTreeCpuTest {
    @Test
    void countsAProcessOnceHoweverOftenItIsNamed() {
        long id = ProcessHandle.current().pid();
        long once = new HandleTreeCpu(List.of(id)).getAsLong();
        long twice = new HandleTreeCpu(List.of(id, id)).getAsLong();
        assertThat(once).isPositive();
        assertThat(twice).isBetween(once, once + once / 2 + 1_000_000_000L);
    }

    @Test
    void knowsNothingWithoutAProcess() {
        assertThat(new HandleTreeCpu(List.of()).getAsLong()).isNegative();
    }
}
