// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.process.database.Sql;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Compares the changes of a run in the tables with the counters of its shoppers. Only what the database confirmed is
 * counted as committed. The allowance is the requests without an answer: commits whose connection was lost, and calls
 * in progress when the run ended.
 */
public final class Reconciler {
    /** Kinds of rows that are looked up by their numbers. */
    public static final String ORDERS = "orders";

    public static final String CUSTOMERS = "customers";

    public static final String REVIEWS = "reviews";

    public static final String VOTES = "reviews_helpfulness";

    public static List<String> kinds(StoreSize size) {
        return size.reviewed() ? List.of(ORDERS, CUSTOMERS, REVIEWS, VOTES) : List.of(ORDERS, CUSTOMERS);
    }

    private static final int BATCH_SIZE = 100;

    private final Connection connection;
    private final Map<String, String> before;
    private final Map<String, String> after;
    private final SentTotals sent;
    private final StoreSize size;
    private final List<StoreNumber> stores;

    Reconciler(
            Connection connection,
            StoreSize size,
            List<StoreNumber> stores,
            Map<String, String> before,
            SentTotals sent)
            throws SQLException {
        this.connection = connection;
        this.size = size;
        this.stores = stores;
        this.before = before;
        this.after = totals(connection, size, stores);
        this.sent = sent;
    }

    /** Counts and sums of the tables that a run changes. */
    private enum Total {
        CUSTOMERS(Table.CUSTOMERS, "COUNT(*)"),
        ORDERS(Table.ORDERS, "COUNT(*)"),
        LINES(Table.ORDERLINES, "COUNT(*)"),
        QUANTITY(Table.ORDERLINES, "SUM(quantity)"),
        HISTORY(Table.CUST_HIST, "COUNT(*)"),
        REORDERS(Table.REORDER, "COUNT(*)"),
        STOCK(Table.INVENTORY, "SUM(quan_in_stock)"),
        SALES(Table.INVENTORY, "SUM(sales)"),
        MEMBERS(Table.MEMBERSHIP, "COUNT(*)"),
        REVIEWS(Table.REVIEWS, "COUNT(*)"),
        VOTES(Table.REVIEWS_HELPFULNESS, "COUNT(*)"),
        POINTS(Table.REVIEWS_HELPFULNESS, "SUM(helpfulness)");

        private final Table table;
        private final String expression;

        Total(Table table, String expression) {
            this.table = table;
            this.expression = expression;
        }

        long in(Map<String, String> figures) {
            return Long.parseLong(figures.getOrDefault(name(), ""));
        }
    }

