// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import org.plateaubench.plugin.dvdstore.catalog.StoreSize;

/** What happens to a product of which fewer than {@link #FLOOR} would be left after an order. */
public enum Restock {
    /** The stock stays as it was, only sales grow, and a reorder is written: rollbacks stay at their rate for ever. */
    HOLD,
    /** The stock is filled up to {@link #target} and a reorder is written: rollbacks fall to about half their rate. */
    REFILL,
    /** Stock just goes down: rollbacks become more as the store sells out. */
    NONE;

    /** Least stock that is left alone; orders are of 1 to 3 units. */
    public static final int FLOOR = 3;

    private static final int TARGET = 250;

    /** What must be left after an order for stock to be taken without more ado. */
    public int floor() {
        return this == NONE ? 0 : FLOOR;
    }

    /** Stock after a refill; ten times as much for a hot product. */
    public static int target(int product) {
        return product % StoreSize.HOT_EVERY == 0 ? TARGET * StoreSize.HOT_FACTOR : TARGET;
    }
}
