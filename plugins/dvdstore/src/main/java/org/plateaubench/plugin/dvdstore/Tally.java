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
    private final Map<String, Acknowledged> held = new HashMap<>();
    private final int storeIndex;
    private final int stores;

    Tally(UserContext user, StoreSize size, int storeIndex, int stores) {
        this.storeIndex = storeIndex;
        this.stores = stores;
        for (Measure measure : Measure.of(size)) {
            counters.put(measure, user.counter(measure.title()));
        }
        for (String kind : Reconciler.kinds(size)) {
            held.put(kind, user.acknowledged(kind));
        }
    }

    void add(Measure measure, long amount) {
        Objects.requireNonNull(counters.get(measure)).add(amount);
    }

    /** Records that the store holds a row of a kind; 0 when its answer does not name the row. */
    private void hold(String kind, long number) {
        if (number > 0) {
            Objects.requireNonNull(held.get(kind)).stored(Reconciler.identity(number, storeIndex, stores));
        }
    }

    void addCustomer(long number) {
        hold(Reconciler.CUSTOMERS, number);
        add(Measure.NEW_CUSTOMERS, 1);
    }

    void addReview(long number) {
        hold(Reconciler.REVIEWS, number);
        add(Measure.NEW_REVIEWS, 1);
    }

    void addVote(long number, int points) {
        hold(Reconciler.VOTES, number);
        add(Measure.NEW_VOTES, 1);
        add(Measure.POINTS, points);
    }

    /** Counts a purchase with a known end. */
    void add(PurchaseResult result) {
        switch (result.fate()) {
            case OUT_OF_STOCK -> add(Measure.ROLLBACKS, 1);
            case COMMITTED -> {
                hold(Reconciler.ORDERS, result.order());
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
