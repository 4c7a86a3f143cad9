// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/** The tables of the store, in SQL that every database accepts; facts from the schema of DVD Store 2.1. */
public final class Schema {
    private Schema() {}

    /** Returns the statements for the empty tables, with primary keys only: the rest is faster after the load. */
    public static List<String> createTables(Dialect dialect, StoreSize size) {
        List<String> tables = new ArrayList<>(tables(dialect));
        if (size.reviewed()) {
            tables.addAll(reviewTables(dialect));
        }
        return tables.stream().map(sql -> sql + dialect.tableOptions()).toList();
    }

    private static List<String> tables(Dialect dialect) {
        return List.of(
                "CREATE TABLE categories (category SMALLINT NOT NULL, categoryname VARCHAR(50) NOT NULL,"
                        + " PRIMARY KEY (category))",
                "CREATE TABLE products (prod_id INTEGER NOT NULL, category SMALLINT NOT NULL, "
                        + dialect.searchedColumn("title") + ", " + dialect.searchedColumn("actor")
                        + ", price NUMERIC(12, 2) NOT NULL, special SMALLINT NOT NULL,"
                        + " common_prod_id INTEGER NOT NULL, membership_item SMALLINT NOT NULL, PRIMARY KEY (prod_id))",
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

    private static List<String> reviewTables(Dialect dialect) {
        return List.of(
                "CREATE TABLE membership (customerid INTEGER NOT NULL, membershiptype INTEGER NOT NULL,"
                        + " expiredate DATE NOT NULL, PRIMARY KEY (customerid))",
                "CREATE TABLE reviews (" + dialect.identityColumn("review_id")
                        + ", prod_id INTEGER NOT NULL, review_date DATE NOT NULL, stars SMALLINT NOT NULL,"
                        + " customerid INTEGER NOT NULL, review_summary VARCHAR(50) NOT NULL,"
                        + " review_text VARCHAR(1000) NOT NULL, PRIMARY KEY (review_id))",
                "CREATE TABLE reviews_helpfulness (" + dialect.identityColumn("review_helpfulness_id")
                        + ", review_id INTEGER NOT NULL, customerid INTEGER NOT NULL, helpfulness INTEGER NOT NULL,"
                        + " PRIMARY KEY (review_helpfulness_id))");
    }

    private static final List<String> REVIEW_INDEXES = List.of(
            "CREATE INDEX ix_prod_membership ON products (membership_item)",
            "CREATE INDEX ix_reorder_product ON reorder (prod_id)",
            "CREATE INDEX ix_review_product ON reviews (prod_id, stars)",
            "CREATE INDEX ix_review_stars ON reviews (stars)",
            "CREATE INDEX ix_review_customer ON reviews (customerid)",
            "CREATE INDEX ix_helpfulness_review ON reviews_helpfulness (review_id)",
            "CREATE INDEX ix_helpfulness_customer ON reviews_helpfulness (customerid)",
            "ALTER TABLE membership ADD CONSTRAINT fk_member_customer FOREIGN KEY (customerid)"
                    + " REFERENCES customers (customerid) ON DELETE CASCADE",
            "ALTER TABLE reviews ADD CONSTRAINT fk_review_product FOREIGN KEY (prod_id)"
                    + " REFERENCES products (prod_id) ON DELETE CASCADE",
            "ALTER TABLE reviews ADD CONSTRAINT fk_review_customer FOREIGN KEY (customerid)"
                    + " REFERENCES customers (customerid) ON DELETE CASCADE",
            "ALTER TABLE reviews_helpfulness ADD CONSTRAINT fk_helpfulness_review FOREIGN KEY (review_id)"
                    + " REFERENCES reviews (review_id) ON DELETE CASCADE");

    /** Returns the statements for indexes and references of the loaded tables. */
    public static List<String> createIndexes(Dialect dialect, StoreSize size) {
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
        if (size.reviewed()) {
            statements.addAll(REVIEW_INDEXES);
        }
        statements.addAll(dialect.createTextIndex());
        statements.addAll(afterLoad(dialect, size));
        return statements;
    }

    /** Returns the statements after rows were loaded or restored. */
    static List<String> afterLoad(Dialect dialect, StoreSize size) {
        return List.of(dialect.gatherStatistics(
                Table.of(size).stream().map(Table::sqlName).collect(Collectors.joining(", "))));
    }

    /** Returns the statements that drop the tables, referenced tables last, and nothing that depends on them. */
    public static List<String> dropTables(Dialect dialect, boolean reviewed) {
        List<String> names = new ArrayList<>(dialect.textIndexTables());
        for (Table table : Table.of(reviewed).reversed()) {
            names.add(table.sqlName());
        }
        return names.stream()
                .map(name -> "DROP TABLE IF EXISTS " + name + " RESTRICT")
                .toList();
    }
}
