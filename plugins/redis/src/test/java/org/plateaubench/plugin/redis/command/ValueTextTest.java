// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTextTest {
    @Test
    void valueSizesMatchConfiguredTable() {
        ValueText values = new ValueText(Map.of("16", 50.0, "100-299", 30.0, "1000", 20.0, "7", 0.0), 1);
        int small = 0;
        int large = 0;
        long middleSum = 0;
        int middle = 0;
        int keys = 100_000;
        for (int key = 0; key < keys; key++) {
            int size = values.size(key, 0);
            if (size == 16) {
                small++;
            } else if (size == 1000) {
                large++;
            } else {
                assertThat(size).isBetween(100, 299);
                middle++;
                middleSum += size;
            }
        }
        assertThat(small / (double) keys).isCloseTo(0.5, within(0.01));
        assertThat(large / (double) keys).isCloseTo(0.2, within(0.01));
        assertThat(middleSum / (double) middle).isCloseTo(199.5, within(2.0));
    }

    @Test
    void valuesDependOnKeyElementAndSeed() {
        Map<String, Double> sizes = Map.of("64", 1.0);
        ValueText values = new ValueText(sizes, 1);
        byte[] value = values.bytes(5, 2);
        assertThat(new ValueText(sizes, 1).bytes(5, 2)).isEqualTo(value);
        assertThat(values.bytes(6, 2)).isNotEqualTo(value);
        assertThat(values.bytes(5, 3)).isNotEqualTo(value);
        assertThat(new ValueText(sizes, 2).bytes(5, 2)).isNotEqualTo(value);
        assertThat(new String(value, StandardCharsets.US_ASCII)).matches("[A-Za-z0-9_-]{64}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "300", "65536", "65537", "200000"})
    void valueMatchesOnlyEqualBytes(String size) {
        ValueText values = new ValueText(Map.of(size, 1.0), 3);
        byte[] value = values.bytes(17, 0);
        byte[] later = new byte[value.length + 5];
        System.arraycopy(value, 0, later, 5, value.length);
        assertThat(values.matches(17, 0, later, 5, value.length, value.length)).isTrue();
        for (int at : new int[] {0, value.length / 2, value.length - 1}) {
            byte[] wrong = value.clone();
            wrong[at] ^= 1;
            assertThat(values.matches(17, 0, wrong, 0, wrong.length, wrong.length))
                    .isFalse();
        }
        assertThat(values.matches(17, 0, later, 5, value.length - 1, 1)).isFalse();
    }
}
