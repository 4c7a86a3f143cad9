// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.List;
import org.plateaubench.plugin.dvdstore.catalog.Profile;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows.Line;

/** One thing that a shopper asks of the store, the same on every database. Immutable. */
public sealed interface Request {

    /** A customer of old comes back: who it is, and the titles it bought last with a recommendation for each. */
    record Login(String username, String password) implements Request {}

    /** Somebody becomes a customer; the user name is made from the run's number, the sequence and the unit. */
    record NewCustomer(Profile profile, int sequence, long unitNumber) implements Request {}

    /** Specials of a category. */
    record BrowseCategory(int category, int maxRows) implements Request {}

    /**
     * Products whose text holds every one of the words, as whole words, whatever their case and order; of these the
     * ones with the lowest numbers.
     */
    record BrowseText(TextField field, List<String> words, int maxRows) implements Request {
        public BrowseText {
            words = List.copyOf(words);
        }
    }

    /**
     * An order of the customer that the unit began with.
     *
     * @param lines in product order, so that two orders lock stock in the same order and do not deadlock
     */
    record Purchase(List<Line> lines) implements Request {
        public Purchase {
            lines = List.copyOf(lines);
        }

        /** Units bought. */
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
        TITLE
    }
}
