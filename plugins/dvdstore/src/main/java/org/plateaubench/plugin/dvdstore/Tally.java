// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Reconciler;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/** The counters of one user. */
final class Tally {
    private final Map<Measure, Counter> counters = new EnumMap<>(Measure.class);
    private final Map<String, Acknowledged> acknowledged = new HashMap<>();
    private final int storeIndex;
    private final int stores;

    Tally(UserContext user, StoreSize size, int storeIndex, int stores) {
        this.storeIndex = storeIndex;
        this.stores = stores;
        for (Measure measure : Measure.of(size)) {
            counters.put(measure, user.counter(measure.title()));
        }
        for (String kind : Reconciler.kinds(size)) {
            acknowledged.put(kind, user.acknowledged(kind));
        }
    }

    void add(Measure measure, long amount) {
        Objects.requireNonNull(counters.get(measure)).add(amount);
    }

    /** Records a row that the store has confirmed; the number is 0 if its answer does not contain it. */
    private void acknowledge(String kind, long number) {
        if (number > 0) {
            Objects.requireNonNull(acknowledged.get(kind)).stored(Reconciler.identity(number, storeIndex, stores));
        }
    }

    void addCustomer(long number) {
        acknowledge(Reconciler.CUSTOMERS, number);
        add(Measure.NEW_CUSTOMERS, 1);
    }

    void addReview(long number) {
        acknowledge(Reconciler.REVIEWS, number);
        add(Measure.NEW_REVIEWS, 1);
    }

    void addVote(long number, int points) {
        acknowledge(Reconciler.VOTES, number);
        add(Measure.NEW_VOTES, 1);
        add(Measure.POINTS, points);
    }

    /** Counts a purchase. */
    void add(PurchaseResult result) {
        switch (result.status()) {
            case OUT_OF_STOCK -> add(Measure.ROLLBACKS, 1);
            case COMMITTED -> {
                acknowledge(Reconciler.ORDERS, result.order());
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
