// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
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
import org.plateaubench.plugin.dvdstore.sql.Rows;

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
        long soldLater = number(
                "SUM(quantity)", "orderlines WHERE orderid > " + rows.size().orders());
        findings.addAll(LoadedSums.of(rows).differences(connection, soldLater, REMEDY));
        findings.addAll(new RowSample(connection, rows, REMEDY).findings());
        textSearch();
        leftovers(rows.size());
        return findings;
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
