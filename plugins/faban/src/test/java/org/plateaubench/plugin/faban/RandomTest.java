// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.faban.driver.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The random draws of drivers for their requests. */
final class RandomTest {
    private static final int DRAWS = 2_000;

    private final Random random = new Random(7);

    @Test
    void integersIncludeBothBounds() {
        Set<Integer> drawn = new TreeSet<>();
        Set<Long> longs = new TreeSet<>();
        for (int i = 0; i < DRAWS; i++) {
            drawn.add(random.random(-1, 2));
            longs.add(random.lrandom(Long.MAX_VALUE - 2, Long.MAX_VALUE));
            assertThat(random.drandom(1, 1.5)).isBetween(1.0, 1.5);
        }
        assertThat(drawn).containsExactly(-1, 0, 1, 2);
        assertThat(longs).containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThat(random.random(4, 4)).isEqualTo(4);
        assertThat(random.lrandom(Long.MIN_VALUE, Long.MAX_VALUE))
                .isNotEqualTo(random.lrandom(Long.MIN_VALUE, Long.MAX_VALUE));
    }

    @Test
    void stringsHaveRequestedAlphabetAndLength() {
        Set<Integer> lengths = new TreeSet<>();
        for (int i = 0; i < DRAWS; i++) {
            assertThat(random.makeAString(1, 9)).matches("[A-Za-z0-9]{1,9}");
            assertThat(random.makeCString(2, 3)).matches("[A-Za-z]{2,3}");
            assertThat(random.makeNString(0, 2)).matches("[0-9]{0,2}");
            lengths.add(random.makeAString(1, 4).length());
        }
        assertThat(lengths).containsExactly(1, 2, 3, 4);
    }

    @Test
    void sameSeedRepeatsDraws() {
        assertThat(new Random(3).makeAString(20, 20)).isEqualTo(new Random(3).makeAString(20, 20));
    }
}
