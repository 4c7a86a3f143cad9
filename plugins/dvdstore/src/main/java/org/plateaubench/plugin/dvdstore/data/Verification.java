// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Request.BrowseText;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.JdbcStore;
import org.plateaubench.plugin.dvdstore.sql.Rows;
import org.plateaubench.plugin.dvdstore.sql.Table;

/** Compares a loaded store with the expected one, and searches for leftovers of earlier runs. */
final class Verification {
    private static final String REMEDY = "Set 'data: reload' to load it again.";

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
        ExpectedSums expected = ExpectedSums.of(rows);
        long soldLater = number(
                "SUM(quantity)", "orderlines WHERE orderid > " + rows.size().orders());
        for (Table table : Table.values()) {
            sums(table, expected, soldLater);
        }
        findings.addAll(new RowSample(connection, rows, REMEDY).findings());
        textSearch();
        leftovers(rows.size());
        return findings;
    }

    private void sums(Table table, ExpectedSums expected, long soldLater) throws SQLException {
        List<LoadedSum> asked = Arrays.stream(LoadedSum.values())
                .filter(sum -> sum.table() == table)
                .toList();
        if (asked.isEmpty()) {
            return;
        }
        List<Long> found = Rows.totals(
                connection,
                LoadedSum.from(table, rows.size()),
                asked.stream().map(LoadedSum::expression).toList());
        for (int i = 0; i < asked.size(); i++) {
            LoadedSum sum = asked.get(i);
            long must = expected.of(sum) + (sum == LoadedSum.SALES ? soldLater : 0);
            boolean isKnown = sum != LoadedSum.STOCK || soldLater == 0;
            if (isKnown && found.get(i) != must) {
                findings.add(Finding.problem(sum.difference(found.get(i), must), REMEDY));
            }
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
        long orders = number("COUNT(*)", "orders WHERE orderid > " + size.orders());
        long customers = number("COUNT(*)", "customers WHERE customerid > " + size.customers());
        if (orders + customers > 0) {
            findings.add(Finding.note("Earlier runs left " + orders + " orders and " + customers
                    + " customers; with 'data: reset' a run begins with the loaded state."));
        }
    }

    private long number(String expression, String from) throws SQLException {
        return Rows.totals(connection, from, List.of(expression)).getFirst();
    }
}
