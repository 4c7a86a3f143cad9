// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.function.IntToDoubleFunction;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/**
 * The expected figures of a run on freshly loaded data, computed from the distributions of data and requests.
 *
 * @param meanLines mean number of lines drawn, before the cart's limit
 */
record ExpectedValues(StoreSize size, int meanSearches, int meanLines) {

    /**
     * Returns the share of purchases that are rolled back. A line asks for 1 to 3 units with equal probability; stock
     * is uniform over 501 values, so a line falls short with probability 2/501, and a line of a hot product (whose
     * stock is a multiple of ten) with 1/501. A purchase falls short when one of its lines does.
     */
    double rollbackShare() {
        return 1 - meanOverLines(lines -> Math.pow(1 - shortShare(), lines));
    }

    /** Returns the mean number of lines of a committed order: a longer cart is rolled back a little more often. */
    double linesPerOrder() {
        return meanOverLines(lines -> lines * Math.pow(1 - shortShare(), lines)) / (1 - rollbackShare());
    }

    private double shortShare() {
        double choices = size.products() + (StoreSize.HOT_FACTOR - 1.0) * size.hotProducts();
        double hotShare = StoreSize.HOT_FACTOR * size.hotProducts() / choices;
        return (2 - hotShare) / (StoreRows.MAX_STOCK + 1);
    }

    private double meanOverLines(IntToDoubleFunction value) {
        int draws = 2 * meanLines - 1;
        double sum = 0;
        for (int lines = 1; lines <= draws; lines++) {
            sum += value.applyAsDouble(Math.min(lines, Shopper.MAX_CART_LINES));
        }
        return sum / draws;
    }

    /** Returns the share of loaded customers without a loaded order. */
    double customersWithoutHistory() {
        return Math.pow(1 - 1.0 / size.customers(), size.orders());
    }

    /**
     * Returns the share of logins without history over the first {@code logins} of them on fresh data: each customer
     * who logs in buys, unless rolled back, and has a history from then on.
     */
    double loginsWithoutHistory(long logins) {
        double purchaseShare = (1 - rollbackShare()) / size.customers();
        double sum = logins == 0 ? 1 : -Math.expm1(logins * Math.log1p(-purchaseShare)) / (purchaseShare * logins);
        return customersWithoutHistory() * sum;
    }
}
