// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.MeasureDefinition;

/**
 * The counters in addition to the operations. Unless stated otherwise, they count what the database has confirmed, even
 * after the harness abandoned the operation, so that they can be compared with its rows.
 */
public enum Measure {
    ORDERS("orders", "orders", "Orders committed."),
    LINES("orderLines", "rows", "Lines of committed orders."),
    QUANTITY("unitsSold", "units", "Units sold by committed orders."),
    HISTORY_ROWS("historyRows", "rows", "Rows added to the customers' history."),
    STOCK_TAKEN("stockTaken", "units", "Units that committed orders took from stock; a held product keeps its stock."),
    STOCK_ADDED("stockAdded", "units", "Units by which refills raised the stock."),
    REORDERS("reorders", "rows", "Reorders written for products that run low."),
    ROLLBACKS("rollbacks", "orders", "Orders rolled back for lack of stock."),
    RETRIES("retries", "retries", "Transactions tried again after a deadlock or lock timeout."),
    NEW_CUSTOMERS("newCustomers", "customers", "Customers registered."),
    LOGINS("logins", "logins", "Logins answered."),
    LOGINS_WITHOUT_HISTORY("loginsWithoutHistory", "logins", "Logins of customers who had bought nothing yet."),
    PAST_TITLES("pastTitles", "rows", "Titles shown at logins."),
    UNCERTAIN_ORDERS("uncertainOrders", "orders", "Orders whose commit was sent and never answered."),
    UNCERTAIN_LINES("uncertainLines", "rows", "Lines of uncertain orders."),
    UNCERTAIN_QUANTITY("uncertainUnits", "units", "Units of uncertain orders."),
    UNCERTAIN_STOCK("uncertainStock", "units", "Units by which uncertain orders may have changed the stock."),
    UNCERTAIN_REORDERS("uncertainReorders", "rows", "Reorders of uncertain orders."),
    UNCERTAIN_CUSTOMERS("uncertainCustomers", "customers", "Registrations sent and never answered."),
    PURCHASES_BEGUN("purchasesBegun", "purchases", "Purchases begun, whatever their outcome."),
    PURCHASES_ENDED("purchasesEnded", "purchases", "Purchases that ended, whatever their outcome."),
    REGISTRATIONS_BEGUN("registrationsBegun", "registrations", "Registrations begun, whatever their outcome."),
    REGISTRATIONS_ENDED("registrationsEnded", "registrations", "Registrations that ended."),
    NEW_MEMBERS("newMembers", "customers", "Customers who became members."),
    NEW_REVIEWS("newReviews", "rows", "Reviews added."),
    NEW_VOTES("newVotes", "rows", "Votes added on the helpfulness of reviews."),
    POINTS("votePoints", "points", "Points of these votes."),
    CONTRIBUTIONS_BEGUN("contributionsBegun", "requests", "Memberships, reviews and votes begun."),
    CONTRIBUTIONS_ENDED("contributionsEnded", "requests", "Memberships, reviews and votes that ended."),
    UNCERTAIN_CONTRIBUTIONS(
            "uncertainContributions", "requests", "Memberships, reviews and votes sent and never answered.");

    @SuppressWarnings("ImmutableEnumChecker") // The definition cannot be changed.
    private final MeasureDefinition definition;

    Measure(String title, String unit, String description) {
        definition = MeasureDefinition.counter(title, unit, description);
    }

    public static List<Measure> of(StoreSize size) {
        return Arrays.stream(values())
                .filter(measure -> size.reviewed() || measure.compareTo(REGISTRATIONS_ENDED) <= 0)
                .toList();
    }

    public String title() {
        return definition.name();
    }

    public MeasureDefinition definition() {
        return definition;
    }
}
