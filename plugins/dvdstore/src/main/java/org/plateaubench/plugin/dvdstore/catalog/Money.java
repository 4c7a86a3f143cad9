// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.catalog;

import java.math.BigDecimal;

/** Amounts of money in whole cents, and the tax of the store. */
public final class Money {
    private static final int TAX_BASIS_POINTS = 825;

    private Money() {}

    /** Returns 8.25 % of an amount, rounded half up to a cent. */
    public static long taxCents(long netCents) {
        return (netCents * TAX_BASIS_POINTS + 5_000) / 10_000;
    }

    /** Returns cents as a decimal with two places. */
    public static BigDecimal decimal(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }
}
