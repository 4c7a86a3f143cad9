// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GapTextTest {
    @ParameterizedTest
    @CsvSource({
        "0,0s",
        "1,1ns",
        "99999,99999ns",
        "1500000000,1500ms",
        "90000000000,90s",
        "2500000,2500us",
        "3636363636,3.636s",
        "363636363,363.6ms",
        "3600000000001,3600s",
        "12345600000,12.35s"
    })
    void aDurationHasFewDigits(long nanos, String text) {
        assertThat(GapText.text(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @Test
    void theSameGapOfAllUnitsIsSaidOnce() {
        assertThat(GapText.byUnit(Map.of("send", "cycle time 1s", "check", "cycle time 1s")))
                .isEqualTo(Map.of("every unit", "cycle time 1s"));
        Map<String, String> differing = Map.of("send", "cycle time 1s", "check", "cycle time 2s");
        assertThat(GapText.byUnit(differing)).isEqualTo(differing);
        assertThat(GapText.byUnit(Map.of("send", "cycle time 1s"))).isEqualTo(Map.of("send", "cycle time 1s"));
    }
}
