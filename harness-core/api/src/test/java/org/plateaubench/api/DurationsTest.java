// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {

    @ParameterizedTest
    @CsvSource({"0,0", "0s,0", "1ns,1", "100us,100000", "500ms,500000000", "1.5s,1500000000", "5m,300000000000"})
    void unitsAreParsed(String text, long nanos) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "-1s", "5 s", "s", "1e3s", "5 parsecs", "1h30m", "0.5ns", "9999999999h"})
    void invalidDurationIsRefused(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({"0,0s", "1,1ns", "1500000000,1500ms", "60000000000,1m", "90000000000,90s", "3600000000000,1h"})
    void largestExactUnitIsFormatted(long nanos, String text) {
        assertThat(Durations.format(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @Test
    void formattedDurationIsParsedBack() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            Duration duration = Duration.ofNanos(random.nextLong(Long.MAX_VALUE) >> random.nextInt(63));
            assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
            assertThat(Durations.format(duration)).matches(Durations.PATTERN);
        }
    }
}
