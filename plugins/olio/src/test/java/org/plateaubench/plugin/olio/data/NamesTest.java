// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class NamesTest {
    private static final int SAMPLED = 200_000;

    @Test
    void everyNameHasSixToElevenLettersAndNoTwoAreAlike() {
        Set<Integer> lengths = new HashSet<>();
        Set<String> users = new HashSet<>();
        Set<String> tags = new HashSet<>();
        for (int number = 0; number < SAMPLED; number++) {
            String name = Names.userName(number);
            lengths.add(name.length());
            assertThat(name).matches("[a-z]{6,11}");
            assertThat(users.add(name)).as(name).isTrue();
            assertThat(tags.add(Names.tagName(number))).isTrue();
        }
        assertThat(lengths).containsExactlyInAnyOrder(6, 7, 8, 9, 10, 11);
    }

    @Test
    void numbersBeyondTheLettersHaveNamesOfTheirOwn() {
        assertThat(Names.userName(Names.LETTERED - 1)).matches("[a-z]+");
        for (int number : new int[] {Names.LETTERED, 3 * Names.LETTERED + 17, Integer.MAX_VALUE}) {
            assertThat(Names.userName(number))
                    .isEqualTo(Names.userName(number % Names.LETTERED) + number / Names.LETTERED);
        }
    }

    @Test
    void neighboursDoNotLookAlike() {
        for (int number = 1; number < 1_000; number++) {
            assertThat(Names.userName(number).substring(0, 6))
                    .isNotEqualTo(Names.userName(number + 1).substring(0, 6));
        }
        assertThat(Names.userName(7)).isNotEqualTo(Names.tagName(7));
    }

    @Test
    void thePasswordIsTheNumber() {
        assertThat(Names.password(150_001)).isEqualTo("150001");
    }
}
