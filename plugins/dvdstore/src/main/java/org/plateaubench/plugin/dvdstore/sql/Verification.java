// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.Request.BrowseText;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/**
 * Compares a loaded store with the expected one: the numbers of rows, some rows of each kind, and the text search. Searches
 * for leftovers of earlier runs.
 */
final class Verification {
    private static final String REMEDY = "Set 'data: reload' to load it again.";
    private static final int SAMPLED_ROWS = 20;

    private final Connection connection;
    private final Dialect dialect;
    private final StoreRows rows;
    private final StoreSize size;
    private final StoreNumber store;
    private final List<Finding> findings = new ArrayList<>();

    Verification(Connection connection, Dialect dialect, StoreRows rows, StoreNumber store) {
        this.store = store;
        this.connection = connection;
        this.dialect = dialect;
        this.rows = rows;
        this.size = rows.size();
    }

    List<Finding> findings() throws SQLException {
        count("categories", StoreRows.CATEGORIES);
        count("products", size.products());
        count("inventory", size.products());
        count("customers WHERE customerid <= " + size.customers(), size.customers());
        count("orders WHERE orderid <= " + size.orders(), size.orders());
        sample("Customer", all(Table.CUSTOMERS, "customerid"), size.customers(), id -> TableWriter.customer(rows, id));
        sample("Product", all(Table.PRODUCTS, "prod_id"), size.products(), id -> TableWriter.product(rows, id));
        sample("Order", all(Table.ORDERS, "orderid"), size.orders(), id -> TableWriter.order(rows.order(id)));
        sample(
                "The lines of order",
                "SELECT prod_id, quantity, orderdate FROM orderlines WHERE orderid = ? ORDER BY orderlineid",
                size.orders(),
                this::lines);
        if (size.reviewed()) {
            count("reviews WHERE review_id <= " + size.reviews(), size.reviews());
            sample(
                    "Member",
                    all(Table.MEMBERSHIP, "customerid"),
                    id -> rows.member(id).customer(),
                    size.members(),
                    id -> TableWriter.member(rows, id));
            sample(
                    "Review",
                    all(Table.REVIEWS, "review_id"),
                    size.reviews(),
                    id -> TableWriter.review(rows.review(id)));
        }
        textSearch();
        leftovers();
        return findings;
    }

    private void problem(String message) {
        findings.add(Finding.problem(message, REMEDY));
    }

    private void count(String loaded, int expected) throws SQLException {
        long found = number("COUNT(*)", loaded);
        if (found != expected) {
            problem("Table " + loaded.split(" ", 2)[0] + " holds " + found + " loaded rows instead of " + expected
                    + ".");
        }
    }

    private static String all(Table table, String key) {
        return "SELECT " + String.join(", ", table.columns()) + " FROM " + table.sqlName() + " WHERE " + key + " = ?";
    }

    /** Compares some rows with their expected content, including the first and the last; reports one difference. */
    private void sample(String what, String query, int last, IntFunction<Object[]> expected) throws SQLException {
        sample(what, query, id -> id, last, expected);
    }

    private void sample(String what, String query, IntUnaryOperator key, int last, IntFunction<Object[]> expected)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(store.sql(query))) {
            for (int i = 0; i < SAMPLED_ROWS; i++) {
                int id = 1 + (int) ((last - 1L) * i / (SAMPLED_ROWS - 1));
                select.setInt(1, key.applyAsInt(id));
                List<String> found = values(select);
                List<String> wanted =
                        Arrays.stream(expected.apply(id)).map(Object::toString).toList();
                if (!found.equals(wanted)) {
                    problem(what + " " + id + " differs from the loaded row: " + found + " instead of " + wanted + ".");
                    return;
                }
            }
        }
    }

    private static List<String> values(PreparedStatement select) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet found = select.executeQuery()) {
            while (found.next()) {
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(found.getString(i)));
                }
            }
        }
        return values;
    }

    private Object[] lines(int id) {
        StoreRows.Order order = rows.order(id);
        List<Object> values = new ArrayList<>();
        for (StoreRows.Line line : order.lines()) {
            values.addAll(List.of(line.product(), line.quantity(), order.date()));
        }
        return values.toArray();
    }

    private void textSearch() throws SQLException {
        JdbcStore access = new JdbcStore(connection, dialect, new StoreSettings(store, false));
        StoreRows.Product product = rows.product(2);
        for (TextField field : TextField.values()) {
            String text = field == TextField.ACTOR ? product.actor() : product.title();
            if (access.browse(new BrowseText(field, List.of(text.split(" ")), 1))
                    .isEmpty()) {
                problem("The text search does not find '" + text + "'.");
            }
        }
    }

    private void leftovers() throws SQLException {
        long orders = number("COUNT(*)", "orders WHERE orderid > " + size.orders());
        long customers = number("COUNT(*)", "customers WHERE customerid > " + size.customers());
        if (orders + customers > 0) {
            findings.add(Finding.note("Earlier runs left " + orders + " orders and " + customers
                    + " customers; with 'data: reset' a run begins with the loaded state."));
        }
    }

    private long number(String expression, String from) throws SQLException {
        return Table.totals(connection, store.sql(from), List.of(expression)).getFirst();
    }
}
