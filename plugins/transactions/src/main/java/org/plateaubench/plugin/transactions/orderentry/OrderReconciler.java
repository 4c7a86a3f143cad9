// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.process.database.Sql;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Compares the changes of a run with what its users counted as committed. Requests without an answer are uncertain:
 * commits whose connection was lost, and transactions in progress when the run ended.
 */
final class OrderReconciler {
    private static final long MAX_PAID = 500_000;

    private final Connection connection;
    private final Scale scale;
    private final Map<String, String> before;
    private final Map<String, String> after;
    private final SentTotals sent;

    OrderReconciler(Connection connection, Scale scale, Map<String, String> before, SentTotals sent)
            throws SQLException {
        this.connection = connection;
        this.scale = scale;
        this.before = before;
        this.after = totals(connection);
        this.sent = sent;
    }

    private enum Total {
        ORDERS("SELECT COUNT(*) FROM orders"),
        LINES("SELECT COUNT(*) FROM order_line"),
        NEW_ORDERS("SELECT COUNT(*) FROM new_order"),
        HISTORY("SELECT COUNT(*) FROM history"),
        WAREHOUSE_CENTS("SELECT SUM(w_ytd) FROM warehouse"),
        DISTRICT_CENTS("SELECT SUM(d_ytd) FROM district"),
        NEXT_ORDER_NUMBERS("SELECT SUM(d_next_o_id) FROM district"),
        CUSTOMER_CENTS("SELECT SUM(c_ytd_payment) FROM customer"),
        PAYMENTS("SELECT SUM(c_payment_cnt) FROM customer"),
        DELIVERIES("SELECT SUM(c_delivery_cnt) FROM customer"),
        STOCK_PIECES("SELECT SUM(s_ytd) FROM stock"),
        STOCK_ORDERS("SELECT SUM(s_order_cnt) FROM stock"),
        REMOTE("SELECT SUM(s_remote_cnt) FROM stock");

        private final String query;

        Total(String query) {
            this.query = query;
        }

        long value(Map<String, String> figures) {
            return Long.parseLong(figures.getOrDefault(name(), ""));
        }
    }

    static Map<String, String> totals(Connection connection) throws SQLException {
        Map<String, String> figures = new LinkedHashMap<>();
        for (Total total : Total.values()) {
            figures.put(total.name(), Long.toString(Sql.number(connection, total.query)));
        }
        return figures;
    }

    List<Reconciliation> rows() throws SQLException {
        long unfinished = count(Measure.BEGUN) - count(Measure.ENDED);
        long uncertainOrders = count(Measure.UNCERTAIN_ORDERS) + unfinished;
        long uncertainLines = count(Measure.UNCERTAIN_LINES) + unfinished * Scale.MAX_LINES;
        long uncertainUnits = count(Measure.UNCERTAIN_UNITS) + unfinished * Scale.MAX_LINES * Scale.MAX_UNITS;
        long uncertainPayments = count(Measure.UNCERTAIN_PAYMENTS) + unfinished;
        long uncertainPaid = count(Measure.UNCERTAIN_PAID) + unfinished * MAX_PAID;
        long uncertainDelivered = count(Measure.UNCERTAIN_DELIVERED) + unfinished * Scale.DISTRICTS;
        List<Reconciliation> rows = new ArrayList<>(List.of(
                grown("order rows", Total.ORDERS, count(Measure.ORDERS), uncertainOrders),
                grown(
                        "order numbers given by districts",
                        Total.NEXT_ORDER_NUMBERS,
                        count(Measure.ORDERS),
                        uncertainOrders),
                grown("order line rows", Total.LINES, count(Measure.LINES), uncertainLines),
                grown("orders counted by the stock", Total.STOCK_ORDERS, count(Measure.LINES), uncertainLines),
                grown("remote orders counted by the stock", Total.REMOTE, count(Measure.REMOTE_LINES), uncertainLines),
                grown("units taken from the stock", Total.STOCK_PIECES, count(Measure.UNITS), uncertainUnits),
                grown(
                        "new order rows",
                        Total.NEW_ORDERS,
                        count(Measure.ORDERS) - count(Measure.ORDERS_DELIVERED),
                        uncertainOrders + uncertainDelivered),
                grown("deliveries to customers", Total.DELIVERIES, count(Measure.ORDERS_DELIVERED), uncertainDelivered),
                grown("history rows", Total.HISTORY, count(Measure.PAYMENTS), uncertainPayments),
                grown("payments counted at customers", Total.PAYMENTS, count(Measure.PAYMENTS), uncertainPayments),
                grown("cents paid by customers", Total.CUSTOMER_CENTS, count(Measure.PAID), uncertainPaid),
                grown("cents received by districts", Total.DISTRICT_CENTS, count(Measure.PAID), uncertainPaid),
                grown("cents received by warehouses", Total.WAREHOUSE_CENTS, count(Measure.PAID), uncertainPaid),
                committedOperations(TransactionType.NEW_ORDER, Measure.ORDERS),
                committedOperations(TransactionType.PAYMENT, Measure.PAYMENTS)));
        addSampledOrders(rows);
        rows.addAll(new Consistency(connection, scale).rows());
        return rows;
    }

