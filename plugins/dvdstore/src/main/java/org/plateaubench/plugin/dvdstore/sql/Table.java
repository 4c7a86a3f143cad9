// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.process.database.Sql;

/** A table of the store with the columns that a load fills, in an order that respects references. */
public enum Table {
    CATEGORIES("category, categoryname"),
    PRODUCTS("prod_id, category, title, actor, price, special, common_prod_id, membership_item"),
    INVENTORY("prod_id, quan_in_stock, sales"),
    CUSTOMERS(
            "customerid, firstname, lastname, address1, address2, city, state, zip, country, region, email, phone, creditcardtype, creditcard, creditcardexpiration, username, password, age, income, gender"),
    ORDERS("orderid, orderdate, customerid, netamount, tax, totalamount"),
    ORDERLINES("orderlineid, orderid, prod_id, quantity, orderdate"),
    CUST_HIST("customerid, orderid, prod_id"),
    REORDER("prod_id, date_low, quan_low, quan_reordered"),
    MEMBERSHIP("customerid, membershiptype, expiredate"),
    REVIEWS("review_id, prod_id, review_date, stars, customerid, review_summary, review_text"),
    REVIEWS_HELPFULNESS("review_helpfulness_id, review_id, customerid, helpfulness");

    private final String columns;

    Table(String columns) {
        this.columns = columns;
    }

    /** Returns the tables of a store. */
    static List<Table> of(StoreSize size) {
        return of(size.reviewed());
    }

    /** Returns the tables of a store with or without reviews. */
    static List<Table> of(boolean reviewed) {
        return Arrays.stream(values())
                .filter(table -> reviewed || table.compareTo(REORDER) <= 0)
                .toList();
    }

    /** Returns the name in SQL. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the columns that a load fills, separated by commas. */
    public String columns() {
        return columns;
    }

    /** Returns the number of columns that {@link #insert} fills, in the order in which they are listed here. */
    public int width() {
        return (int) columns.chars().filter(c -> c == ',').count() + 1;
    }

    /** Returns an insert of this number of rows. */
    public String insert(int rows) {
        String row = "(" + String.join(", ", Collections.nCopies(width(), "?")) + ")";
        return "INSERT INTO " + sqlName() + " (" + columns + ") VALUES "
                + String.join(", ", Collections.nCopies(rows, row));
    }

    /**
     * Returns several counts or sums of a table by one query, since each scan of a large table takes seconds.
     *
     * @param from the table, with the condition for its rows if there is one
     * @param expressions expressions to query; NULL counts as 0
     */
    static List<Long> totals(Connection connection, String from, List<String> expressions) throws SQLException {
        String query = "SELECT " + String.join(", ", expressions) + " FROM " + from;
        List<Long> totals = new ArrayList<>();
        Sql.list(connection, query, row -> {
            for (int i = 1; i <= expressions.size(); i++) {
                totals.add(row.getLong(i));
            }
            return row;
        });
        return totals;
    }
}
