// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import org.plateaubench.api.Draws;

/**
 * Words built from syllables: as many first names, last names and title words as the original store has, but none of
 * its words. They do not depend on any seed, so a shopper can search for them in a store loaded with another seed.
 *
 * <p>The three kinds differ in length (4, 6 and 5 letters), so no word has two kinds; all have at least four letters
 * and none is an English stop word, since full-text indexes leave out shorter words and stop words.
 */
public final class Vocabulary {
    public static final int FIRST_NAMES = 200;

    public static final int LAST_NAMES = 200;

    public static final int TITLE_WORDS = 1000;

    private static final String CONSONANTS = "bdfgklmnprstvz";
    private static final String VOWELS = "aeiou";
    private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();
    private static final int PAIRS = SYLLABLES * SYLLABLES;
    /** Coprime to {@link #PAIRS} = 2^2 5^2 7^2: neighbours in a list look different, and no pair occurs twice. */
    private static final int STRIDE = 3_061;

    private static final String[] FIRST = new String[FIRST_NAMES];
    private static final String[] LAST = new String[LAST_NAMES];
    private static final String[] TITLE = new String[TITLE_WORDS];

    static {
        for (int i = 0; i < FIRST_NAMES; i++) {
            FIRST[i] = capitalised(pair(i));
        }
        for (int i = 0; i < LAST_NAMES; i++) {
            LAST[i] = capitalised(pair(FIRST_NAMES + i) + syllable(i % SYLLABLES));
        }
        for (int i = 0; i < TITLE_WORDS; i++) {
            TITLE[i] = capitalised(pair(FIRST_NAMES + LAST_NAMES + i) + CONSONANTS.charAt(i % CONSONANTS.length()));
        }
    }

    private Vocabulary() {}

    /** Returns a first name by number, from 0. */
    public static String firstName(int number) {
        return FIRST[number];
    }

    public static String lastName(int number) {
        return LAST[number];
    }

    public static String titleWord(int number) {
        return TITLE[number];
    }

    /** Returns a text of {@code count} words of 4 to 7 letters, drawn for a purpose. */
    static String reviewWords(Draws draws, int purpose, int count) {
        StringBuilder text = new StringBuilder(7 * count);
        for (int i = 0; i < count; i++) {
            int word = draws.between(purpose, i, 0, PAIRS - 1);
            text.append(i == 0 ? "" : " ").append(pair(word));
            switch (word % 4) {
                case 1 -> text.append(CONSONANTS.charAt(word % CONSONANTS.length()));
                case 2 -> text.append(syllable(word % SYLLABLES));
                case 3 -> text.append(syllable(word % SYLLABLES)).append('s');
                default -> {
                    // Only the pair.
                }
            }
        }
        return text.toString();
    }

    private static String pair(int number) {
        int scattered = (int) ((long) number * STRIDE % PAIRS);
        return syllable(scattered / SYLLABLES) + syllable(scattered % SYLLABLES);
    }

    private static String syllable(int number) {
        return "" + CONSONANTS.charAt(number / VOWELS.length()) + VOWELS.charAt(number % VOWELS.length());
    }

    private static String capitalised(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
