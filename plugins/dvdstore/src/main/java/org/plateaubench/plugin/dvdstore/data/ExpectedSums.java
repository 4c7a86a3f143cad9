// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import org.plateaubench.plugin.dvdstore.catalog.Money;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows.Order;

/**
 * Sums over the rows that are to be loaded.
 *
 * @param lines order lines, and as many history rows
 * @param orderCents net, tax and total amounts of all orders, added up
 * @param units quantities of the lines, which are the units sold as well
 * @param productNumbers product numbers of the lines
 */
record ExpectedSums(long lines, long orderCents, long units, long productNumbers, long stock) {
    /** Calculates every order. */
    static ExpectedSums of(StoreRows rows) throws InterruptedException {
        long lines = 0;
        long cents = 0;
        long units = 0;
        long products = 0;
        for (int id = 1; id <= rows.size().orders(); id++) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while the expected sums were calculated");
            }
            Order order = rows.order(id);
            cents += 2 * (order.netCents() + Money.taxCents(order.netCents()));
            for (Line line : order.lines()) {
                lines++;
                units += line.quantity();
                products += line.product();
            }
        }
        long stock = 0;
        for (int id = 1; id <= rows.size().products(); id++) {
            stock += rows.stock(id);
        }
        return new ExpectedSums(lines, cents, units, products, stock);
    }
}
