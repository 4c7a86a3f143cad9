// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.List;
import java.util.Locale;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;

/** One request of a shopper to the store, the same on every database. Immutable. */
public sealed interface Request {

    /**
     * A returning customer logs in; the answer is the customer and their latest titles with a recommendation for each.
     */
    record Login(String username, String password) implements Request {}

    /** A new customer registers; the user name is made from the run's number, the sequence and the unit. */
    record NewCustomer(CustomerData customerData, int sequence, long unitNumber) implements Request {}

    /** Browses the specials of a category. */
    record BrowseCategory(int category, int maxRows) implements Request {}

    /**
     * Searches for products whose text holds all of the words, as whole words, in any case and order; the result is
     * those with the lowest numbers.
     */
    record BrowseText(TextField field, List<String> words, int maxRows) implements Request {
        public BrowseText {
            words = List.copyOf(words);
        }
    }

    /**
     * An order of the customer of the unit.
     *
     * @param lines in product order, so that two orders lock stock in the same order and do not deadlock
     */
    record Purchase(List<Line> lines) implements Request {
        public Purchase {
            lines = List.copyOf(lines);
        }

        /** Returns the number of units bought. */
        public int quantity() {
            int quantity = 0;
            for (Line line : lines) {
                quantity += line.quantity();
            }
            return quantity;
        }
    }

    /** A text of a product that can be searched. */
    enum TextField {
        ACTOR,
        TITLE;

        /** Returns the column of the products that holds it. */
        public String column() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
