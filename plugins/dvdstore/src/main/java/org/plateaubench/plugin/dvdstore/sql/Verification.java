// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.Request.BrowseText;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Money;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/**
 * Compares a loaded store with the expected one: the number of rows of each table and the sums of its columns with
 * numbers, some rows of each kind, and the text search. Searches for leftovers of earlier runs.
 */
final class Verification {
    private static final String REMEDY = "Set 'data: reload' to load it again.";
    private static final int SAMPLED_ROWS = 20;
    private static final String QUANTITY = "quantity";
    private static final String SALES = "sales";
    private static final String STOCK = "quan_in_stock";

    private final Connection connection;
    private final Dialect dialect;
    private final StoreRows rows;
    private final StoreSize size;
    private final StoreNumber store;
    private final List<Finding> findings = new ArrayList<>();

    Verification(Connection connection, Dialect dialect, StoreRows rows, StoreNumber store) {
        this.store = store;
        this.connection = connection;
        this.dialect = dialect;
        this.rows = rows;
        this.size = rows.size();
    }

    List<Finding> findings() throws SQLException, InterruptedException {
        sums();
        sample(
                "Customer",
                selectRow(Table.CUSTOMERS, "customerid"),
                size.customers(),
                id -> TableWriter.customer(rows, id));
        sample("Product", selectRow(Table.PRODUCTS, "prod_id"), size.products(), id -> TableWriter.product(rows, id));
        sample("Order", selectRow(Table.ORDERS, "orderid"), size.orders(), id -> TableWriter.order(rows.order(id)));
        sample(
                "The lines of order",
                "SELECT prod_id, quantity, orderdate FROM orderlines WHERE orderid = ? ORDER BY orderlineid",
                size.orders(),
                this::lines);
        if (size.reviewed()) {
            sample(
                    "Member",
                    selectRow(Table.MEMBERSHIP, "customerid"),
                    id -> rows.member(id).customer(),
                    size.members(),
                    id -> TableWriter.member(rows, id));
            sample(
                    "Review",
                    selectRow(Table.REVIEWS, "review_id"),
                    size.reviews(),
                    id -> TableWriter.review(rows.review(id)));
        }
        textSearch();
        leftovers();
        return findings;
    }

    private void problem(String message) {
        findings.add(Finding.problem(message, REMEDY));
    }

    /** Counts rows and adds up their columns with numbers, money in cents. */
    private static final class ColumnSums {
        private final List<String> columns;
        private final Map<String, Long> sums = new LinkedHashMap<>();
        private final Map<String, Boolean> isMoney = new LinkedHashMap<>();
        private long count;

        ColumnSums(Table table) {
            columns = table.columns();
        }

        void row(Object... values) {
            count++;
            for (int i = 0; i < values.length; i++) {
                if (values[i] instanceof Number number) {
                    boolean isDecimal = number instanceof BigDecimal;
                    isMoney.put(columns.get(i), isDecimal);
                    sums.merge(
                            columns.get(i),
                            isDecimal ? ((BigDecimal) number).movePointRight(2).longValueExact() : number.longValue(),
                            Long::sum);
                }
            }
        }

        long sum(String column) {
            return sums.getOrDefault(column, 0L);
        }

        String text(String column, long sum) {
            return isMoney.getOrDefault(column, false) ? Money.decimal(sum).toString() : Long.toString(sum);
        }
    }