    /** Queries each table once, while nothing runs, and adds up the stores. */
    static Map<String, String> totals(Connection connection, StoreSize size, List<StoreNumber> stores)
            throws SQLException {
        Map<String, String> figures = new LinkedHashMap<>();
        for (Table table : Table.of(size.reviewed())) {
            List<Total> queried = Arrays.stream(Total.values())
                    .filter(total -> total.table == table)
                    .toList();
            if (queried.isEmpty()) {
                continue;
            }
            List<String> expressions =
                    queried.stream().map(total -> total.expression).toList();
            long[] sums = new long[queried.size()];
            for (StoreNumber store : stores) {
                List<Long> answers = Table.totals(connection, store.named(table.sqlName()), expressions);
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += answers.get(i);
                }
            }
            for (int i = 0; i < sums.length; i++) {
                figures.put(queried.get(i).name(), Long.toString(sums[i]));
            }
        }
        return figures;
    }

    List<Reconciliation> rows(boolean countsStock) throws SQLException {
        long unfinished = count(Measure.PURCHASES_BEGUN) - count(Measure.PURCHASES_ENDED);
        long unfinishedLines = unfinished * Shopper.MAX_CART_LINES;
        long orders = count(Measure.UNCERTAIN_ORDERS) + unfinished;
        long lines = count(Measure.UNCERTAIN_LINES) + unfinishedLines;
        long units = count(Measure.UNCERTAIN_QUANTITY) + unfinishedLines * StoreRows.MAX_QUANTITY;
        long stock = count(Measure.UNCERTAIN_STOCK) + unfinishedLines * Restock.target(StoreSize.HOT_EVERY);
        long reorders = count(Measure.UNCERTAIN_REORDERS) + unfinishedLines;
        long customers = count(Measure.UNCERTAIN_CUSTOMERS)
                + count(Measure.REGISTRATIONS_BEGUN)
                - count(Measure.REGISTRATIONS_ENDED);
        List<Reconciliation> rows = new ArrayList<>(List.of(
                row("order rows", Measure.ORDERS, Total.ORDERS, orders),
                row("order line rows", Measure.LINES, Total.LINES, lines),
                row("units in order lines", Measure.QUANTITY, Total.QUANTITY, units),
                row("history rows", Measure.HISTORY_ROWS, Total.HISTORY, lines),
                row("customer rows", Measure.NEW_CUSTOMERS, Total.CUSTOMERS, customers),
                purchases()));
        if (countsStock) {
            addStock(rows, units, stock, reorders);
        }
        compareSample(ORDERS, "orderid", rows);
        compareSample(CUSTOMERS, "customerid", rows);
        if (size.reviewed()) {
            addContributions(rows);
            if (countsStock) {
                compareSample(VOTES, "review_helpfulness_id", rows);
            }
        }
        String otherClient = Sql.otherClient(connection);
        rows.replaceAll(row -> row.usedBy(otherClient));
        return rows;
    }

    private void addStock(List<Reconciliation> rows, long units, long stock, long reorders) {
        long stockBefore = Total.STOCK.in(before);
        rows.add(row("units in product sales", Measure.QUANTITY, Total.SALES, units));
        rows.add(Reconciliation.held(
                "units in stock",
                stockBefore,
                Total.STOCK.in(after),
                stockBefore - count(Measure.STOCK_TAKEN) + count(Measure.STOCK_ADDED),
                stock));
        rows.add(row("reorder rows", Measure.REORDERS, Total.REORDERS, reorders));
    }

    private void addContributions(List<Reconciliation> rows) throws SQLException {
        long uncertain = count(Measure.UNCERTAIN_CONTRIBUTIONS)
                + count(Measure.CONTRIBUTIONS_BEGUN)
                - count(Measure.CONTRIBUTIONS_ENDED);
        rows.add(row("member rows", Measure.NEW_MEMBERS, Total.MEMBERS, uncertain));
        rows.add(row("review rows", Measure.NEW_REVIEWS, Total.REVIEWS, uncertain));
        rows.add(row("vote rows", Measure.NEW_VOTES, Total.VOTES, uncertain));
        rows.add(row("points of votes", Measure.POINTS, Total.POINTS, uncertain * StoreRows.MAX_POINTS));
        compareSample(REVIEWS, "review_id", rows);
    }

    /** Returns an identity that is unique among the stores, each of which numbers its rows from 1. */
    public static long identity(long number, int storeIndex, int stores) {
        return number * stores + storeIndex;
    }

    private Reconciliation row(String title, Measure measure, Total total, long uncertain) {
        return Reconciliation.grown(title, total.in(before), total.in(after), count(measure), uncertain);
    }

    /**
     * Compares the purchases. A purchase that the harness abandoned may have been committed, so errors and abandoned
     * operations are uncertain, except those that certainly failed and those that never began because their order had
     * ended.
     */
    private Reconciliation purchases() {
        String purchase = Operation.PURCHASE.title();
        long ok = sent.operations(purchase, OutcomeKind.OK);
        long failed = count(Measure.PURCHASES_ENDED) - count(Measure.ORDERS) - count(Measure.ROLLBACKS);
        long unanswered = count(Measure.PURCHASES_BEGUN) - ok - sent.operations(purchase, OutcomeKind.DECLINED);
        long failedOrAbandoned =
                sent.operations(purchase, OutcomeKind.ERROR) + sent.operations(purchase, OutcomeKind.ABANDONED);
        return Reconciliation.counts(
                "purchases that the harness counted as ok, and committed orders",
                ok,
                count(Measure.ORDERS),
                Math.max(0, Math.min(failedOrAbandoned, unanswered) - failed));
    }

    /** Searches one by one for a sample of the rows of the run that the database reported as committed. */
    private void compareSample(String table, String key, List<Reconciliation> rows) throws SQLException {
        List<Long> numbers = List.copyOf(sent.acknowledged(table).identities());
        long found = 0;
        for (int from = 0; from < numbers.size(); from += BATCH_SIZE) {
            List<Long> batch = numbers.subList(from, Math.min(numbers.size(), from + BATCH_SIZE));
            for (int i = 0; i < stores.size(); i++) {
                int index = i;
                String numbersOfStore = batch.stream()
                        .filter(identity -> identity % stores.size() == index)
                        .map(identity -> Long.toString(identity / stores.size()))
                        .collect(Collectors.joining(", "));
                if (!numbersOfStore.isEmpty()) {
                    found += Sql.number(
                            connection,
                            "SELECT COUNT(*) FROM " + stores.get(i).named(table) + " WHERE " + key + " IN ("
                                    + numbersOfStore + ")");
                }
            }
        }
        if (!numbers.isEmpty()) {
            rows.add(Reconciliation.items(
                    "sampled " + table + " that the database still has", numbers.size(), found, 0));
        }
    }

    private long count(Measure measure) {
        return sent.counter(measure.title());
    }
}
