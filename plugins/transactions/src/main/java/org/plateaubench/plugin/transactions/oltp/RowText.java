// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import java.util.Arrays;
import org.plateaubench.api.KeyedRandom;

/**
 * The text columns of a row: groups of eleven digits with hyphens. The last group of column c is the number of the row, so
 * that an answer shows which row it is of; the group before it differs with each write. One thread.
 */
final class RowText {
    private static final int DIGITS = 11;
    private static final int GROUP = DIGITS + 1;
    private static final int GROUPS = 10;
    private static final int PAD_GROUPS = 5;
    private static final int NUMBER_AT = (GROUPS - 1) * GROUP;
    private static final int WRITE_AT = (GROUPS - 2) * GROUP;
    private static final long RANGE = 100_000_000_000L;

    private final char[] text = new char[GROUPS * GROUP - 1];
    private final char[] pad = new char[PAD_GROUPS * GROUP - 1];

    RowText() {
        Arrays.fill(text, '-');
        Arrays.fill(pad, '-');
    }

    private static void put(char[] to, int at, long number) {
        long rest = number;
        for (int i = DIGITS - 1; i >= 0; i--) {
            to[at + i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private static void putDrawn(char[] to, long key, int groups) {
        for (int group = 0; group < groups; group++) {
            put(to, group * GROUP, drawn(key, group));
        }
    }

    private static long drawn(long key, int group) {
        return (KeyedRandom.bits(key, 1, group) >>> 1) % RANGE;
    }

    String ofRow(int row, long key) {
        putDrawn(text, key, GROUPS - 1);
        put(text, NUMBER_AT, row);
        return new String(text);
    }

    /** Returns the number of the write of a text that {@link #ofRow} gives for this key. */
    static long write(long key) {
        return drawn(key, GROUPS - 2);
    }

    String pad(long key) {
        putDrawn(pad, key, PAD_GROUPS);
        return new String(pad);
    }

    /** Returns the number of the row of a text; -1 if it is not that of a row. */
    static int row(String found) {
        return (int) number(found, NUMBER_AT);
    }

    /** Returns the number of the write of a text; -1 if it has none. */
    static long write(String found) {
        return number(found, WRITE_AT);
    }

    private static long number(String found, int at) {
        if (found.length() < GROUPS * GROUP - 1) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < DIGITS; i++) {
            int digit = found.charAt(at + i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