    /** Compares the tables with sums that are calculated from every row. */
    private void sums() throws SQLException, InterruptedException {
        Map<Table, ColumnSums> expected = new EnumMap<>(Table.class);
        // The sales of each product are not needed, only their total.
        int[] sales = new int[size.products() + 1];
        TableWriter writer = new TableWriter(
                rows,
                sales,
                (table, values) ->
                        expected.computeIfAbsent(table, ColumnSums::new).row(values));
        for (TableWriter.Part part : TableWriter.Part.values()) {
            for (int id = 1; id <= TableWriter.last(part, rows); id++) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while the expected sums were calculated");
                }
                writer.write(part, id, id);
            }
        }
        long soldByRuns = number("SUM(quantity)", "orderlines WHERE orderid > " + size.orders());
        ColumnSums inventory = expected.getOrDefault(Table.INVENTORY, new ColumnSums(Table.INVENTORY));
        ColumnSums lines = expected.getOrDefault(Table.ORDERLINES, new ColumnSums(Table.ORDERLINES));
        inventory.sums.put(SALES, lines.sum(QUANTITY) + soldByRuns);
        if (soldByRuns > 0) {
            inventory.sums.remove(STOCK);
        }
        // Runs add to the members, who cannot be distinguished from the loaded ones.
        expected.remove(Table.MEMBERSHIP);
        for (Map.Entry<Table, ColumnSums> entry : expected.entrySet()) {
            compare(entry.getKey(), entry.getValue());
        }
    }

    private void compare(Table table, ColumnSums expected) throws SQLException {
        List<String> expressions = new ArrayList<>(List.of("COUNT(*)"));
        for (String column : expected.sums.keySet()) {
            expressions.add((expected.isMoney.getOrDefault(column, false) ? "100 * " : "") + "SUM(" + column + ")");
        }
        List<Long> found = new ArrayList<>(Table.totals(connection, store.sql(loaded(table)), expressions));
        long count = found.removeFirst();
        if (count != expected.count) {
            problem("Table " + table.sqlName() + " holds " + count + " loaded rows instead of " + expected.count + ".");
        }
        for (String column : expected.sums.keySet()) {
            long sum = found.removeFirst();
            if (sum != expected.sum(column)) {
                problem("The sum of " + column + " in table " + table.sqlName() + " is " + expected.text(column, sum)
                        + " instead of " + expected.text(column, expected.sum(column)) + ".");
            }
        }
    }

    /** Returns the table with the condition for its loaded rows. */
    private String loaded(Table table) {
        return switch (table) {
            case CUSTOMERS -> "customers WHERE customerid <= " + size.customers();
            case ORDERS, ORDERLINES, CUST_HIST -> table.sqlName() + " WHERE orderid <= " + size.orders();
            case REVIEWS -> "reviews WHERE review_id <= " + size.reviews();
            case REVIEWS_HELPFULNESS ->
                "reviews_helpfulness WHERE review_helpfulness_id <= " + TableWriter.lastVote(size);
            case CATEGORIES, PRODUCTS, INVENTORY, REORDER, MEMBERSHIP -> table.sqlName();
        };
    }

    private static String selectRow(Table table, String key) {
        return "SELECT " + String.join(", ", table.columns()) + " FROM " + table.sqlName() + " WHERE " + key + " = ?";
    }

    /** Compares some rows with their expected content, including the first and the last; reports one difference. */
    private void sample(String title, String query, int last, IntFunction<Object[]> expected) throws SQLException {
        sample(title, query, id -> id, last, expected);
    }

    private void sample(String title, String query, IntUnaryOperator key, int last, IntFunction<Object[]> expected)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(store.sql(query))) {
            for (int i = 0; i < SAMPLED_ROWS; i++) {
                int id = 1 + (int) ((last - 1L) * i / (SAMPLED_ROWS - 1));
                select.setInt(1, key.applyAsInt(id));
                List<String> found = values(select);
                List<String> expectedValues =
                        Arrays.stream(expected.apply(id)).map(Object::toString).toList();
                if (!found.equals(expectedValues)) {
                    problem(title + " " + id + " differs from the loaded row: " + found + " instead of "
                            + expectedValues + ".");
                    return;
                }
            }
        }
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

    private Object[] lines(int id) {
        StoreRows.Order order = rows.order(id);
        List<Object> values = new ArrayList<>();
        for (StoreRows.Line line : order.lines()) {
            values.addAll(List.of(line.product(), line.quantity(), order.date()));
        }
        return values.toArray();
    }

    private void textSearch() throws SQLException {
        JdbcStore access = new JdbcStore(connection, dialect, new StoreSettings(store, Restock.NONE, false));
        StoreRows.Product product = rows.product(2);
        for (TextField field : TextField.values()) {
            String text = field == TextField.ACTOR ? product.actor() : product.title();
            if (access.browse(new BrowseText(field, List.of(text.split(" ")), 1))
                    .isEmpty()) {
                problem("The text search does not find '" + text + "'.");
            }
        }
    }

    private void leftovers() throws SQLException {
        long orders = number("COUNT(*)", "orders WHERE orderid > " + size.orders());
        long customers = number("COUNT(*)", "customers WHERE customerid > " + size.customers());
        if (orders + customers > 0) {
            findings.add(Finding.note("Earlier runs left " + orders + " orders and " + customers
                    + " customers; with 'data: reset' a run begins with the loaded state."));
        }
    }

    private long number(String expression, String from) throws SQLException {
        return Table.totals(connection, store.sql(from), List.of(expression)).getFirst();
    }
}
