// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import org.plateaubench.api.KeyedRandom;

/** Successive draws for one key, such as a row. Not thread-safe. */
final class KeyedDraws {
    private final long key;
    private int index;

    KeyedDraws(long key) {
        this.key = key;
    }

    static KeyedDraws of(long seed, String kind, int row) {
        return new KeyedDraws(KeyedRandom.key(KeyedRandom.key(seed, kind), row));
    }

    double unit() {
        return KeyedRandom.toUnit(KeyedRandom.bits(key, 0, index++));
    }

    /** Returns a uniform number, both ends inclusive. */
    int between(int min, int max) {
        return min + (int) (unit() * (max - min + 1));
    }

    boolean half() {
        return unit() < 0.5;
    }

    String oneOf(String[] choices) {
        return choices[between(0, choices.length - 1)];
    }

    /** Returns distinct numbers from 1 to {@code max}, without the excluded one. */
    int[] distinct(int count, int max, int excluded) {
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++) {
            int next = between(1, max);
            while (next == excluded || contains(drawn, i, next)) {
                next = between(1, max);
            }
            drawn[i] = next;
        }
        return drawn;
    }

    static boolean contains(int[] values, int length, int wanted) {
        for (int i = 0; i < length; i++) {
            if (values[i] == wanted) {
                return true;
            }
        }
        return false;
    }
}
