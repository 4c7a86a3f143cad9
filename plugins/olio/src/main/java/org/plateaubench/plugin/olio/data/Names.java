// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.OptionalInt;

/**
 * Names of users and tags: for each number a word of 6 to 11 letters that can be spoken, no two alike, and back again.
 * The numbers are permuted, so that neighbours do not look alike; six letters then hold the number, and what follows
 * only makes names differ in length.
 */
public final class Names {
    private static final String CONSONANTS = "bcdfghjklmnpqrstvwxz";
    private static final String VOWELS = "aeiouy";
    private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();
    private static final int SHORTEST = 6;
    private static final int LENGTHS = 6;
    private static final int WORDS = SYLLABLES * SYLLABLES * SYLLABLES;

    /** Numbers from 0 that have a name of letters alone; later ones add digits to a name. */
    static final int LETTERED = WORDS * LENGTHS;

    /** Has no common divisor with {@link #LETTERED} = 2^10 3^4 5^3; its fraction is near the golden section. */
    private static final long STRIDE = 6_407_773;

    private static final long INVERSE = inverse();

    private static final int TAG_SHIFT = LETTERED / 2 + 1;

    private Names() {}

    /** The name that a user signs in with. Users are numbered from 1. */
    public static String userName(int user) {
        return name(user, 0);
    }

    /** The user of a name; empty for a word that is no user's name. */
    public static OptionalInt userOf(String name) {
        return number(name, 0);
    }

    /** What a user signs in with beside the name: the number itself. */
    public static String password(int user) {
        return Integer.toString(user);
    }

    /** The name of a tag. Tags are numbered from 1. */
    public static String tagName(int tag) {
        return name(tag, TAG_SHIFT);
    }

    /** The tag of a name; empty for a word that is no loaded tag's name. */
    public static OptionalInt tagOf(String name) {
        return number(name, TAG_SHIFT);
    }

    private static String name(int number, int shift) {
        if (number < 0) {
            throw new IllegalArgumentException("numbers are not negative: " + number);
        }
        int permuted = (int) ((number % LETTERED + (long) shift) * STRIDE % LETTERED);
        int length = SHORTEST + permuted % LENGTHS;
        int word = permuted / LENGTHS;
        StringBuilder name = new StringBuilder(length);
        int rest = word;
        for (int i = 0; i < SHORTEST; i++) {
            String letters = letters(i);
            name.append(letters.charAt(rest % letters.length()));
            rest /= letters.length();
        }
        for (int i = SHORTEST; i < length; i++) {
            String letters = letters(i);
            name.append(letters.charAt((word / (i * 7) + i) % letters.length()));
        }
        if (number >= LETTERED) {
            name.append(number / LETTERED);
        }
        return name.toString();
    }

    private static OptionalInt number(String name, int shift) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
            end--;
        }
        if (end < SHORTEST || end >= SHORTEST + LENGTHS || name.length() - end > 3) {
            return OptionalInt.empty();
        }
        int word = 0;
        for (int i = SHORTEST - 1; i >= 0; i--) {
            String letters = letters(i);
            int digit = letters.indexOf(name.charAt(i));
            if (digit < 0) {
                return OptionalInt.empty();
            }
            word = word * letters.length() + digit;
        }
        int permuted = word * LENGTHS + (end - SHORTEST);
        long round = end == name.length() ? 0 : Long.parseLong(name.substring(end));
        long number = round * LETTERED + Math.floorMod(permuted * INVERSE - shift, (long) LETTERED);
        // The letters after the sixth, and the digits, must be the ones that the number gives.
        return number <= Integer.MAX_VALUE && name.equals(name((int) number, shift))
                ? OptionalInt.of((int) number)
                : OptionalInt.empty();
    }

    private static String letters(int place) {
        return place % 2 == 0 ? CONSONANTS : VOWELS;
    }

    /** Of {@link #STRIDE} modulo {@link #LETTERED}, by Euclid. */
    private static long inverse() {
        long high = LETTERED;
        long low = STRIDE;
        long highFactor = 0;
        long lowFactor = 1;
        while (low > 1) {
            long quotient = high / low;
            long rest = high - quotient * low;
            long restFactor = highFactor - quotient * lowFactor;
            high = low;
            highFactor = lowFactor;
            low = rest;
            lowFactor = restFactor;
        }
        if (low != 1) {
            throw new IllegalStateException("the stride divides the number of names");
        }
        return Math.floorMod(lowFactor, (long) LETTERED);
    }
}
