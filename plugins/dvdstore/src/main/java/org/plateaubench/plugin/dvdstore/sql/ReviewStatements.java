// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Request.ReviewOrder;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess.ShownReview;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Review;
import org.plateaubench.process.database.SqlFailure;

/**
 * The statements of DVD Store 3: reviews, votes and members. A review without a vote is not shown, as in the original.
 * Not thread-safe.
 */
final class ReviewStatements {
    private static final String COLUMNS = "SELECT r.review_id, r.prod_id, r.review_date, r.stars, r.customerid,"
            + " r.review_summary, r.review_text, v.total, p.title, p.actor FROM (";
    private static final String ROWS =
            ") v JOIN reviews r ON r.review_id = v.review_id" + " JOIN products p ON p.prod_id = r.prod_id ORDER BY ";
    private static final String BY_TOTAL = "v.total DESC, v.review_id";

    private final Dialect dialect;
    private final Map<TextField, PreparedStatement> searches = new EnumMap<>(TextField.class);
    private final Map<ReviewOrder, PreparedStatement> ofProduct = new EnumMap<>(ReviewOrder.class);
    private final PreparedStatement insertMember;
    private final PreparedStatement insertReview;
    private final PreparedStatement insertVote;

    ReviewStatements(Connection connection, Dialect dialect, StoreNumber store) throws SQLException {
        this.dialect = dialect;
        for (TextField field : TextField.values()) {
            searches.put(field, connection.prepareStatement(store.sql(search(dialect, field))));
        }
        for (ReviewOrder order : ReviewOrder.values()) {
            ofProduct.put(order, connection.prepareStatement(store.sql(ofProduct(order))));
        }
        insertMember = connection.prepareStatement(store.sql(
                "INSERT INTO membership (customerid, membershiptype, expiredate) VALUES (?, ?, CURRENT_DATE)"));
        insertReview = connection.prepareStatement(
                store.sql("INSERT INTO reviews (prod_id, review_date, stars, customerid, review_summary, review_text)"
                        + " VALUES (?, CURRENT_DATE, ?, ?, ?, ?)"),
                new String[] {"review_id"});
        insertVote = connection.prepareStatement(
                store.sql("INSERT INTO reviews_helpfulness (review_id, customerid, helpfulness) VALUES (?, ?, ?)"),
                new String[] {"review_helpfulness_id"});
    }

    private static String search(Dialect dialect, TextField field) {
        return COLUMNS + "SELECT t.review_id, SUM(h.helpfulness) AS total FROM (SELECT r.review_id FROM "
                + dialect.reviewsWith(field) + " ORDER BY r.review_id LIMIT ?) t"
                + " JOIN reviews_helpfulness h ON h.review_id = t.review_id"
                + " GROUP BY t.review_id ORDER BY total DESC, t.review_id LIMIT ?" + ROWS + BY_TOTAL;
    }

    private static String ofProduct(ReviewOrder order) {
        boolean byDate = order == ReviewOrder.DATE;
        return COLUMNS + "SELECT r.review_id, SUM(h.helpfulness) AS total FROM reviews r"
                + " JOIN reviews_helpfulness h ON h.review_id = r.review_id WHERE r.prod_id = ?"
                + (order == ReviewOrder.STARS ? " AND r.stars = ?" : "")
                + " GROUP BY r.review_id" + (byDate ? ", r.review_date" : "")
                + " ORDER BY " + (byDate ? "r.review_date" : "total") + " DESC, r.review_id LIMIT ?"
                + ROWS + (byDate ? "r.review_date DESC, r.review_id" : BY_TOTAL);
    }

    List<ShownReview> find(Request.BrowseReviews browse) throws SQLException {
        PreparedStatement query = Objects.requireNonNull(searches.get(browse.field()));
        int next = dialect.bindWords(query, List.of(browse.word()));
        query.setInt(next, browse.depth());
        query.setInt(next + 1, browse.maxRows());
        return shown(query, true);
    }

    List<ShownReview> find(Request.GetReviews get) throws SQLException {
        PreparedStatement query = Objects.requireNonNull(ofProduct.get(get.order()));
        int parameter = 1;
        query.setInt(parameter++, get.product());
        if (get.order() == ReviewOrder.STARS) {
            query.setInt(parameter++, get.stars());
        }
        query.setInt(parameter, get.maxRows());
        return shown(query, false);
    }

    private static List<ShownReview> shown(PreparedStatement query, boolean withProduct) throws SQLException {
        List<ShownReview> reviews = new ArrayList<>();
        try (ResultSet found = query.executeQuery()) {
            while (found.next()) {
                reviews.add(new ShownReview(
                        new Review(
                                found.getInt(1),
                                found.getInt(2),
                                found.getDate(3).toLocalDate(),
                                found.getInt(4),
                                found.getInt(5),
                                found.getString(6),
                                found.getString(7)),
                        found.getLong(8),
                        withProduct ? found.getString(9) : "",
                        withProduct ? found.getString(10) : ""));
            }
        }
        return reviews;
    }

    boolean join(long customer, Request.NewMember member) throws SQLException {
        insertMember.setLong(1, customer);
        insertMember.setInt(2, member.level());
        try {
            insertMember.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONSTRAINT) {
                return false;
            }
            throw e;
        }
    }

    long add(long customer, Request.NewReview review) throws SQLException {
        insertReview.setInt(1, review.product());
        insertReview.setInt(2, review.stars());
        insertReview.setLong(3, customer);
        insertReview.setString(4, review.summary());
        insertReview.setString(5, review.text());
        insertReview.executeUpdate();
        return PurchaseTransaction.generatedKey(insertReview);
    }

    long add(long customer, Request.NewVote vote) throws SQLException {
        insertVote.setInt(1, vote.review());
        insertVote.setLong(2, customer);
        insertVote.setInt(3, vote.points());
        insertVote.executeUpdate();
        return PurchaseTransaction.generatedKey(insertVote);
    }
}
