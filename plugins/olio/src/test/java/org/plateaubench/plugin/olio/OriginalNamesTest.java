// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.PhpDialect.OriginalNames;

/** Names that the loaders of Olio give. */
class OriginalNamesTest {
    private static final int USERS = 150_000;

    /** Derived by hand from the published alphabets: number 1 has six characters, each the first of its alphabet. */
    @Test
    void firstNameTakesFirstCharacterOfEachAlphabet() {
        assertThat(OriginalNames.name(1)).isEqualTo("rhy6it");
    }

    /**
     * By hand: number 101 is the first of the second hundred, of six characters, of which five were given before. So it
     * takes the sixth character of the first alphabet, and each later place steps on as far.
     */
    @Test
    void hundredAndFirstNameContinuesTheSequence() {
        assertThat(OriginalNames.name(101)).isEqualTo("touvbj");
    }

    @Test
    void namesAreUniqueAndHaveOriginalLengths() {
        Set<String> names = new HashSet<>();
        Map<Integer, Integer> lengths = new TreeMap<>();
        for (int number = 1; number <= USERS; number++) {
            String name = OriginalNames.name(number);
            assertThat(names.add(name)).as(name).isTrue();
            lengths.merge(name.length(), 100, Integer::sum);
        }
        lengths.replaceAll((length, hundredfold) -> hundredfold / USERS);
        assertThat(lengths).isEqualTo(Map.of(6, 5, 7, 8, 8, 17, 9, 25, 10, 24, 11, 21));
    }
}
