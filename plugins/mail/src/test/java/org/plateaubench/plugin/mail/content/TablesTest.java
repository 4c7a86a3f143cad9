// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Draws;

class TablesTest {
    private static final int DRAWS = 100_000;

    @Test
    void sizeTablesHaveTheExpectedMeans() {
        assertThat(Sizes.MODERN.meanBytes() / 1024).isCloseTo(51.5, within(0.1));
        assertThat(Sizes.CLASSIC.meanBytes() / 1024).isCloseTo(3.94, within(0.01));
    }

    @Test
    void sizesAreDrawnByTheirWeights() {
        for (Sizes table : Sizes.values()) {
            Map<Sizes.Row, Integer> counts = new HashMap<>();
            for (int i = 0; i < DRAWS; i++) {
                counts.merge(table.draw(Draws.of(i)), 1, Integer::sum);
            }
            for (Sizes.Row row : table.rows()) {
                double expected = table.share(row) * DRAWS;
                assertThat((double) counts.getOrDefault(row, 0)).isCloseTo(expected, within(5 * Math.sqrt(expected)));
            }
        }
    }

    @Test
    void meanRecipientCountIsFour() {
        double received = 0;
        for (int i = 0; i < DRAWS; i++) {
            received += RecipientCounts.draw(Draws.of(i), 3, 100).length;
        }
        assertThat(received / DRAWS).isCloseTo(4.02, within(0.08));
    }

    @Test
    void recipientsAreDistinctAndEquallyLikely() {
        for (int users : new int[] {1, 2, 3, 9, 17, 40}) {
            int[] counts = new int[users];
            int sender = users / 2;
            for (int i = 0; i < 20_000; i++) {
                int[] recipients = RecipientCounts.draw(Draws.of(i), sender, users);
                assertThat(Arrays.stream(recipients).distinct().count()).isEqualTo(recipients.length);
                assertThat(recipients.length).isBetween(1, Math.min(16, Math.max(1, users - 1)));
                for (int recipient : recipients) {
                    counts[recipient]++;
                }
            }
            if (users > 1) {
                assertThat(counts[sender]).isZero();
                double mean = Arrays.stream(counts).sum() / (users - 1.0);
                for (int user = 0; user < users; user++) {
                    assertThat((double) counts[user]).isCloseTo(user == sender ? 0 : mean, within(6 * Math.sqrt(mean)));
                }
            } else {
                assertThat(counts[0]).isEqualTo(20_000);
            }
        }
    }

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
            String text = new String(ContentGenerator.text(length, length), StandardCharsets.US_ASCII);
            assertThat(text).hasSize(length).endsWith("\r\n");
            assertThat(text).doesNotContain("\0").doesNotContain(" \r\n").doesNotContain("\r\n.");
            assertThat(text.split("\r\n"))
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(76));
        }
        byte[] large = ContentGenerator.text(1 << 20, 7);
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
