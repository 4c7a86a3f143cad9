// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripesTest {

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 4", "3, 8", "4, 8", "5, 16", "8, 16", "9, 16", "96, 16"})
    void areThePowerOfTwoFromTwiceTheCoresAndAtMostSixteen(int cores, int stripes) {
        assertThat(Stripes.count(cores)).isEqualTo(stripes);
    }

    @Test
    void areSharedEvenlyByThreadsThatWereStartedOneAfterTheOther() {
        int threads = 1000 * Stripes.COUNT;
        long[] users = new long[Stripes.COUNT];
        for (int id = 40; id < 40 + threads; id++) {
            users[Stripes.of(id)]++;
        }
        assertThat(Arrays.stream(users).min().orElseThrow()).isGreaterThan(950);
        assertThat(Arrays.stream(users).max().orElseThrow()).isLessThan(1050);
    }
}
