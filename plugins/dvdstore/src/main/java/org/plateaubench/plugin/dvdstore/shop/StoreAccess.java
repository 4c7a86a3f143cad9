// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The requests to a store, by statements or by pages. Not thread-safe. A {@link SQLException} states that the request
 * certainly changed nothing, unless the connection was lost.
 */
public interface StoreAccess {
    /** The price of a purchase whose answer does not state it. */
    long UNKNOWN_CENTS = -1;

    /** A title bought before, with the store's recommendation. */
    record PastTitle(String title, String actor, String recommended) {}

    record LoginResult(int customer, List<PastTitle> latest) {}

    /**
     * A review as it is shown.
     *
     * @param helpfulness sum of the points of its votes
     * @param title title of its product; empty if only reviews of one product were read
     * @param actor actor of its product; empty as above
     */
    record ShownReview(StoreRows.Review review, long helpfulness, String title, String actor) {}

    /** Finds a customer and up to ten titles of its latest orders; empty when there is no such customer. */
    Optional<LoginResult> login(Request.Login login) throws SQLException, IOException;

    /** Registers a customer and returns its number; empty when the user name is taken. */
    OptionalLong newCustomer(CustomerData customerData, String username) throws SQLException, IOException;

    /** Returns the specials of a category, by ascending number. */
    List<StoreRows.Product> browse(Request.BrowseCategory browse) throws SQLException, IOException;

    /** Returns the products whose text contains the words, by ascending number. */
    List<StoreRows.Product> browse(Request.BrowseText browse) throws SQLException, IOException;

    /** Returns the price of a cart in cents, without tax; the next purchase has this price. */
    long netCents(List<StoreRows.Line> cart) throws SQLException, IOException;

    PurchaseResult purchase(long customer, Request.Purchase purchase) throws SQLException, IOException;

    /** Returns the most helpful of the first reviews of products with a word. */
    List<ShownReview> reviews(Request.BrowseReviews browse) throws SQLException, IOException;

    List<ShownReview> reviews(Request.GetReviews get) throws SQLException, IOException;

    /** Makes a customer a member; returns false when it is one. */
    boolean join(long customer, Request.NewMember member) throws SQLException, IOException;

    /** Adds a review and returns its number. */
    long review(long customer, Request.NewReview review) throws SQLException, IOException;

    /** Adds a vote and returns its number. */
    long vote(long customer, Request.NewVote vote) throws SQLException, IOException;
}
