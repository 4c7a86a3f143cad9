// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

/**
 * Names of users and tags: for each number a different, pronounceable word of 6 to 11 letters. The numbers are
 * permuted, so that neighbours look different; six letters then encode the number, and the remaining ones only vary the
 * length.
 */
public final class Names {
    private static final String CONSONANTS = "bcdfghjklmnpqrstvwxz";
    private static final String VOWELS = "aeiouy";
    private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();
    private static final int MIN_LENGTH = 6;
    private static final int LENGTHS = 6;
    private static final int WORDS = SYLLABLES * SYLLABLES * SYLLABLES;

    /** Number of names without digits. Names of higher numbers have digits at the end. */
    static final int NAMES_WITHOUT_DIGITS = WORDS * LENGTHS;

    /**
     * Has no common divisor with {@link #NAMES_WITHOUT_DIGITS} = 2^10 3^4 5^3; the quotient of the two is near the golden
     * ratio.
     */
    private static final long STRIDE = 6_407_773;

    private static final int TAG_SHIFT = NAMES_WITHOUT_DIGITS / 2 + 1;

    private Names() {}

    /** Returns the name that a user signs in with. Users are numbered from 1. */
    public static String userName(int user) {
        return name(user, 0);
    }

    /** Returns the password of a user: the number itself. */
    public static String password(int user) {
        return Integer.toString(user);
    }

    /** Returns the name of a tag. Tags are numbered from 1. */
    public static String tagName(int tag) {
        return name(tag, TAG_SHIFT);
    }

    private static String name(int number, int shift) {
        int permuted = (int) ((number % NAMES_WITHOUT_DIGITS + (long) shift) * STRIDE % NAMES_WITHOUT_DIGITS);
        int length = MIN_LENGTH + permuted % LENGTHS;
        int word = permuted / LENGTHS;
        StringBuilder name = new StringBuilder(length);
        int rest = word;
        for (int i = 0; i < MIN_LENGTH; i++) {
            String letters = letters(i);
            name.append(letters.charAt(rest % letters.length()));
            rest /= letters.length();
        }
        for (int i = MIN_LENGTH; i < length; i++) {
            String letters = letters(i);
            name.append(letters.charAt((word / (i * 7) + i) % letters.length()));
        }
        if (number >= NAMES_WITHOUT_DIGITS) {
            name.append(number / NAMES_WITHOUT_DIGITS);
        }
        return name.toString();
    }

    private static String letters(int place) {
        return place % 2 == 0 ? CONSONANTS : VOWELS;
    }
}
