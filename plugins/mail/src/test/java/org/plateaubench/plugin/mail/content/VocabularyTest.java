// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VocabularyTest {
    @Test
    void wordsDoNotChangeBetweenVersions() {
        assertThat(Vocabulary.word(0) + " " + Vocabulary.word(1000) + " " + Vocabulary.word(19_999))
                .isEqualTo("weart shifour fizaikeal");
    }

    @Test
    void ranksFollowZipfsLaw() {
        int draws = 2_000_000;
        int[] counts = new int[Vocabulary.SIZE];
        SplittableRandom bits = new SplittableRandom(11);
        for (int i = 0; i < draws; i++) {
            counts[Vocabulary.rank(bits.nextLong())]++;
        }
        double sum = 0;
        for (int rank = 0; rank < Vocabulary.SIZE; rank++) {
            sum += Vocabulary.frequency(rank);
        }
        assertThat(sum).isCloseTo(1, within(1e-9));
        for (int from = 0, to = 1; from < Vocabulary.SIZE; from = to, to = Math.min(Vocabulary.SIZE, to * 3)) {
            double expected = 0;
            double found = 0;
            for (int rank = from; rank < to; rank++) {
                expected += Vocabulary.frequency(rank) * draws;
                found += counts[rank];
            }
            assertThat(found).isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }

    @Test
    void textsHaveExactLengthAndWordFrequencies() {
        for (int length = 2; length < 400; length++) {
            String text = new String(Filling.text(length, length), StandardCharsets.US_ASCII);
            assertThat(text).hasSize(length).endsWith("\r\n");
            assertThat(text).doesNotContain("\0").doesNotContain(" \r\n").doesNotContain("\r\n.");
            assertThat(text.split("\r\n"))
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(76));
        }
        byte[] large = Filling.text(1 << 20, 7);
        Map<String, Integer> counts = new HashMap<>();
        String[] words = new String(large, StandardCharsets.US_ASCII)
                .toLowerCase(Locale.ROOT)
                .split("[^a-z]+", 0);
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
        for (int rank : new int[] {0, 1, 5, 20, 100}) {
            double expected = Vocabulary.frequency(rank) * words.length;
            assertThat((double) counts.getOrDefault(Vocabulary.word(rank), 0))
                    .isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }
}
