// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Request.BrowseText;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.JdbcStore;

/** Holds a loaded store against what was to be loaded, and looks for leftovers of earlier runs. */
final class Verification {
    private static final String REMEDY = "Set 'data: reload' to load it anew.";

    private final Connection connection;
    private final Dialect dialect;
    private final StoreRows rows;
    private final List<Finding> findings = new ArrayList<>();

    Verification(Connection connection, Dialect dialect, StoreRows rows) {
        this.connection = connection;
        this.dialect = dialect;
        this.rows = rows;
    }

    List<Finding> findings() throws SQLException, InterruptedException {
        StoreSize size = rows.size();
        ExpectedSums sums = ExpectedSums.of(rows);
        expect("customers", "customers WHERE customerid <= " + size.customers(), size.customers());
        expect("products", "products", size.products());
        expect("inventory rows", "inventory", size.products());
        expect("orders", "orders WHERE orderid <= " + size.orders(), size.orders());
        expect("order lines", "orderlines WHERE orderid <= " + size.orders(), sums.lines());
        expect("history rows", "cust_hist WHERE orderid <= " + size.orders(), sums.lines());
        sums(sums, size);
        findings.addAll(new RowSample(connection, rows, REMEDY).findings());
        textSearch();
        leftovers(size);
        return findings;
    }

    private void expect(String what, String from, long expected) throws SQLException {
        long found = count(from);
        if (found != expected) {
            findings.add(Finding.problem(
                    "The store holds " + found + " loaded " + what + " instead of " + expected + ".", REMEDY));
        }
    }

    /** What is sold later adds to the sales as it adds lines; stock is as loaded only while nothing was sold. */
    private void sums(ExpectedSums sums, StoreSize size) throws SQLException {
        String loaded = " WHERE orderid <= " + size.orders();
        expectSum(
                "order money in cents",
                "100 * (SUM(netamount) + SUM(tax) + SUM(totalamount)) FROM orders" + loaded,
                sums.orderCents());
        expectSum("units in order lines", "SUM(quantity) FROM orderlines" + loaded, sums.units());
        expectSum("product numbers in order lines", "SUM(prod_id) FROM orderlines" + loaded, sums.productNumbers());
        expectSum("product numbers in the history", "SUM(prod_id) FROM cust_hist" + loaded, sums.productNumbers());
        String later = " FROM orderlines WHERE orderid > " + size.orders();
        long soldLater = number("COALESCE(SUM(quantity), 0)" + later);
        expectSum("units sold", "SUM(sales) FROM inventory", sums.units() + soldLater);
        if (soldLater == 0) {
            expectSum("units in stock", "SUM(quan_in_stock) FROM inventory", sums.stock());
        }
    }

    private void expectSum(String what, String query, long expected) throws SQLException {
        long found = number(query);
        if (found != expected) {
            findings.add(
                    Finding.problem("The sum of " + what + " is " + found + " instead of " + expected + ".", REMEDY));
        }
    }

    private void textSearch() throws SQLException {
        JdbcStore store = new JdbcStore(connection, dialect, Restock.NONE);
        StoreRows.Product product = rows.product(2);
        for (TextField field : TextField.values()) {
            String text = field == TextField.ACTOR ? product.actor() : product.title();
            if (store.browse(new BrowseText(field, List.of(text.split(" ")), 1)).isEmpty()) {
                findings.add(Finding.problem("The text search does not find '" + text + "'.", REMEDY));
            }
        }
    }

    private void leftovers(StoreSize size) throws SQLException {
        long orders = count("orders WHERE orderid > " + size.orders());
        long customers = count("customers WHERE customerid > " + size.customers());
        if (orders + customers > 0) {
            findings.add(Finding.note("Earlier runs left " + orders + " orders and " + customers
                    + " customers; with 'data: reset' a run begins with the loaded state."));
        }
    }

    private long count(String from) throws SQLException {
        return number("COUNT(*) FROM " + from);
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT " + query)) {
            if (!found.next()) {
                throw new SQLException("no answer to " + query);
            }
            return found.getLong(1);
        }
    }
}
