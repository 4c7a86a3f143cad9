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
 * Compares the changes of a run with what its users counted as committed. The allowance is what has no answer: commits whose
 * connection was lost, and transactions in progress when the run ended.
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

    /** Figures of the tables that a run changes. */
    private enum Total {
        ORDERS("SELECT COUNT(*) FROM orders"),
        LINES("SELECT COUNT(*) FROM order_line"),
        NEW_ORDERS("SELECT COUNT(*) FROM new_order"),
        HISTORY("SELECT COUNT(*) FROM history"),
        WAREHOUSES("SELECT SUM(w_ytd) FROM warehouse"),
        DISTRICTS("SELECT SUM(d_ytd) FROM district"),
        NEXT_ORDERS("SELECT SUM(d_next_o_id) FROM district"),
        PAID("SELECT SUM(c_ytd_payment) FROM customer"),
        PAYMENTS("SELECT SUM(c_payment_cnt) FROM customer"),
        DELIVERIES("SELECT SUM(c_delivery_cnt) FROM customer"),
        UNITS("SELECT SUM(s_ytd) FROM stock"),
        STOCK_ORDERS("SELECT SUM(s_order_cnt) FROM stock"),
        REMOTE("SELECT SUM(s_remote_cnt) FROM stock");

        private final String query;

        Total(String query) {
            this.query = query;
        }

        long in(Map<String, String> figures) {
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
        long orders = count(Measure.UNCERTAIN_ORDERS) + unfinished;
        long lines = count(Measure.UNCERTAIN_LINES) + unfinished * Scale.MAX_LINES;
        long units = count(Measure.UNCERTAIN_UNITS) + unfinished * Scale.MAX_LINES * Scale.MAX_UNITS;
        long payments = count(Measure.UNCERTAIN_PAYMENTS) + unfinished;
        long paid = count(Measure.UNCERTAIN_PAID) + unfinished * MAX_PAID;
        long delivered = count(Measure.UNCERTAIN_DELIVERED) + unfinished * Scale.DISTRICTS;
        List<Reconciliation> rows = new ArrayList<>(List.of(
                grown("order rows", Total.ORDERS, count(Measure.ORDERS), orders),
                grown("order numbers given by districts", Total.NEXT_ORDERS, count(Measure.ORDERS), orders),
                grown("order line rows", Total.LINES, count(Measure.LINES), lines),
                grown("orders counted by the stock", Total.STOCK_ORDERS, count(Measure.LINES), lines),
                grown("remote orders counted by the stock", Total.REMOTE, count(Measure.REMOTE_LINES), lines),
                grown("units taken from the stock", Total.UNITS, count(Measure.UNITS), units),
                grown(
                        "new order rows",
                        Total.NEW_ORDERS,
                        count(Measure.ORDERS) - count(Measure.DELIVERED),
                        orders + delivered),
                grown("deliveries to customers", Total.DELIVERIES, count(Measure.DELIVERED), delivered),
                grown("history rows", Total.HISTORY, count(Measure.PAYMENTS), payments),
                grown("payments counted at customers", Total.PAYMENTS, count(Measure.PAYMENTS), payments),
                grown("cents paid by customers", Total.PAID, count(Measure.PAID), paid),
                grown("cents received by districts", Total.DISTRICTS, count(Measure.PAID), paid),
                grown("cents received by warehouses", Total.WAREHOUSES, count(Measure.PAID), paid),
                counted(Step.NEW_ORDER, Measure.ORDERS),
                counted(Step.PAYMENT, Measure.PAYMENTS)));
        sampledOrders(rows);
        rows.addAll(new Consistency(connection, scale).rows());
        return rows;
    }

    private Reconciliation grown(String what, Total total, long expected, long uncertain) {
        return Reconciliation.grown(what, total.in(before), total.in(after), expected, uncertain);
    }

    /** Compares what the harness counted as ok with commits; one that it gave up may yet have been committed. */
    private Reconciliation counted(Step step, Measure committed) {
        return Reconciliation.counts(
                step.title + " that the harness counted as ok, and commits",
                sent.operations(step.title, OutcomeKind.OK),
                count(committed),
                sent.operations(step.title, OutcomeKind.ERROR) + sent.operations(step.title, OutcomeKind.ABANDONED));
    }

    /** Searches one by one for a sample of the orders that the database reported as committed. */
    private void sampledOrders(List<Reconciliation> rows) throws SQLException {
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
            rows.add(Reconciliation.things("sampled orders by their number", identities.size(), found, 0));
        }
    }

    private long count(Measure measure) {
        return sent.counter(measure.title());
    }
}
