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
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.sql.Table;

/** Compares some loaded rows of each kind, including the first and the last, with their expected content. */
final class RowSample {
    private static final int ROWS = 20;

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
        compare(
                        "Customer",
                        select(Table.CUSTOMERS, "customerid"),
                        rows.size().customers(),
                        id -> texts(TableWriter.customer(rows, id)))
                .ifPresent(findings::add);
        compare(
                        "Product",
                        select(Table.PRODUCTS, "prod_id"),
                        rows.size().products(),
                        id -> texts(TableWriter.product(rows, id)))
                .ifPresent(findings::add);
        compare(
                        "Order",
                        select(Table.ORDERS, "orderid"),
                        rows.size().orders(),
                        id -> texts(TableWriter.order(rows.order(id))))
                .ifPresent(findings::add);
        compare("The lines of order", LINES, rows.size().orders(), this::lines).ifPresent(findings::add);
        return findings;
    }

    private static String select(Table table, String key) {
        return "SELECT " + table.columns() + " FROM " + table.sqlName() + " WHERE " + key + " = ?";
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
