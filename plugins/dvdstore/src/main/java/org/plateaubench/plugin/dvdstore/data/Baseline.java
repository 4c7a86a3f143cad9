// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Counts and sums of the tables that a run changes, at one instant at which nothing runs. Immutable. */
final class Baseline {
    /** What is counted, with the query that counts it. */
    enum Total {
        CUSTOMERS("SELECT COUNT(*) FROM customers"),
        ORDERS("SELECT COUNT(*) FROM orders"),
        LINES("SELECT COUNT(*) FROM orderlines"),
        QUANTITY("SELECT COALESCE(SUM(quantity), 0) FROM orderlines"),
        HISTORY("SELECT COUNT(*) FROM cust_hist"),
        REORDERS("SELECT COUNT(*) FROM reorder"),
        STOCK("SELECT COALESCE(SUM(quan_in_stock), 0) FROM inventory"),
        SALES("SELECT COALESCE(SUM(sales), 0) FROM inventory");

        private final String query;

        Total(String query) {
            this.query = query;
        }

        private String column() {
            return "base_" + name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Total, Long> totals;

    private Baseline(Map<Total, Long> totals) {
        this.totals = totals;
    }

    /** Asks the tables. */
    static Baseline measure(Connection connection) throws SQLException {
        Map<Total, Long> totals = new EnumMap<>(Total.class);
        try (Statement statement = connection.createStatement()) {
            for (Total total : Total.values()) {
                try (ResultSet found = statement.executeQuery(total.query)) {
                    if (!found.next()) {
                        throw new SQLException("no answer to " + total.query);
                    }
                    totals.put(total, found.getLong(1));
                }
            }
        }
        return new Baseline(totals);
    }

    /** One figure. */
    long of(Total total) {
        return Objects.requireNonNull(totals.get(total));
    }

    static String columnDefinitions() {
        return joined(" BIGINT DEFAULT 0 NOT NULL");
    }

    static String columns() {
        return joined("");
    }

    static String assignments() {
        return joined(" = ?");
    }

    private static String joined(String suffix) {
        return Arrays.stream(Total.values())
                .map(total -> total.column() + suffix)
                .collect(Collectors.joining(", "));
    }

    void bind(PreparedStatement update) throws SQLException {
        int parameter = 1;
        for (Total total : Total.values()) {
            update.setLong(parameter++, of(total));
        }
    }

    static Baseline from(ResultSet row) throws SQLException {
        Map<Total, Long> totals = new EnumMap<>(Total.class);
        for (Total total : Total.values()) {
            totals.put(total, row.getLong(total.column()));
        }
        return new Baseline(totals);
    }
}
