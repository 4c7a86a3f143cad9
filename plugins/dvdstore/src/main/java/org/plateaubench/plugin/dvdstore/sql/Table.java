// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.plateaubench.process.database.Sql;

/**
 * A table of the store, in an order that respects references; facts from the schema of DVD Store. Tables are created
 * with primary keys only: creating other indexes is faster after the load.
 */
public enum Table {
    CATEGORIES("category", "category SMALLINT NOT NULL, categoryname VARCHAR(50) NOT NULL"),
    PRODUCTS("prod_id", """
            prod_id INTEGER NOT NULL, category SMALLINT NOT NULL, title WORDS NOT NULL, actor WORDS NOT NULL,
            price NUMERIC(12, 2) NOT NULL, special SMALLINT NOT NULL, common_prod_id INTEGER NOT NULL,
            membership_item SMALLINT NOT NULL"""),
    INVENTORY("prod_id", "prod_id INTEGER NOT NULL, quan_in_stock INTEGER NOT NULL, sales INTEGER NOT NULL"),
    CUSTOMERS("customerid", """
            customerid IDENTITY, firstname VARCHAR(50) NOT NULL, lastname VARCHAR(50) NOT NULL,
            address1 VARCHAR(50) NOT NULL, address2 VARCHAR(50), city VARCHAR(50) NOT NULL, state VARCHAR(50),
            zip INTEGER, country VARCHAR(50) NOT NULL, region SMALLINT NOT NULL, email VARCHAR(50),
            phone VARCHAR(50), creditcardtype INTEGER NOT NULL, creditcard VARCHAR(50) NOT NULL,
            creditcardexpiration VARCHAR(50) NOT NULL, username VARCHAR(50) NOT NULL, password VARCHAR(50) NOT NULL,
            age SMALLINT, income INTEGER, gender VARCHAR(1)"""),
    ORDERS("orderid", """
            orderid IDENTITY, orderdate DATE NOT NULL, customerid INTEGER, netamount NUMERIC(12, 2) NOT NULL,
            tax NUMERIC(12, 2) NOT NULL, totalamount NUMERIC(12, 2) NOT NULL"""),
    ORDERLINES("", """
            orderlineid SMALLINT NOT NULL, orderid INTEGER NOT NULL, prod_id INTEGER NOT NULL,
            quantity SMALLINT NOT NULL, orderdate DATE NOT NULL"""),
    CUST_HIST("", "customerid INTEGER NOT NULL, orderid INTEGER NOT NULL, prod_id INTEGER NOT NULL"),
    REORDER("", """
            prod_id INTEGER NOT NULL, date_low DATE NOT NULL, quan_low INTEGER NOT NULL, quan_reordered INTEGER"""),
    MEMBERSHIP("customerid", "customerid INTEGER NOT NULL, membershiptype INTEGER NOT NULL, expiredate DATE NOT NULL"),
    REVIEWS("review_id", """
            review_id IDENTITY, prod_id INTEGER NOT NULL, review_date DATE NOT NULL, stars SMALLINT NOT NULL,
            customerid INTEGER NOT NULL, review_summary VARCHAR(50) NOT NULL, review_text VARCHAR(1000) NOT NULL"""),
    REVIEWS_HELPFULNESS("review_helpfulness_id", """
            review_helpfulness_id IDENTITY, review_id INTEGER NOT NULL, customerid INTEGER NOT NULL,
            helpfulness INTEGER NOT NULL""");

    private final String key;
    private final String definitions;

    Table(String key, String definitions) {
        this.key = key;
        this.definitions = definitions;
    }

    static List<Table> of(boolean reviewed) {
        return Arrays.stream(values())
                .filter(table -> reviewed || table.compareTo(REORDER) <= 0)
                .toList();
    }

    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<String> columns() {
        return in(StoreNumber.UNNUMBERED).columns();
    }

    org.plateaubench.process.database.Table in(StoreNumber store) {
        return new org.plateaubench.process.database.Table(store.named(sqlName()), key, definitions);
    }

    /** Queries counts or sums together, since each scan of a large table takes seconds; NULL counts as 0. */
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
