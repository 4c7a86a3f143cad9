// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.Arrays;
import java.util.List;

/** The operations of the store, in the order in which the harness numbers them. */
public enum Operation {
    LOGIN("login", "a customer logs in and sees what it bought last"),
    NEW_CUSTOMER("newCustomer", "a new customer is registered"),
    BROWSE_CATEGORY("browseCategory", "specials of a category"),
    BROWSE_ACTOR("browseActor", "search by both names of an actor"),
    BROWSE_TITLE("browseTitle", "search by two words of a title"),
    PURCHASE("purchase", "price query, order, stock and history in one transaction"),
    REVIEWS_BY_ACTOR("reviewsByActor", "reviews of products by an actor's last name"),
    REVIEWS_BY_TITLE("reviewsByTitle", "reviews of products by a word of their title"),
    REVIEWS_BY_HELPFULNESS("reviewsByHelpfulness", "the most helpful reviews of a product"),
    REVIEWS_BY_STARS("reviewsByStars", "the most helpful reviews of a product with some number of stars"),
    REVIEWS_BY_DATE("reviewsByDate", "the latest reviews of a product"),
    NEW_MEMBER("newMember", "a customer becomes a member"),
    NEW_REVIEW("newReview", "a customer reviews a product"),
    NEW_VOTE("newVote", "a customer votes on the helpfulness of a review"),
    PRICE_QUERY(
            "priceQuery", "the prices of a cart, which only 'fidelity: compat' does not count as part of a purchase");

    private final String title;
    private final String description;

    Operation(String title, String description) {
        this.title = title;
        this.description = description;
    }

    public String title() {
        return title;
    }

    public String description() {
        return description;
    }

    /** Returns the operations of a store, in the order in which the harness numbers them. */
    public static List<Operation> of(StoreSize size, boolean priced) {
        return Arrays.stream(values())
                .filter(operation ->
                        operation == PRICE_QUERY ? priced : size.reviewed() || operation.compareTo(PURCHASE) <= 0)
                .toList();
    }
}
