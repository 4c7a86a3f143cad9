// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class NamesTest {
    private static final int SAMPLED = 200_000;

    @Test
    void everyNameHasSixToElevenLettersAndLeadsBackToItsNumber() {
        Set<Integer> lengths = new HashSet<>();
        for (int number = 0; number < SAMPLED; number++) {
            String name = Names.userName(number);
            lengths.add(name.length());
            assertThat(name).matches("[a-z]{6,11}");
            assertThat(Names.userOf(name)).hasValue(number);
            assertThat(Names.tagOf(Names.tagName(number))).hasValue(number);
        }
        assertThat(lengths).containsExactlyInAnyOrder(6, 7, 8, 9, 10, 11);
    }

    @Test
    void numbersBeyondTheLettersHaveNamesOfTheirOwn() {
        for (int number : new int[] {Names.LETTERED - 1, Names.LETTERED, 3 * Names.LETTERED + 17, Integer.MAX_VALUE}) {
            assertThat(Names.userOf(Names.userName(number))).hasValue(number);
        }
        assertThat(Names.userName(Names.LETTERED + 5)).isNotEqualTo(Names.userName(5));
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
    void whatIsNoNameIsNobodys() {
        String name = Names.userName(4711);
        for (String word : new String[] {
            "",
            "a",
            "Admin",
            name.substring(1),
            name + "b",
            name + "0",
            name + "999999999",
            "aaaaaa",
            "bababa7777",
            "ба"
        }) {
            assertThat(Names.userOf(word))
                    .satisfiesAnyOf(
                            found -> assertThat(found).isEqualTo(OptionalInt.empty()),
                            found ->
                                    assertThat(Names.userName(found.getAsInt())).isEqualTo(word));
        }
    }

    @Test
    void thePasswordIsTheNumber() {
        assertThat(Names.password(150_001)).isEqualTo("150001");
    }
}