    private Reconciliation grown(String title, Total total, long expected, long uncertain) {
        return Reconciliation.grown(title, total.value(before), total.value(after), expected, uncertain);
    }

    /**
     * Compares the operations that the harness counted as ok with commits. An aborted operation may have been
     * committed.
     */
    private Reconciliation committedOperations(TransactionType type, Measure committed) {
        return Reconciliation.counts(
                type.title + " operations that the harness counted as ok, and commits",
                sent.operations(type.title, OutcomeKind.OK),
                count(committed),
                sent.operations(type.title, OutcomeKind.ERROR) + sent.operations(type.title, OutcomeKind.ABANDONED));
    }

    /** Looks up each of a sample of orders that the database reported as committed. */
    private void addSampledOrders(List<Reconciliation> rows) throws SQLException {
        Set<Long> identities = sent.acknowledged(Measure.ORDER_KIND).identities();
        int found = 0;
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT COUNT(*) FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?")) {
            for (long identity : identities) {
                int district = (int) (identity >>> Integer.SIZE);
                query.setInt(1, district / Scale.DISTRICTS);
                query.setInt(2, district % Scale.DISTRICTS + 1);
                query.setInt(3, (int) identity);
                try (ResultSet row = query.executeQuery()) {
                    row.next();
                    found += row.getInt(1);
                }
            }
        }
        if (!identities.isEmpty()) {
            rows.add(Reconciliation.items(
                    "sampled committed orders that the database still has", identities.size(), found, 0));
        }
    }

    private long count(Measure measure) {
        return sent.counter(measure.title());
    }

    /**
     * The conditions between the tables, which are met after every transaction. Each is a sum that is zero for each
     * key, so that every table is read once and a row missing on either side is found.
     */
    static final class Consistency {
        private static final String DELIVERED = "SELECT o_w_id, o_d_id, o_c_id, -ol_amount FROM orders JOIN order_line"
                + " ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE ol_delivery_d IS NOT NULL";

        private enum Key {
            WAREHOUSE("k1", "SELECT w_id AS k1, 0 AS v FROM warehouse"),
            DISTRICT("k1, k2", "SELECT d_w_id AS k1, d_id AS k2, 0 AS v FROM district"),
            THREE_PARTS("k1, k2, k3", "SELECT c_w_id AS k1, c_d_id AS k2, c_id AS k3, 0 AS v FROM customer");

            private final String columns;
            /** A query that names the columns of the union and adds nothing to the sums. */
            private final String emptyQuery;

            Key(String columns, String emptyQuery) {
                this.columns = columns;
                this.emptyQuery = emptyQuery;
            }
        }

        private final Connection connection;
        private final Scale scale;
        private final List<Reconciliation> rows = new ArrayList<>();

        Consistency(Connection connection, Scale scale) {
            this.connection = connection;
            this.scale = scale;
        }

        /** Compares, for each condition, the number of keys with the number of those that meet it. */
        List<Reconciliation> rows() throws SQLException {
            String payments = "SELECT w_id, w_ytd FROM warehouse";
            String orders = "SELECT o_w_id, o_d_id, o_id, o_ol_cnt FROM orders";
            String lines = "SELECT ol_w_id, ol_d_id, ol_o_id, -1 FROM order_line";
            addCondition(
                    "1: payments of a warehouse are those of its districts",
                    Key.WAREHOUSE,
                    payments,
                    "SELECT d_w_id, -d_ytd FROM district");
            addCondition(
                    "2: the next order of a district follows the latest one",
                    Key.DISTRICT,
                    "SELECT d_w_id, d_id, d_next_o_id - 1 FROM district",
                    "SELECT o_w_id, o_d_id, -MAX(o_id) FROM orders GROUP BY o_w_id, o_d_id");
            addCondition(
                    "3: new orders of a district have no gap",
                    Key.DISTRICT,
                    "SELECT no_w_id, no_d_id, MAX(no_o_id) - MIN(no_o_id) + 1 - COUNT(*) FROM new_order"
                            + " GROUP BY no_w_id, no_d_id");
            addCondition(
                    "4: orders of a district have as many lines as they state",
                    Key.DISTRICT,
                    "SELECT o_w_id, o_d_id, o_ol_cnt FROM orders",
                    "SELECT ol_w_id, ol_d_id, -1 FROM order_line");
            addCondition(
                    "5: an order without a carrier is a new one",
                    Key.THREE_PARTS,
                    "SELECT o_w_id, o_d_id, o_id, 1 FROM orders WHERE o_carrier_id IS NULL",
                    "SELECT no_w_id, no_d_id, no_o_id, -1 FROM new_order");
            addCondition("6: an order has as many lines as it states", Key.THREE_PARTS, orders, lines);
            addCondition(
                    "7: lines without a date of delivery are of orders without a carrier",
                    Key.THREE_PARTS,
                    orders + " WHERE o_carrier_id IS NULL",
                    lines + " WHERE ol_delivery_d IS NULL");
            addMoneyConditions(payments);
            return rows;
        }

        private void addMoneyConditions(String payments) throws SQLException {
            int loadedAsDelivered = scale.size().customers - scale.size().undelivered();
            addCondition(
                    "8: payments of a warehouse are those of its history",
                    Key.WAREHOUSE,
                    payments,
                    "SELECT h_w_id, -h_amount FROM history");
            addCondition(
                    "9: payments of a district are those of its history",
                    Key.DISTRICT,
                    "SELECT d_w_id, d_id, d_ytd FROM district",
                    "SELECT h_w_id, h_d_id, -h_amount FROM history");
            addCondition(
                    "10: a balance is what was delivered minus what was paid",
                    Key.THREE_PARTS,
                    "SELECT c_w_id, c_d_id, c_id, c_balance FROM customer",
                    "SELECT h_c_w_id, h_c_d_id, h_c_id, h_amount FROM history",
                    DELIVERED);
            addCondition(
                    "11: an order is new, or was loaded as delivered, or was delivered since",
                    Key.DISTRICT,
                    "SELECT d_w_id, d_id, -" + loadedAsDelivered + " FROM district",
                    "SELECT o_w_id, o_d_id, 1 FROM orders",
                    "SELECT no_w_id, no_d_id, -1 FROM new_order",
                    "SELECT c_w_id, c_d_id, -c_delivery_cnt FROM customer");
            addCondition(
                    "12: balance and payments of a customer are what was delivered",
                    Key.THREE_PARTS,
                    "SELECT c_w_id, c_d_id, c_id, c_balance + c_ytd_payment FROM customer",
                    DELIVERED);
        }

        private void addCondition(String condition, Key key, String... summands) throws SQLException {
            String union = key.emptyQuery + " UNION ALL " + String.join(" UNION ALL ", summands);
            String query = "SELECT COUNT(*), SUM(CASE WHEN total = 0 THEN 1 ELSE 0 END) FROM (SELECT " + key.columns
                    + ", SUM(v) AS total FROM (" + union + ") a GROUP BY " + key.columns + ") b";
            rows.add(Sql.first(
                            connection,
                            query,
                            row -> new Reconciliation("condition " + condition, row.getLong(1), row.getLong(2), 0))
                    .orElseThrow());
        }
    }
}
