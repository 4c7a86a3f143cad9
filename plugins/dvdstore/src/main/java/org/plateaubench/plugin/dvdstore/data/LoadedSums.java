// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.catalog.Money;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.RowSink;
import org.plateaubench.plugin.dvdstore.sql.Rows;
import org.plateaubench.plugin.dvdstore.sql.Table;

/** The number of loaded rows of each table and the sums of their columns with numbers, calculated and queried. */
final class LoadedSums {
    private static final String QUANTITY = "quantity";
    private static final String SALES = "sales";
    private static final String STOCK = "quan_in_stock";

    private final StoreRows rows;
    private final Map<Table, Summing> expected = new EnumMap<>(Table.class);

    private LoadedSums(StoreRows rows) {
        this.rows = rows;
    }

    /** A sink that adds up columns. */
    private static final class Summing implements RowSink {
        private final String[] columns;
        private final Map<String, Sum> sums = new LinkedHashMap<>();
        private long count;

        Summing(Table table) {
            columns = table.columns().split(", ");
        }

        @Override
        public void row(Object... values) {
            count++;
            for (int i = 0; i < values.length; i++) {
                if (values[i] instanceof Number number) {
                    sums.computeIfAbsent(columns[i], column -> new Sum(column, number instanceof BigDecimal))
                            .add(number);
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        Sum sum(String column) {
            return sums.computeIfAbsent(column, name -> new Sum(name, false));
        }
    }

    /** The sum of a column. */
    private static final class Sum {
        private final String column;
        private final boolean isMoney;
        /** In cents for money. */
        private long total;

        Sum(String column, boolean isMoney) {
            this.column = column;
            this.isMoney = isMoney;
        }

        void add(Number number) {
            total +=
                    number instanceof BigDecimal money ? money.movePointRight(2).longValueExact() : number.longValue();
        }

        String expression() {
            return (isMoney ? "100 * " : "") + "SUM(" + column + ")";
        }

        String text(long value) {
            return isMoney ? Money.decimal(value).toString() : Long.toString(value);
        }
    }

    /** Calculates the sums from every row. */
    static LoadedSums of(StoreRows rows) throws SQLException, InterruptedException {
        LoadedSums sums = new LoadedSums(rows);
        // The sales of each product are not needed, only their total.
        int[] sales = new int[rows.size().products() + 1];
        try (TableWriter writer = new TableWriter(rows, sales, sums::summing)) {
            for (TableWriter.Range range : TableWriter.ranges(rows)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while the expected sums were calculated");
                }
                writer.write(range.part(), range.first(), range.last());
            }
        }
        return sums;
    }

    private Summing summing(Table table) {
        return expected.computeIfAbsent(table, Summing::new);
    }

    /**
     * Compares the tables with the sums.
     *
     * @param soldLater units that runs have sold since the load; the stock is unknown unless it is 0
     */
    List<Finding> differences(Connection connection, long soldLater, String remedy) throws SQLException {
        Summing inventory = summing(Table.INVENTORY);
        inventory.sum(SALES).total = summing(Table.ORDERLINES).sum(QUANTITY).total + soldLater;
        if (soldLater > 0) {
            inventory.sums.remove(STOCK);
        }
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<Table, Summing> entry : expected.entrySet()) {
            Table table = entry.getKey();
            Collection<Sum> sums = entry.getValue().sums.values();
            List<String> asked = new ArrayList<>(List.of("COUNT(*)"));
            sums.forEach(sum -> asked.add(sum.expression()));
            List<Long> found = new ArrayList<>(Rows.totals(connection, from(table, rows.size()), asked));
            long count = found.removeFirst();
            if (count != entry.getValue().count) {
                findings.add(Finding.problem(
                        "Table " + table.sqlName() + " holds " + count + " loaded rows instead of "
                                + entry.getValue().count + ".",
                        remedy));
            }
            for (Sum sum : sums) {
                long is = found.removeFirst();
                if (is != sum.total) {
                    findings.add(Finding.problem(
                            "The sum of " + sum.column + " in table " + table.sqlName() + " is " + sum.text(is)
                                    + " instead of " + sum.text(sum.total) + ".",
                            remedy));
                }
            }
        }
        return findings;
    }

    /** Returns the table with the condition for its loaded rows. */
    private static String from(Table table, StoreSize size) {
        return switch (table) {
            case CUSTOMERS -> "customers WHERE customerid <= " + size.customers();
            case ORDERS, ORDERLINES, CUST_HIST -> table.sqlName() + " WHERE orderid <= " + size.orders();
            case CATEGORIES, PRODUCTS, INVENTORY, REORDER -> table.sqlName();
        };
    }
}
