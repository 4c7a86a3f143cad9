// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.plateaubench.api.Draws;

/**
 * The words of texts: invented words whose frequency falls with their rank by Zipf's law with exponent 1, so that the
 * index of a mailbox grows as for a natural language, and a search word has a known frequency. Words are drawn by
 * Walker's alias method (Vose 1991). Immutable.
 */
public final class Vocabulary {
    public static final int SIZE = 20_000;
    /** Part of the meaning of the workload, not of a run: a mailbox filled by an earlier run can be searched. */
    private static final long SEED = 0x706c_6174_6561_7531L;

    private static final String[] ONSETS = {
        "b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z", "br", "cl", "dr",
        "fl", "gr", "pl", "pr", "sh", "sk", "st", "tr"
    };
    private static final String[] NUCLEI = {"a", "e", "i", "o", "u", "ai", "ea", "io", "ou"};
    private static final String[] CODAS = {"", "", "", "l", "m", "n", "r", "s", "t", "nd", "rt", "st"};

    private static final List<String> WORDS = words();
    private static final byte[] LETTERS = String.join("", WORDS).getBytes(StandardCharsets.US_ASCII);
    private static final int[] STARTS = new int[SIZE + 1];
    private static final int[] THRESHOLDS = new int[SIZE];
    private static final int[] ALIASES = new int[SIZE];
    private static final double HARMONIC;

    static {
        double sum = 0;
        for (int rank = 0; rank < SIZE; rank++) {
            STARTS[rank + 1] = STARTS[rank] + WORDS.get(rank).length();
            sum += 1.0 / (rank + 1);
        }
        HARMONIC = sum;
        fillAliases();
    }

    private Vocabulary() {}

    /** Returns distinct lower-case words, the most frequent first. They get longer with their rank, as in a language. */
    private static List<String> words() {
        SplittableRandom bits = new SplittableRandom(SEED);
        Set<String> words = new LinkedHashSet<>();
        while (words.size() < SIZE) {
            int syllables = words.size() < 150 ? 1 : words.size() < 6000 ? 2 : 3;
            StringBuilder word = new StringBuilder();
            for (int i = 0; i < syllables; i++) {
                word.append(pick(ONSETS, bits)).append(pick(NUCLEI, bits));
            }
            words.add(word.append(pick(CODAS, bits)).toString());
        }
        return List.copyOf(words);
    }

    private static String pick(String[] parts, SplittableRandom bits) {
        return parts[(int) (((bits.nextLong() >>> 32) * parts.length) >>> 32)];
    }

    private static void fillAliases() {
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
            int lower = small[--smalls];
            int higher = large[larges - 1];
            THRESHOLDS[lower] = (int) (shares[lower] * Integer.MAX_VALUE);
            ALIASES[lower] = higher;
            shares[higher] -= 1 - shares[lower];
            if (shares[higher] < 1) {
                larges--;
                small[smalls++] = higher;
            }
        }
        fillPermutation(small, smalls);
        fillPermutation(large, larges);
    }

    private static void fillPermutation(int[] ranks, int count) {
        for (int i = 0; i < count; i++) {
            THRESHOLDS[ranks[i]] = Integer.MAX_VALUE;
            ALIASES[ranks[i]] = ranks[i];
        }
    }

    /** Returns the word of a rank; 0 is the most frequent. */
    public static String word(int rank) {
        return WORDS.get(rank);
    }

    /** Returns the probability that a word of a text has this rank. */
    public static double frequency(int rank) {
        return 1 / (HARMONIC * (rank + 1));
    }

    /** Returns the rank of a word drawn by frequency from 64 uniform bits. */
    public static int rank(long bits) {
        int column = (int) (((bits >>> 32) * SIZE) >>> 32);
        return (int) (bits & Integer.MAX_VALUE) < THRESHOLDS[column] ? column : ALIASES[column];
    }

    /**
     * Returns a word for searching bodies, of rank 1000 to 3999: a text of 600 words contains it with a probability of
     * 1.4 % to 5.6 %.
     */
    public static String bodySearchWord(Draws draws) {
        return word(draws.between(Purpose.SEARCH, 0, 1000, 3999));
    }

    /**
     * Returns a word for searching subjects, of rank 20 to 199: a subject of five words contains it with a probability
     * of 0.24 % to 2.3 %.
     */
    public static String subjectSearchWord(Draws draws) {
        return word(draws.between(Purpose.SEARCH, 1, 20, 199));
    }

    /** Returns some words separated by spaces, with a capital first letter. */
    public static String phrase(long seed, int wordCount) {
        SplittableRandom bits = new SplittableRandom(seed);
        StringBuilder phrase = new StringBuilder();
        for (int i = 0; i < wordCount; i++) {
            phrase.append(i == 0 ? "" : " ").append(word(rank(bits.nextLong())));
        }
        phrase.setCharAt(0, Character.toUpperCase(phrase.charAt(0)));
        return phrase.toString();
    }

    static int length(int rank) {
        return STARTS[rank + 1] - STARTS[rank];
    }

    /** Writes a word, which must fit, and returns its end. */
    static int put(int rank, byte[] target, int at) {
        int start = STARTS[rank];
        int length = STARTS[rank + 1] - start;
        System.arraycopy(LETTERS, start, target, at, length);
        return at + length;
    }
}
