// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.util.Collections;
import java.util.Locale;

/** A table of the store with the columns that a load fills, in an order that respects references. */
public enum Table {
    CATEGORIES("category, categoryname"),
    PRODUCTS("prod_id, category, title, actor, price, special, common_prod_id"),
    INVENTORY("prod_id, quan_in_stock, sales"),
    CUSTOMERS(
            "customerid, firstname, lastname, address1, address2, city, state, zip, country, region, email, phone, creditcardtype, creditcard, creditcardexpiration, username, password, age, income, gender"),
    ORDERS("orderid, orderdate, customerid, netamount, tax, totalamount"),
    ORDERLINES("orderlineid, orderid, prod_id, quantity, orderdate"),
    CUST_HIST("customerid, orderid, prod_id"),
    REORDER("prod_id, date_low, quan_low, quan_reordered");

    private final String columns;

    Table(String columns) {
        this.columns = columns;
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
}
