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
     * Searches for products whose text contains all of the words, in any case and order; finds those with the lowest
     * numbers.
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

        public int quantity() {
            int quantity = 0;
            for (Line line : lines) {
                quantity += line.quantity();
            }
            return quantity;
        }
    }

    /** Queries the price of a cart, before the purchase of the same unit. */
    record PriceQuery(List<Line> lines) implements Request {
        public PriceQuery {
            lines = List.copyOf(lines);
        }
    }

    /** Searches reviews of products whose text contains a word: the most helpful of the first {@code depth}. */
    record BrowseReviews(TextField field, String word, int maxRows, int depth) implements Request {}

    /** Gets reviews of a product; {@code stars} is used only with {@link ReviewOrder#STARS}. */
    record GetReviews(ReviewOrder order, int product, int stars, int maxRows) implements Request {}

    /**
     * A customer becomes a member.
     *
     * @param customer the customer, for whom the shopper then continues; 0 for the customer of the unit
     */
    record NewMember(int level, int customer) implements Request {}

    /** The customer of the unit reviews a product. */
    record NewReview(int product, int stars, String summary, String text) implements Request {}

    /** The customer of the unit votes on a review, from 1 to 10 points. */
    record NewVote(int review, int points) implements Request {}

    enum ReviewOrder {
        /** All, the most helpful first. */
        HELPFULNESS,
        /** Reviews with some number of stars, the most helpful first. */
        STARS,
        /** All, the latest first. */
        DATE
    }

    /** A text of a product that can be searched. */
    enum TextField {
        ACTOR,
        TITLE;

        public String column() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
