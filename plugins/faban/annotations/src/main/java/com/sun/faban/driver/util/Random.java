// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver.util;

import java.sql.Date;
import java.time.ZoneId;

/** Random values for requests. On Plateau the harness seeds it for every operation, so that runs can be repeated. */
public class Random extends java.util.Random {
    private static final long serialVersionUID = 1L;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String DIGITS = "0123456789";

    public Random() {}

    public Random(long seed) {
        super(seed);
    }

    public int random(int least, int greatest) {
        return (int) lrandom(least, greatest);
    }

    public long lrandom(long least, long greatest) {
        return greatest == Long.MAX_VALUE && least == Long.MIN_VALUE
                ? nextLong()
                : least + Math.floorMod(nextLong(), greatest - least + 1);
    }

    public double drandom(double least, double greatest) {
        return least + nextDouble() * (greatest - least);
    }

    /** A day at the same local time, from {@code least} to {@code greatest} days later. */
    public Date makeDateInInterval(Date from, int least, int greatest) {
        return new Date(java.time.Instant.ofEpochMilli(from.getTime())
                .atZone(ZoneId.systemDefault())
                .plusDays(random(least, greatest))
                .toInstant()
                .toEpochMilli());
    }

    public String makeAString(int least, int greatest) {
        return makeString(LETTERS + DIGITS, least, greatest);
    }

    public String makeCString(int least, int greatest) {
        return makeString(LETTERS, least, greatest);
    }

    public String makeNString(int least, int greatest) {
        return makeString(DIGITS, least, greatest);
    }

    private String makeString(String alphabet, int least, int greatest) {
        int length = random(least, greatest);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
