// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.process.database.Sql;
import org.plateaubench.spi.Reconciliation;

/**
 * The conditions that hold among the tables after every transaction. Each is a sum that is zero for each key, so that every
 * table is read once and a row that is missing on either side is found.
 */
final class Consistency {
    private static final String DELIVERED = "SELECT o_w_id, o_d_id, o_c_id, -ol_amount FROM orders JOIN order_line"
            + " ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE ol_delivery_d IS NOT NULL";

    private enum Key {
        WAREHOUSE("k1", "SELECT w_id AS k1, 0 AS v FROM warehouse"),
        DISTRICT("k1, k2", "SELECT d_w_id AS k1, d_id AS k2, 0 AS v FROM district"),
        /** A customer or an order. */
        NUMBER("k1, k2, k3", "SELECT c_w_id AS k1, c_d_id AS k2, c_id AS k3, 0 AS v FROM customer");

        private final String columns;
        /** Names the columns of the union, and adds nothing. */
        private final String names;

        Key(String columns, String names) {
            this.columns = columns;
            this.names = names;
        }
    }

    private final Connection connection;
    private final Scale scale;
    private final List<Reconciliation> rows = new ArrayList<>();

    Consistency(Connection connection, Scale scale) {
        this.connection = connection;
        this.scale = scale;
    }

    /** Compares the number of keys with the number of those that keep each condition. */
    List<Reconciliation> rows() throws SQLException {
        String payments = "SELECT w_id, w_ytd FROM warehouse";
        String orders = "SELECT o_w_id, o_d_id, o_id, o_ol_cnt FROM orders";
        String lines = "SELECT ol_w_id, ol_d_id, ol_o_id, -1 FROM order_line";
        zero(
                "1: payments of a warehouse are those of its districts",
                Key.WAREHOUSE,
                payments,
                "SELECT d_w_id, -d_ytd FROM district");
        zero(
                "2: the next order of a district follows the latest one",
                Key.DISTRICT,
                "SELECT d_w_id, d_id, d_next_o_id - 1 FROM district",
                "SELECT o_w_id, o_d_id, -MAX(o_id) FROM orders GROUP BY o_w_id, o_d_id");
        zero(
                "3: new orders of a district have no gap",
                Key.DISTRICT,
                "SELECT no_w_id, no_d_id, MAX(no_o_id) - MIN(no_o_id) + 1 - COUNT(*) FROM new_order"
                        + " GROUP BY no_w_id, no_d_id");
        zero(
                "4: orders of a district have as many lines as they say",
                Key.DISTRICT,
                "SELECT o_w_id, o_d_id, o_ol_cnt FROM orders",
                "SELECT ol_w_id, ol_d_id, -1 FROM order_line");
        zero(
                "5: an order without a carrier is a new one",
                Key.NUMBER,
                "SELECT o_w_id, o_d_id, o_id, 1 FROM orders WHERE o_carrier_id IS NULL",
                "SELECT no_w_id, no_d_id, no_o_id, -1 FROM new_order");
        zero("6: an order has as many lines as it says", Key.NUMBER, orders, lines);
        zero(
                "7: lines without a date of delivery are of orders without a carrier",
                Key.NUMBER,
                orders + " WHERE o_carrier_id IS NULL",
                lines + " WHERE ol_delivery_d IS NULL");
        ofMoney(payments);
        return rows;
    }

    private void ofMoney(String payments) throws SQLException {
        int loaded = scale.size().customers - scale.size().undelivered();
        zero(
                "8: payments of a warehouse are those of its history",
                Key.WAREHOUSE,
                payments,
                "SELECT h_w_id, -h_amount FROM history");
        zero(
                "9: payments of a district are those of its history",
                Key.DISTRICT,
                "SELECT d_w_id, d_id, d_ytd FROM district",
                "SELECT h_w_id, h_d_id, -h_amount FROM history");
        zero(
                "10: a balance is what was delivered less what was paid",
                Key.NUMBER,
                "SELECT c_w_id, c_d_id, c_id, c_balance FROM customer",
                "SELECT h_c_w_id, h_c_d_id, h_c_id, h_amount FROM history",
                DELIVERED);
        zero(
                "11: an order is new, or was delivered by the load or a delivery",
                Key.DISTRICT,
                "SELECT d_w_id, d_id, -" + loaded + " FROM district",
                "SELECT o_w_id, o_d_id, 1 FROM orders",
                "SELECT no_w_id, no_d_id, -1 FROM new_order",
                "SELECT c_w_id, c_d_id, -c_delivery_cnt FROM customer");
        zero(
                "12: balance and payments of a customer are what was delivered",
                Key.NUMBER,
                "SELECT c_w_id, c_d_id, c_id, c_balance + c_ytd_payment FROM customer",
                DELIVERED);
    }

    private void zero(String condition, Key key, String... summands) throws SQLException {
        String union = key.names + " UNION ALL " + String.join(" UNION ALL ", summands);
        String query = "SELECT COUNT(*), SUM(CASE WHEN total = 0 THEN 1 ELSE 0 END) FROM (SELECT " + key.columns
                + ", SUM(v) AS total FROM (" + union + ") a GROUP BY " + key.columns + ") b";
        rows.add(Sql.first(
                        connection,
                        query,
                        row -> new Reconciliation("condition " + condition, row.getLong(1), row.getLong(2), 0))
                .orElseThrow());
    }
}
