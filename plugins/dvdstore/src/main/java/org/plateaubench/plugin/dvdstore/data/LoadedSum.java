// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Table;

/** A count or a sum over the rows that were loaded into a table. */
enum LoadedSum {
    CATEGORIES(Table.CATEGORIES, "categories", "COUNT(*)"),
    CATEGORY_NUMBERS(Table.CATEGORIES, "category numbers", "SUM(category)"),
    CUSTOMERS(Table.CUSTOMERS, "customers", "COUNT(*)"),
    CUSTOMER_FIGURES(
            Table.CUSTOMERS,
            "zip, age, income, region and card type of customers",
            "SUM(zip + age + income + region + creditcardtype)"),
    PRODUCTS(Table.PRODUCTS, "products", "COUNT(*)"),
    PRODUCT_FIGURES(
            Table.PRODUCTS,
            "number, category, special and recommendation of products",
            "SUM(prod_id + category + special + common_prod_id)"),
    PRODUCT_CENTS(Table.PRODUCTS, "prices in cents", "100 * SUM(price)"),
    INVENTORY(Table.INVENTORY, "inventory rows", "COUNT(*)"),
    INVENTORY_PRODUCTS(Table.INVENTORY, "product numbers in the inventory", "SUM(prod_id)"),
    /** Grows with later sales. */
    SALES(Table.INVENTORY, "units sold", "SUM(sales)"),
    /** Unchanged only while nothing is sold. */
    STOCK(Table.INVENTORY, "units in stock", "SUM(quan_in_stock)"),
    ORDERS(Table.ORDERS, "orders", "COUNT(*)"),
    ORDER_CENTS(Table.ORDERS, "order money in cents", "100 * SUM(netamount + tax + totalamount)"),
    ORDER_CUSTOMERS(Table.ORDERS, "customer numbers in orders", "SUM(customerid)"),
    LINES(Table.ORDERLINES, "order lines", "COUNT(*)"),
    LINE_UNITS(Table.ORDERLINES, "units in order lines", "SUM(quantity)"),
    LINE_PRODUCTS(Table.ORDERLINES, "product numbers in order lines", "SUM(prod_id)"),
    LINE_NUMBERS(Table.ORDERLINES, "order and line numbers in order lines", "SUM(orderid + orderlineid)"),
    HISTORY(Table.CUST_HIST, "history rows", "COUNT(*)"),
    HISTORY_ORDERS(Table.CUST_HIST, "order numbers in the history", "SUM(orderid)"),
    HISTORY_PRODUCTS(Table.CUST_HIST, "product numbers in the history", "SUM(prod_id)"),
    HISTORY_CUSTOMERS(Table.CUST_HIST, "customer numbers in the history", "SUM(customerid)");

    private final Table table;
    private final String what;
    private final String expression;

    LoadedSum(Table table, String what, String expression) {
        this.table = table;
        this.what = what;
        this.expression = expression;
    }

    Table table() {
        return table;
    }

    /** Returns the SQL expression. */
    String expression() {
        return expression;
    }

    private boolean isCount() {
        return expression.startsWith("COUNT");
    }

    /** Returns a sentence for a figure that differs from the expected one. */
    String difference(long found, long expected) {
        return isCount()
                ? "The store holds " + found + " loaded " + what + " instead of " + expected + "."
                : "The sum of " + what + " is " + found + " instead of " + expected + ".";
    }

    /** Returns the table with the condition for its loaded rows. */
    static String from(Table table, StoreSize size) {
        return switch (table) {
            case CUSTOMERS -> "customers WHERE customerid <= " + size.customers();
            case ORDERS, ORDERLINES, CUST_HIST -> table.sqlName() + " WHERE orderid <= " + size.orders();
            case CATEGORIES, PRODUCTS, INVENTORY, REORDER -> table.sqlName();
        };
    }
}
