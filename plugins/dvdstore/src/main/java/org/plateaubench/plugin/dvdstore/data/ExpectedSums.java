// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.plugin.dvdstore.catalog.CustomerData;
import org.plateaubench.plugin.dvdstore.catalog.Money;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows.Order;

/** Counts and sums over the rows of a complete load. Immutable. */
final class ExpectedSums {
    private final Map<LoadedSum, Long> sums = new EnumMap<>(LoadedSum.class);

    private ExpectedSums() {}

    /** Computes them from every row. */
    static ExpectedSums of(StoreRows rows) throws InterruptedException {
        ExpectedSums sums = new ExpectedSums();
        sums.categories();
        sums.customers(rows);
        sums.products(rows);
        sums.orders(rows);
        return sums;
    }

    /** Returns one of the sums. */
    long of(LoadedSum sum) {
        return Objects.requireNonNull(sums.get(sum));
    }

    private void categories() {
        long last = StoreRows.CATEGORIES;
        sums.put(LoadedSum.CATEGORIES, last);
        sums.put(LoadedSum.CATEGORY_NUMBERS, last * (last + 1) / 2);
    }

    private void customers(StoreRows rows) throws InterruptedException {
        long figures = 0;
        for (int id = 1; id <= rows.size().customers(); id++) {
            heedInterrupt();
            CustomerData customer = rows.customer(id);
            figures +=
                    customer.zip() + customer.age() + customer.income() + customer.region() + customer.creditCardType();
        }
        sums.put(LoadedSum.CUSTOMERS, (long) rows.size().customers());
        sums.put(LoadedSum.CUSTOMER_FIGURES, figures);
    }

    private void products(StoreRows rows) throws InterruptedException {
        long figures = 0;
        long cents = 0;
        long stock = 0;
        long numbers = 0;
        for (int id = 1; id <= rows.size().products(); id++) {
            heedInterrupt();
            StoreRows.Product product = rows.product(id);
            figures += id + product.category() + (product.special() ? 1 : 0) + product.commonProduct();
            numbers += id;
            cents += product.priceCents();
            stock += rows.stock(id);
        }
        sums.put(LoadedSum.PRODUCTS, (long) rows.size().products());
        sums.put(LoadedSum.PRODUCT_FIGURES, figures);
        sums.put(LoadedSum.PRODUCT_CENTS, cents);
        sums.put(LoadedSum.INVENTORY, (long) rows.size().products());
        sums.put(LoadedSum.INVENTORY_PRODUCTS, numbers);
        sums.put(LoadedSum.STOCK, stock);
    }

    private void orders(StoreRows rows) throws InterruptedException {
        long lines = 0;
        long cents = 0;
        long units = 0;
        long products = 0;
        long customers = 0;
        long buyers = 0;
        long ordersOfLines = 0;
        long numbers = 0;
        for (int id = 1; id <= rows.size().orders(); id++) {
            heedInterrupt();
            Order order = rows.order(id);
            cents += 2 * (order.netCents() + Money.taxCents(order.netCents()));
            customers += order.customer();
            int count = order.lines().size();
            buyers += (long) order.customer() * count;
            ordersOfLines += (long) id * count;
            numbers += count * (count + 1) / 2;
            for (Line line : order.lines()) {
                lines++;
                units += line.quantity();
                products += line.product();
            }
        }
        sums.put(LoadedSum.ORDERS, (long) rows.size().orders());
        sums.put(LoadedSum.ORDER_CENTS, cents);
        sums.put(LoadedSum.ORDER_CUSTOMERS, customers);
        sums.put(LoadedSum.LINES, lines);
        sums.put(LoadedSum.LINE_UNITS, units);
        sums.put(LoadedSum.LINE_PRODUCTS, products);
        sums.put(LoadedSum.LINE_NUMBERS, ordersOfLines + numbers);
        sums.put(LoadedSum.HISTORY, lines);
        sums.put(LoadedSum.HISTORY_ORDERS, ordersOfLines);
        sums.put(LoadedSum.HISTORY_PRODUCTS, products);
        sums.put(LoadedSum.HISTORY_CUSTOMERS, buyers);
        sums.put(LoadedSum.SALES, units);
    }

    private static void heedInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while the expected sums were calculated");
        }
    }
}
