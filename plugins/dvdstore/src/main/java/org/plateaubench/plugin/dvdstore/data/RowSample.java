// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.catalog.CustomerData;
import org.plateaubench.plugin.dvdstore.catalog.Money;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;

/** Compares some loaded rows of each kind, including the first and the last, with their expected content. */
final class RowSample {
    private static final int ROWS = 20;

    private static final String CUSTOMER = "SELECT firstname, lastname, address1, address2, city, state, zip, country,"
            + " region, email, phone, creditcardtype, creditcard, creditcardexpiration, username, password, age,"
            + " income, gender"
            + " FROM customers WHERE customerid = ?";
    private static final String PRODUCT =
            "SELECT category, title, actor, price, special, common_prod_id" + " FROM products WHERE prod_id = ?";
    private static final String ORDER =
            "SELECT orderdate, customerid, netamount, tax, totalamount FROM orders WHERE orderid = ?";
    private static final String LINES =
            "SELECT prod_id, quantity, orderdate FROM orderlines WHERE orderid = ? ORDER BY orderlineid";

    private final Connection connection;
    private final StoreRows rows;
    private final String remedy;

    RowSample(Connection connection, StoreRows rows, String remedy) {
        this.connection = connection;
        this.rows = rows;
        this.remedy = remedy;
    }

    /** The expected content of a row by its number, as text. */
    private interface Expected {
        List<String> of(int id);
    }

    /** Returns the first difference of each kind. */
    List<Finding> findings() throws SQLException {
        List<Finding> findings = new ArrayList<>();
        compare("Customer", CUSTOMER, rows.size().customers(), this::customer).ifPresent(findings::add);
        compare("Product", PRODUCT, rows.size().products(), this::product).ifPresent(findings::add);
        compare("Order", ORDER, rows.size().orders(), this::order).ifPresent(findings::add);
        compare("The lines of order", LINES, rows.size().orders(), this::lines).ifPresent(findings::add);
        return findings;
    }

    private Optional<Finding> compare(String what, String query, int last, Expected expected) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            for (int i = 0; i < ROWS; i++) {
                int id = 1 + (int) ((last - 1L) * i / (ROWS - 1));
                select.setInt(1, id);
                List<String> found = values(select);
                if (!found.equals(expected.of(id))) {
                    return Optional.of(Finding.problem(
                            what + " " + id + " differs from the loaded row: " + found + " instead of "
                                    + expected.of(id) + ".",
                            remedy));
                }
            }
        }
        return Optional.empty();
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

    private List<String> customer(int id) {
        CustomerData customerData = rows.customer(id);
        return texts(
                customerData.firstName(),
                customerData.lastName(),
                customerData.address1(),
                "",
                customerData.city(),
                customerData.state(),
                customerData.zip(),
                customerData.country(),
                customerData.region(),
                customerData.email(),
                customerData.phone(),
                customerData.creditCardType(),
                customerData.creditCard(),
                customerData.creditCardExpiration(),
                StoreRows.username(id),
                CustomerData.PASSWORD,
                customerData.age(),
                customerData.income(),
                customerData.gender());
    }

    private List<String> product(int id) {
        StoreRows.Product product = rows.product(id);
        return texts(
                product.category(),
                product.title(),
                product.actor(),
                Money.decimal(product.priceCents()),
                product.special() ? 1 : 0,
                product.commonProduct());
    }

    private List<String> order(int id) {
        StoreRows.Order order = rows.order(id);
        long tax = Money.taxCents(order.netCents());
        return texts(
                order.date(),
                order.customer(),
                Money.decimal(order.netCents()),
                Money.decimal(tax),
                Money.decimal(order.netCents() + tax));
    }

    private List<String> lines(int id) {
        StoreRows.Order order = rows.order(id);
        List<String> lines = new ArrayList<>();
        for (StoreRows.Line line : order.lines()) {
            lines.addAll(texts(line.product(), line.quantity(), order.date()));
        }
        return lines;
    }

    private static List<String> texts(Object... values) {
        List<String> texts = new ArrayList<>();
        for (Object value : values) {
            texts.add(value.toString());
        }
        return texts;
    }
}
