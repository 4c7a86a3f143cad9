// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.util.ArrayList;
import java.util.List;

/** The tables of the store, in SQL that every database accepts; facts from the schema of DVD Store 2.1. */
public final class Schema {
    private Schema() {}

    /** Returns the statements for the empty tables, with primary keys only: the rest is faster after the load. */
    public static List<String> createTables(Dialect dialect) {
        return tables(dialect).stream().map(sql -> sql + dialect.tableOptions()).toList();
    }

    private static List<String> tables(Dialect dialect) {
        return List.of(
                "CREATE TABLE categories (category SMALLINT NOT NULL, categoryname VARCHAR(50) NOT NULL,"
                        + " PRIMARY KEY (category))",
                "CREATE TABLE products (prod_id INTEGER NOT NULL, category SMALLINT NOT NULL, "
                        + dialect.searchedColumn("title") + ", " + dialect.searchedColumn("actor")
                        + ", price NUMERIC(12, 2) NOT NULL, special SMALLINT NOT NULL,"
                        + " common_prod_id INTEGER NOT NULL, PRIMARY KEY (prod_id))",
                "CREATE TABLE inventory (prod_id INTEGER NOT NULL, quan_in_stock INTEGER NOT NULL, sales INTEGER NOT NULL,"
                        + " PRIMARY KEY (prod_id))",
                "CREATE TABLE customers (" + dialect.identityColumn("customerid")
                        + ", firstname VARCHAR(50) NOT NULL, lastname VARCHAR(50) NOT NULL, address1 VARCHAR(50) NOT NULL,"
                        + " address2 VARCHAR(50), city VARCHAR(50) NOT NULL, state VARCHAR(50), zip INTEGER,"
                        + " country VARCHAR(50) NOT NULL, region SMALLINT NOT NULL, email VARCHAR(50), phone VARCHAR(50),"
                        + " creditcardtype INTEGER NOT NULL, creditcard VARCHAR(50) NOT NULL,"
                        + " creditcardexpiration VARCHAR(50) NOT NULL, username VARCHAR(50) NOT NULL,"
                        + " password VARCHAR(50) NOT NULL, age SMALLINT, income INTEGER, gender VARCHAR(1),"
                        + " PRIMARY KEY (customerid))",
                "CREATE TABLE orders (" + dialect.identityColumn("orderid")
                        + ", orderdate DATE NOT NULL, customerid INTEGER, netamount NUMERIC(12, 2) NOT NULL,"
                        + " tax NUMERIC(12, 2) NOT NULL, totalamount NUMERIC(12, 2) NOT NULL, PRIMARY KEY (orderid))",
                "CREATE TABLE orderlines (orderlineid SMALLINT NOT NULL, orderid INTEGER NOT NULL,"
                        + " prod_id INTEGER NOT NULL, quantity SMALLINT NOT NULL, orderdate DATE NOT NULL)",
                "CREATE TABLE cust_hist (customerid INTEGER NOT NULL, orderid INTEGER NOT NULL, prod_id INTEGER NOT NULL)",
                "CREATE TABLE reorder (prod_id INTEGER NOT NULL, date_low DATE NOT NULL, quan_low INTEGER NOT NULL,"
                        + " quan_reordered INTEGER)");
    }

    /** Returns the statements for indexes and references of the loaded tables. */
    public static List<String> createIndexes(Dialect dialect) {
        List<String> statements = new ArrayList<>(List.of(
                "CREATE UNIQUE INDEX ix_cust_username ON customers (username)",
                "CREATE INDEX ix_hist_customer ON cust_hist (customerid)",
                "CREATE INDEX ix_order_customer ON orders (customerid)",
                "CREATE UNIQUE INDEX ix_orderlines ON orderlines (orderid, orderlineid)",
                "CREATE INDEX ix_prod_category ON products (category, special)",
                "ALTER TABLE cust_hist ADD CONSTRAINT fk_hist_customer FOREIGN KEY (customerid)"
                        + " REFERENCES customers (customerid) ON DELETE CASCADE",
                "ALTER TABLE orders ADD CONSTRAINT fk_order_customer FOREIGN KEY (customerid)"
                        + " REFERENCES customers (customerid) ON DELETE SET NULL",
                "ALTER TABLE orderlines ADD CONSTRAINT fk_line_order FOREIGN KEY (orderid)"
                        + " REFERENCES orders (orderid) ON DELETE CASCADE"));
        statements.addAll(dialect.createTextIndex());
        statements.addAll(dialect.afterLoad());
        return statements;
    }

    /** Returns the statements that drop the tables, referenced tables last, and nothing that depends on them. */
    public static List<String> dropTables(Dialect dialect) {
        List<String> names = new ArrayList<>(dialect.textIndexTables());
        for (Table table : List.of(Table.values()).reversed()) {
            names.add(table.sqlName());
        }
        return names.stream()
                .map(name -> "DROP TABLE IF EXISTS " + name + " RESTRICT")
                .toList();
    }
}
