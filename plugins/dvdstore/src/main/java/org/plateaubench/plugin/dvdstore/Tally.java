// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.plugin.dvdstore.data.AcknowledgedRows;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.sql.PurchaseResult;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/** The counters of one user. */
final class Tally {
    private final Map<Measure, Counter> counters = new EnumMap<>(Measure.class);
    private final Acknowledged orders;
    private final Acknowledged customers;

    Tally(UserContext user) {
        orders = user.acknowledged(AcknowledgedRows.ORDERS);
        customers = user.acknowledged(AcknowledgedRows.CUSTOMERS);
        for (Measure measure : Measure.values()) {
            counters.put(measure, user.counter(measure.title()));
        }
    }

    void add(Measure measure, long amount) {
        Objects.requireNonNull(counters.get(measure)).add(amount);
    }

    /** Counts a customer that the database has confirmed. */
    void addCustomer(long number) {
        customers.held(number);
        add(Measure.NEW_CUSTOMERS, 1);
    }

    /** Counts a purchase with a known end. */
    void add(PurchaseResult result) {
        switch (result.fate()) {
            case OUT_OF_STOCK -> add(Measure.ROLLBACKS, 1);
            case COMMITTED -> {
                orders.held(result.order());
                add(Measure.ORDERS, 1);
                add(Measure.LINES, result.lines());
                add(Measure.QUANTITY, result.quantity());
                add(Measure.HISTORY_ROWS, result.lines());
                add(Measure.STOCK_TAKEN, result.stockTaken());
                add(Measure.STOCK_ADDED, result.stockAdded());
                add(Measure.REORDERS, result.reorders());
            }
            case UNCERTAIN -> {
                add(Measure.UNCERTAIN_ORDERS, 1);
                add(Measure.UNCERTAIN_LINES, result.lines());
                add(Measure.UNCERTAIN_QUANTITY, result.quantity());
                add(Measure.UNCERTAIN_STOCK, result.stockTaken() + result.stockAdded());
                add(Measure.UNCERTAIN_REORDERS, result.reorders());
            }
        }
    }
}
