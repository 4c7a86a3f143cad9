// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plateaubench.api.Draws;

/**
 * The words of texts: invented words whose frequency falls with their rank by Zipf's law with exponent 1, so that the
 * index of a mailbox grows as for a natural language, and a search word has a known frequency. Words are drawn by
 * Walker's alias method (Vose 1991). Immutable; any thread.
 */
public final class Vocabulary {
    /** Number of words. */
    public static final int SIZE = 20_000;

    /** Part of the meaning of the workload, not of a run: a mailbox filled by an earlier run can be searched. */
    private static final long SEED = 0x706c_6174_6561_7531L;

    private static final Vocabulary STANDARD = new Vocabulary();

    private final List<String> words;
    private final byte[] letters;
    private final int[] starts = new int[SIZE + 1];
    private final int[] thresholds = new int[SIZE];
    private final int[] aliases = new int[SIZE];
    private final double harmonic;

    private Vocabulary() {
        words = WordMaker.words(SEED, SIZE);
        letters = String.join("", words).getBytes(StandardCharsets.US_ASCII);
        double sum = 0;
        for (int rank = 0; rank < SIZE; rank++) {
            starts[rank + 1] = starts[rank] + words.get(rank).length();
            sum += 1.0 / (rank + 1);
        }
        harmonic = sum;
        fillAliases();
    }

    /** Returns the words of every mail workload. */
    public static Vocabulary standard() {
        return STANDARD;
    }

    private void fillAliases() {
        double[] shares = new double[SIZE];
        int[] small = new int[SIZE];
        int[] large = new int[SIZE];
        int smalls = 0;
        int larges = 0;
        for (int rank = 0; rank < SIZE; rank++) {
            shares[rank] = frequency(rank) * SIZE;
            if (shares[rank] < 1) {
                small[smalls++] = rank;
            } else {
                large[larges++] = rank;
            }
        }
        while (smalls > 0 && larges > 0) {
            int poor = small[--smalls];
            int rich = large[larges - 1];
            thresholds[poor] = threshold(shares[poor]);
            aliases[poor] = rich;
            shares[rich] -= 1 - shares[poor];
            if (shares[rich] < 1) {
                larges--;
                small[smalls++] = rich;
            }
        }
        keepWhole(small, smalls);
        keepWhole(large, larges);
    }

    private void keepWhole(int[] ranks, int count) {
        for (int i = 0; i < count; i++) {
            thresholds[ranks[i]] = Integer.MAX_VALUE;
            aliases[ranks[i]] = ranks[i];
        }
    }

    private static int threshold(double share) {
        return (int) (share * Integer.MAX_VALUE);
    }

    /** Returns the word of a rank; 0 is the most frequent. */
    public String word(int rank) {
        return words.get(rank);
    }

    /** Returns the probability that a word of a text has this rank. */
    public double frequency(int rank) {
        return 1 / (harmonic * (rank + 1));
    }

    /** Returns the rank of a word drawn by frequency from 64 uniform bits. */
    public int rank(long bits) {
        int column = (int) (((bits >>> 32) * SIZE) >>> 32);
        return (int) (bits & Integer.MAX_VALUE) < thresholds[column] ? column : aliases[column];
    }

    /**
     * Returns a word for searching bodies, of rank 1000 to 3999: a text of 600 words contains it with a probability of
     * 1.4 % to 5.6 %.
     */
    public String bodySearchWord(Draws draws) {
        return word(draws.between(Purpose.SEARCH, 0, 1000, 3999));
    }

    /**
     * Returns a word for searching subjects, of rank 20 to 199: a subject of five words contains it with a probability
     * of 0.24 % to 2.3 %.
     */
    public String subjectSearchWord(Draws draws) {
        return word(draws.between(Purpose.SEARCH, 1, 20, 199));
    }

    /** Returns some words separated by spaces, with a capital first letter. */
    public String phrase(long seed, int wordCount) {
        BulkBits bits = new BulkBits(seed);
        StringBuilder phrase = new StringBuilder();
        for (int i = 0; i < wordCount; i++) {
            phrase.append(i == 0 ? "" : " ").append(word(rank(bits.next())));
        }
        phrase.setCharAt(0, Character.toUpperCase(phrase.charAt(0)));
        return phrase.toString();
    }

    /** Returns the length of a word in bytes. */
    int length(int rank) {
        return starts[rank + 1] - starts[rank];
    }

    /** Writes a word, which must fit, and returns its end. */
    int put(int rank, byte[] target, int at) {
        int start = starts[rank];
        int length = starts[rank + 1] - start;
        System.arraycopy(letters, start, target, at, length);
        return at + length;
    }
}
