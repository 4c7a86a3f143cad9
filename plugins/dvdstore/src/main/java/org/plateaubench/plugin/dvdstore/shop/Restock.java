// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

/** What happens to a product when an order would leave fewer than {@link #FLOOR}. */
public enum Restock {
    /** The stock stays as it was, only sales grow, and a reorder is written: the rate of rollbacks stays constant. */
    HOLD,
    /**
     * The stock is filled up to {@link #target} and a reorder is written: the rate of rollbacks falls to about half.
     */
    REFILL,
    /** The stock only falls: the rate of rollbacks grows as the store sells out. */
    NONE;

    /** Minimum stock without a reorder; order lines are of 1 to 3 units. */
    public static final int FLOOR = 3;

    private static final int TARGET = 250;

    /** Returns the minimum stock that an order may leave without a restock. */
    public int floor() {
        return this == NONE ? 0 : FLOOR;
    }

    /** Returns the stock after a refill, ten times as much for a hot product. */
    public static int target(int product) {
        return product % StoreSize.HOT_EVERY == 0 ? TARGET * StoreSize.HOT_FACTOR : TARGET;
    }
}
