// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.plateaubench.plugin.dvdstore.sql.Rows;
import org.plateaubench.plugin.dvdstore.sql.Table;

/** Counts and sums of the tables that a run changes, while nothing runs. Immutable. */
final class Baseline {
    /** The figures, with their tables. */
    enum Total {
        CUSTOMERS(Table.CUSTOMERS, "COUNT(*)"),
        ORDERS(Table.ORDERS, "COUNT(*)"),
        LINES(Table.ORDERLINES, "COUNT(*)"),
        QUANTITY(Table.ORDERLINES, "COALESCE(SUM(quantity), 0)"),
        HISTORY(Table.CUST_HIST, "COUNT(*)"),
        REORDERS(Table.REORDER, "COUNT(*)"),
        STOCK(Table.INVENTORY, "COALESCE(SUM(quan_in_stock), 0)"),
        SALES(Table.INVENTORY, "COALESCE(SUM(sales), 0)");

        private final Table table;
        private final String expression;

        Total(Table table, String expression) {
            this.table = table;
            this.expression = expression;
        }

        private String column() {
            return "base_" + name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Total, Long> totals;

    private Baseline(Map<Total, Long> totals) {
        this.totals = totals;
    }

    /** Queries each table once. */
    static Baseline measure(Connection connection) throws SQLException {
        Map<Total, Long> totals = new EnumMap<>(Total.class);
        for (Table table : Table.values()) {
            List<Total> asked = Arrays.stream(Total.values())
                    .filter(total -> total.table == table)
                    .toList();
            if (!asked.isEmpty()) {
                List<Long> answers = Rows.totals(
                        connection,
                        table.sqlName(),
                        asked.stream().map(total -> total.expression).toList());
                for (int i = 0; i < asked.size(); i++) {
                    totals.put(asked.get(i), answers.get(i));
                }
            }
        }
        return new Baseline(totals);
    }

    /** Returns one figure. */
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

    /** Returns the figures in the order of {@link #assignments}. */
    Object[] values() {
        return Arrays.stream(Total.values()).map(this::of).toArray();
    }

    static Baseline from(ResultSet row) throws SQLException {
        Map<Total, Long> totals = new EnumMap<>(Total.class);
        for (Total total : Total.values()) {
            totals.put(total, row.getLong(total.column()));
        }
        return new Baseline(totals);
    }
}
