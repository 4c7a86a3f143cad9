// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Draws;

class VocabularyTest {
    private final Vocabulary vocabulary = Vocabulary.standard();

    @Test
    void wordsAreDistinctAndOfLetters() {
        Set<String> words = new HashSet<>();
        for (int rank = 0; rank < Vocabulary.SIZE; rank++) {
            assertThat(vocabulary.word(rank)).matches("[a-z]{2,20}");
            words.add(vocabulary.word(rank));
        }
        assertThat(words).hasSize(Vocabulary.SIZE);
    }

    @Test
    void theWordsDoNotChangeBetweenVersions() {
        assertThat(vocabulary.word(0) + " " + vocabulary.word(1000) + " " + vocabulary.word(19_999))
                .isEqualTo("weart shifour fizaikeal");
    }

    @Test
    void ranksAreDrawnByZipfsLaw() {
        int draws = 2_000_000;
        int[] counts = new int[Vocabulary.SIZE];
        BulkBits bits = new BulkBits(11);
        for (int i = 0; i < draws; i++) {
            counts[vocabulary.rank(bits.next())]++;
        }
        double sum = 0;
        for (int rank = 0; rank < Vocabulary.SIZE; rank++) {
            sum += vocabulary.frequency(rank);
        }
        assertThat(sum).isCloseTo(1, within(1e-9));
        for (int from = 0, to = 1; from < Vocabulary.SIZE; from = to, to = Math.min(Vocabulary.SIZE, to * 3)) {
            double expected = 0;
            double found = 0;
            for (int rank = from; rank < to; rank++) {
                expected += vocabulary.frequency(rank) * draws;
                found += counts[rank];
            }
            assertThat(found).isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }

    @Test
    void textsFillTheirRangeExactlyAndKeepTheFrequencies() {
        TextFiller filler = new TextFiller(vocabulary);
        for (int length = 0; length < 400; length++) {
            byte[] target = new byte[length + 2];
            target[0] = 1;
            target[length + 1] = 1;
            filler.fill(target, 1, length + 1, length);
            assertThat(target[0]).isEqualTo((byte) 1);
            assertThat(target[length + 1]).isEqualTo((byte) 1);
            String text = new String(target, 1, length, StandardCharsets.US_ASCII);
            assertThat(text).doesNotContain("\0").doesNotContain(" \r\n").doesNotContain("\r\n.");
            if (length > 1) {
                assertThat(text).endsWith("\r\n");
                assertThat(text.split("\r\n"))
                        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(76));
            }
        }
        byte[] large = new byte[1 << 20];
        filler.fill(large, 0, large.length, 7);
        Map<String, Integer> counts = new HashMap<>();
        String[] words = new String(large, StandardCharsets.US_ASCII)
                .toLowerCase(Locale.ROOT)
                .split("[^a-z]+", 0);
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
        for (int rank : new int[] {0, 1, 5, 20, 100}) {
            double expected = vocabulary.frequency(rank) * words.length;
            assertThat((double) counts.getOrDefault(vocabulary.word(rank), 0))
                    .isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }

    @Test
    void wordsToSearchForAreOfTheirRanks() {
        Set<String> body = new HashSet<>();
        for (int rank = 1000; rank < 4000; rank++) {
            body.add(vocabulary.word(rank));
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(body).contains(vocabulary.bodySearchWord(Draws.of(i)));
            assertThat(body).doesNotContain(vocabulary.subjectSearchWord(Draws.of(i)));
        }
    }
}
