// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.dvdstore.shop.CustomerData;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.process.database.SqlFailure;

/**
 * Executes requests over one connection, with statements that are prepared once. Not thread-safe; closing the
 * connection releases everything.
 */
public final class JdbcStore implements StoreAccess {
    private static final String PRODUCT_COLUMNS =
            "p.prod_id, p.category, p.title, p.actor, p.price, p.special, p.common_prod_id";
    private static final int LATEST_TITLES = 10;

    private final Dialect dialect;
    private final PreparedStatement findCustomer;
    private final PreparedStatement latestTitles;
    private final PreparedStatement insertCustomer;
    private final PreparedStatement byCategory;
    private final PreparedStatement byActor;
    private final PreparedStatement byTitle;
    private final PurchaseTransaction purchase;
    private final @Nullable Procedures procedures;
    private final @Nullable ReviewStatements reviews;

    public JdbcStore(Connection connection, Dialect dialect, StoreSettings settings) throws SQLException {
        this.dialect = dialect;
        StoreNumber store = settings.store();
        findCustomer = connection.prepareStatement(
                store.sql("SELECT customerid FROM customers WHERE username = ? AND password = ?"));
        latestTitles = connection.prepareStatement(store.sql("SELECT p.title, p.actor, r.title FROM cust_hist h"
                + " JOIN products p ON p.prod_id = h.prod_id JOIN products r ON r.prod_id = p.common_prod_id"
                + " WHERE h.customerid = ? ORDER BY h.orderid DESC, p.prod_id LIMIT " + LATEST_TITLES));
        insertCustomer = connection.prepareStatement(
                store.sql(
                        "INSERT INTO customers (firstname, lastname, address1, city, state, zip, country, region, email, phone,"
                                + " creditcardtype, creditcard, creditcardexpiration, age, income, gender, username, password)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
                new String[] {"customerid"});
        byCategory = connection.prepareStatement(store.sql("SELECT " + PRODUCT_COLUMNS
                + " FROM products p WHERE p.category = ? AND p.special = 1 ORDER BY p.prod_id LIMIT ?"));
        byActor = connection.prepareStatement(store.sql(dialect.textSearch(TextField.ACTOR, PRODUCT_COLUMNS)));
        byTitle = connection.prepareStatement(store.sql(dialect.textSearch(TextField.TITLE, PRODUCT_COLUMNS)));
        purchase = new PurchaseTransaction(connection, settings);
        procedures = settings.byProcedure() ? new Procedures(connection, dialect, settings) : null;
        reviews = settings.reviewed() ? new ReviewStatements(connection, dialect, store) : null;
    }

    @Override
    public Optional<LoginResult> login(Request.Login login) throws SQLException {
        findCustomer.setString(1, login.username());
        findCustomer.setString(2, login.password());
        int customer;
        try (ResultSet found = findCustomer.executeQuery()) {
            if (!found.next()) {
                return Optional.empty();
            }
            customer = found.getInt(1);
        }
        latestTitles.setLong(1, customer);
        List<PastTitle> titles = new ArrayList<>();
        try (ResultSet found = latestTitles.executeQuery()) {
            while (found.next()) {
                titles.add(new PastTitle(found.getString(1), found.getString(2), found.getString(3)));
            }
        }
        return Optional.of(new LoginResult(customer, titles));
    }

    @Override
    public OptionalLong newCustomer(CustomerData customerData, String username) throws SQLException {
        bind(customerData, username);
        try {
            insertCustomer.executeUpdate();
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONSTRAINT) {
                return OptionalLong.empty();
            }
            throw e;
        }
        return OptionalLong.of(PurchaseTransaction.generatedKey(insertCustomer));
    }

    private void bind(CustomerData customerData, String username) throws SQLException {
        PreparedStatement insert = insertCustomer;
        insert.setString(1, customerData.firstName());
        insert.setString(2, customerData.lastName());
        insert.setString(3, customerData.address1());
        insert.setString(4, customerData.city());
        insert.setString(5, customerData.state());
        dialect.bindZip(insert, 6, customerData.zip());
        insert.setString(7, customerData.country());
        insert.setInt(8, customerData.region());
        insert.setString(9, customerData.email());
        insert.setString(10, customerData.phone());
        insert.setInt(11, customerData.creditCardType());
        insert.setString(12, customerData.creditCard());
        insert.setString(13, customerData.creditCardExpiration());
        insert.setInt(14, customerData.age());
        insert.setInt(15, customerData.income());
        insert.setString(16, customerData.gender());
        insert.setString(17, username);
        insert.setString(18, CustomerData.PASSWORD);
    }

    @Override
    public List<StoreRows.Product> browse(Request.BrowseCategory browse) throws SQLException {
        byCategory.setInt(1, browse.category());
        byCategory.setInt(2, browse.maxRows());
        return products(byCategory);
    }

    @Override
    public List<StoreRows.Product> browse(Request.BrowseText browse) throws SQLException {
        PreparedStatement statement = browse.field() == TextField.ACTOR ? byActor : byTitle;
        int next = dialect.bindWords(statement, browse.words());
        statement.setInt(next, browse.maxRows());
        return products(statement);
    }

    private static List<StoreRows.Product> products(PreparedStatement query) throws SQLException {
        List<StoreRows.Product> products = new ArrayList<>();
        try (ResultSet found = query.executeQuery()) {
            while (found.next()) {
                products.add(new StoreRows.Product(
                        found.getInt(1),
                        found.getInt(2),
                        found.getString(3),
                        found.getString(4),
                        found.getBigDecimal(5).movePointRight(2).intValueExact(),
                        found.getInt(6) == 1,
                        found.getInt(7)));
            }
        }
        return products;
    }

    @Override
    public PurchaseResult purchase(long customer, Request.Purchase request) throws SQLException {
        return procedures == null
                ? purchase.run(customer, request)
                : procedures.run(customer, request, netCents(request.lines()));
    }

    @Override
    public long netCents(List<StoreRows.Line> lines) throws SQLException {
        return purchase.netCents(lines);
    }

    private ReviewStatements reviews() {
        return Objects.requireNonNull(reviews, "the store has no reviews");
    }

    @Override
    public List<ShownReview> reviews(Request.BrowseReviews browse) throws SQLException {
        return reviews().find(browse);
    }

    @Override
    public List<ShownReview> reviews(Request.GetReviews get) throws SQLException {
        return reviews().find(get);
    }

    @Override
    public boolean join(long customer, Request.NewMember member) throws SQLException {
        return reviews().join(customer, member);
    }

    @Override
    public long review(long customer, Request.NewReview review) throws SQLException {
        return reviews().add(customer, review);
    }

    @Override
    public long vote(long customer, Request.NewVote vote) throws SQLException {
        return reviews().add(customer, vote);
    }
}
