// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VocabularyTest {
    @Test
    void everyWordIsOneOfItsKindAndOfNoOtherWhateverItsCase() {
        Set<String> words = new HashSet<>();
        for (int i = 0; i < Vocabulary.FIRST_NAMES; i++) {
            assertThat(Vocabulary.firstName(i)).matches("[A-Z][a-z]{3}");
            words.add(Vocabulary.firstName(i).toLowerCase(Locale.ROOT));
        }
        for (int i = 0; i < Vocabulary.LAST_NAMES; i++) {
            assertThat(Vocabulary.lastName(i)).matches("[A-Z][a-z]{5}");
            words.add(Vocabulary.lastName(i).toLowerCase(Locale.ROOT));
        }
        for (int i = 0; i < Vocabulary.TITLE_WORDS; i++) {
            assertThat(Vocabulary.titleWord(i)).matches("[A-Z][a-z]{4}");
            words.add(Vocabulary.titleWord(i).toLowerCase(Locale.ROOT));
        }
        assertThat(words).hasSize(200 + 200 + 1000);
    }
}
