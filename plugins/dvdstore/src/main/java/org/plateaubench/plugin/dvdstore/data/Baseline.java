// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.dvdstore.sql.Rows;
import org.plateaubench.plugin.dvdstore.sql.Table;

/**
 * Counts and sums of the tables that a run changes, while nothing runs. Immutable.
 *
 * @param figures the figures as text, by the name of their {@link Total}
 */
record Baseline(Map<String, String> figures) {
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
    }

    /** Queries each table once. */
    static Baseline measure(Connection connection) throws SQLException {
        Map<String, String> figures = new LinkedHashMap<>();
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
                    figures.put(asked.get(i).name(), answers.get(i).toString());
                }
            }
        }
        return new Baseline(figures);
    }

    /** Returns one figure. */
    long of(Total total) {
        return Long.parseLong(figures.getOrDefault(total.name(), ""));
    }
}
