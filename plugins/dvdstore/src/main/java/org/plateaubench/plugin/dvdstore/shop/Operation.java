// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

/** The operations of the store, in the order in which the harness numbers them. */
public enum Operation {
    LOGIN("login", "a customer logs in and sees what it bought last"),
    NEW_CUSTOMER("newCustomer", "a new customer is registered"),
    BROWSE_CATEGORY("browseCategory", "specials of a category"),
    BROWSE_ACTOR("browseActor", "search by both names of an actor"),
    BROWSE_TITLE("browseTitle", "search by two words of a title"),
    PURCHASE("purchase", "price query, order, stock and history in one transaction");

    private static final Operation[] ALL = values();

    private final String title;
    private final String description;

    Operation(String title, String description) {
        this.title = title;
        this.description = description;
    }

    /** Returns the name in results and limits. */
    public String title() {
        return title;
    }

    /** Returns a phrase for reports. */
    public String description() {
        return description;
    }

    /** Returns the operation with the index that the harness uses. */
    public static Operation at(int index) {
        return ALL[index];
    }
}
