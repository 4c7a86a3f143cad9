// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver.util;

/** Random values for requests. On Plateau the harness seeds it for every operation, so that runs can be repeated. */
public class Random extends java.util.Random {
    private static final long serialVersionUID = 1L;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String DIGITS = "0123456789";

    /** Creates a generator with an arbitrary seed. */
    public Random() {}

    /** Creates a generator with the given seed. */
    public Random(long seed) {
        super(seed);
    }

    /** A whole number from {@code least} to {@code greatest}, both included. */
    public int random(int least, int greatest) {
        return (int) lrandom(least, greatest);
    }

    /** A whole number from {@code least} to {@code greatest}, both included. */
    public long lrandom(long least, long greatest) {
        return greatest == Long.MAX_VALUE && least == Long.MIN_VALUE
                ? nextLong()
                : least + Math.floorMod(nextLong(), greatest - least + 1);
    }

    /** A number from {@code least} up to {@code greatest}. */
    public double drandom(double least, double greatest) {
        return least + nextDouble() * (greatest - least);
    }

    /** Returns a text of {@code least} to {@code greatest} letters and digits. */
    public String makeAString(int least, int greatest) {
        return drawn(LETTERS + DIGITS, least, greatest);
    }

    /** Returns a text of {@code least} to {@code greatest} letters. */
    public String makeCString(int least, int greatest) {
        return drawn(LETTERS, least, greatest);
    }

    /** Returns a text of {@code least} to {@code greatest} digits. */
    public String makeNString(int least, int greatest) {
        return drawn(DIGITS, least, greatest);
    }

    private String drawn(String alphabet, int least, int greatest) {
        int length = random(least, greatest);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
