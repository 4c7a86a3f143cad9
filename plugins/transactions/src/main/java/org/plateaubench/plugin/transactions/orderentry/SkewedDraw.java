// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import org.plateaubench.api.KeyedRandom;

/**
 * The non-uniform draw: the bits of two uniform numbers are combined, of which one has a smaller range, and the result is
 * shifted by a constant of the run. Immutable.
 *
 * @param spread greatest value of the number with the smaller range
 * @param constant the constant, 0 to {@code spread}
 */
record SkewedDraw(int spread, int constant, int least, int most) {
    private static final int NAMES_LOAD = 101;
    private static final int DISTANCE = 102;
    private static final int CUSTOMERS = 103;
    private static final int ITEMS = 104;

    /**
     * Distances of the constants for last names of load and run: as far apart as the original requires, in the same
     * proportion for fewer names.
     */
    private static final int MIN_DISTANCE = 65;

    private static final int MAX_DISTANCE = 119;
    private static final int FULL_SPREAD = 255;

    int at(long first, long second) {
        int range = most - least + 1;
        int narrow = (int) (KeyedRandom.toUnit(first) * (spread + 1));
        int wide = least + (int) (KeyedRandom.toUnit(second) * range);
        return ((narrow | wide) + constant) % range + least;
    }

    /** The draw of the last names of loaded customers beyond those that have every name once. */
    static SkewedDraw loadedNames(Scale.Size size, long seed) {
        return names(size, constant(seed, NAMES_LOAD, size.nameSpread));
    }

    /** The draw of the last names that a run asks for. */
    static SkewedDraw names(Scale.Size size, long seed) {
        int least = Math.ceilDiv(MIN_DISTANCE * size.nameSpread, FULL_SPREAD);
        int most = MAX_DISTANCE * size.nameSpread / FULL_SPREAD;
        int distance = least + constant(seed, DISTANCE, most - least);
        // Two distances are excluded, since with them the likeliest names of load and run overlap.
        if (size == Scale.Size.FULL && (distance == 96 || distance == 112)) {
            distance++;
        }
        int loaded = constant(seed, NAMES_LOAD, size.nameSpread);
        return names(size, loaded >= distance ? loaded - distance : loaded + distance);
    }

    private static SkewedDraw names(Scale.Size size, int constant) {
        return new SkewedDraw(size.nameSpread, constant, 0, size.names - 1);
    }

    static SkewedDraw customers(Scale.Size size, long seed) {
        return new SkewedDraw(size.customerSpread, constant(seed, CUSTOMERS, size.customerSpread), 1, size.customers);
    }

    static SkewedDraw items(Scale.Size size, long seed) {
        return new SkewedDraw(size.itemSpread, constant(seed, ITEMS, size.itemSpread), 1, size.items);
    }

    private static int constant(long seed, int purpose, int most) {
        return (int) (KeyedRandom.toUnit(KeyedRandom.bits(seed, purpose, 0)) * (most + 1));
    }
}
