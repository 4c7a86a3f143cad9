// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Draws are a function of key, purpose and index: the meaning of a seed. */
final class KeyedRandomTest {
    private static final int MANY = 100_000;

    @Test
    void seedGivesSameBitsInEveryVersion() {
        assertThat(KeyedRandom.key(42, 7)).isEqualTo(GOLDEN_KEY);
        assertThat(KeyedRandom.key(42, "store")).isEqualTo(GOLDEN_NAME);
        assertThat(KeyedRandom.bits(42, 3, 5)).isEqualTo(GOLDEN_BITS);
    }

    @Test
    void everyPartOfKeyChangesBits() {
        Set<Long> seen = new HashSet<>();
        for (int key = 0; key < 20; key++) {
            for (int purpose = 0; purpose < 20; purpose++) {
                for (int index = -10; index < 10; index++) {
                    seen.add(KeyedRandom.bits(key, purpose, index));
                }
            }
        }
        assertThat(seen).hasSize(20 * 20 * 20);
    }

    @Test
    void neighbouringDrawsAreUniformAndUncorrelated() {
        Draws draws = Draws.of(KeyedRandom.key(1, "neighbours"));
        double sum = 0;
        double squares = 0;
        double products = 0;
        double before = draws.uniform(0, -1);
        for (int i = 0; i < MANY; i++) {
            double now = draws.uniform(0, i);
            sum += now;
            squares += now * now;
            products += (now - 0.5) * (before - 0.5);
            before = now;
        }
        double sigma = 1 / Math.sqrt(MANY);
        assertThat(sum / MANY).isCloseTo(1 / 2.0, within(4 * sigma * Math.sqrt(1 / 12.0)));
        assertThat(squares / MANY).isCloseTo(1 / 3.0, within(4 * sigma * Math.sqrt(4 / 45.0)));
        assertThat(products / MANY).isCloseTo(0, within(4 * sigma / 12));
    }

    @Test
    void integerDrawsCoverRangeEvenlyIncludingBothEnds() {
        Draws draws = Draws.of(5);
        int[] counts = new int[7];
        for (int i = 0; i < MANY; i++) {
            counts[draws.between(1, i, -3, 3) + 3]++;
        }
        double expected = MANY / 7.0;
        for (int count : counts) {
            assertThat((double) count).isCloseTo(expected, within(4 * Math.sqrt(expected)));
        }
        assertThat(draws.between(2, 0, Integer.MIN_VALUE, Integer.MAX_VALUE))
                .isEqualTo(draws.between(2, 0, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    private static final long GOLDEN_KEY = -1532334554800652304L;
    private static final long GOLDEN_NAME = -3717278299952831466L;
    private static final long GOLDEN_BITS = 5799820741732721021L;
}
