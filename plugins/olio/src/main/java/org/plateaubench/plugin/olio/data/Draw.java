// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import org.plateaubench.api.KeyedRandom;

/** The draws of one row, in order. One thread. */
final class Draw {
    private final long key;
    private int index;

    Draw(long key) {
        this.key = key;
    }

    static Draw of(long seed, String kind, int row) {
        return new Draw(KeyedRandom.key(KeyedRandom.key(seed, kind), row));
    }

    double unit() {
        return KeyedRandom.toUnit(KeyedRandom.bits(key, 0, index++));
    }

    /** Returns a uniform number, both ends inclusive. */
    int between(int least, int most) {
        return least + (int) (unit() * (most - least + 1));
    }

    boolean half() {
        return unit() < 0.5;
    }

    String oneOf(String[] choices) {
        return choices[between(0, choices.length - 1)];
    }

    /** Returns distinct numbers from 1 to {@code most}, without the excluded one. */
    int[] distinct(int count, int most, int excluded) {
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++) {
            int next = between(1, most);
            while (next == excluded || contains(drawn, i, next)) {
                next = between(1, most);
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
