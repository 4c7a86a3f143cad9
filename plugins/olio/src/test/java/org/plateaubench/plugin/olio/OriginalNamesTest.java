// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.PhpDialect.OriginalNames;

/** The names of users and tags that Olio's loaders generate. */
class OriginalNamesTest {
    private static final int USERS = 150_000;

    /** Derived manually from the published alphabets: number 1 has six characters, each the first of its alphabet. */
    @Test
    void firstNameTakesFirstCharacterOfEachAlphabet() {
        assertThat(OriginalNames.name(1)).isEqualTo("rhy6it");
    }

    /**
     * Derived manually: number 101 is the first of the second hundred and has six characters, like five names before
     * it. So it has the sixth character of the first alphabet, and each later position moves on by as much.
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
