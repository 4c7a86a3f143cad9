// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.health.CpuMeter.GrowingCpu;

class GrowingCpuTest {
    private final Deque<Long> readings = new ArrayDeque<>();
    private final GrowingCpu cpu = new GrowingCpu(readings::remove);

    @Test
    void looksAgainWhenAProcessEndedBetweenTwoLooks() {
        readings.addAll(List.of(100L, 60L, 110L, 120L));
        assertThat(cpu.getAsLong()).isEqualTo(100);
        assertThat(cpu.getAsLong()).isEqualTo(110);
        assertThat(cpu.getAsLong()).isEqualTo(120);
    }

    @Test
    void goesOnFromWhereItWasWhenTimeIsLostForGood() {
        readings.addAll(List.of(100L, 60L, 60L, 75L));
        assertThat(cpu.getAsLong()).isEqualTo(100);
        assertThat(cpu.getAsLong()).isEqualTo(100);
        assertThat(cpu.getAsLong()).isEqualTo(115);
    }

    @Test
    void saysWhenItIsNotKnown() {
        readings.addAll(List.of(100L, -1L));
        assertThat(cpu.getAsLong()).isEqualTo(100);
        assertThat(cpu.getAsLong()).isNegative();
    }
}
