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

    private final Connection connection;
    private final Scale scale;
    private final List<Reconciliation> rows = new ArrayList<>();

    Consistency(Connection connection, Scale scale) {
        this.connection = connection;
        this.scale = scale;
    }

    /** Returns the number of keys that break each condition. */
    List<Reconciliation> rows() throws SQLException {
        zero(
                "1: a warehouse has received what its districts have",
                1,
                "SELECT w_id, w_ytd FROM warehouse",
                "SELECT d_w_id, -d_ytd FROM district");
        zero(
                "2: the next order of a district follows its latest one",
                2,
                "SELECT d_w_id, d_id, d_next_o_id - 1 FROM district",
                "SELECT o_w_id, o_d_id, -MAX(o_id) FROM orders GROUP BY o_w_id, o_d_id");
        zero(
                "3: the orders of a district that are not delivered have no gap",
                2,
                "SELECT no_w_id, no_d_id, MAX(no_o_id) - MIN(no_o_id) + 1 - COUNT(*) FROM new_order"
                        + " GROUP BY no_w_id, no_d_id");
        zero(
                "4: the orders of a district have as many lines as they say",
                2,
                "SELECT o_w_id, o_d_id, o_ol_cnt FROM orders",
                "SELECT ol_w_id, ol_d_id, -1 FROM order_line");
        zero(
                "5: an order without a carrier is a new one",
                3,
                "SELECT o_w_id, o_d_id, o_id, 1 FROM orders WHERE o_carrier_id IS NULL",
                "SELECT no_w_id, no_d_id, no_o_id, -1 FROM new_order");
        zero(
                "6: an order has as many lines as it says",
                3,
                "SELECT o_w_id, o_d_id, o_id, o_ol_cnt FROM orders",
                "SELECT ol_w_id, ol_d_id, ol_o_id, -1 FROM order_line");
        zero(
                "7: the lines of an order without a carrier have no date of delivery",
                3,
                "SELECT o_w_id, o_d_id, o_id, o_ol_cnt FROM orders WHERE o_carrier_id IS NULL",
                "SELECT ol_w_id, ol_d_id, ol_o_id, -1 FROM order_line WHERE ol_delivery_d IS NULL");
        zero(
                "8: a warehouse has received what its history says",
                1,
                "SELECT w_id, w_ytd FROM warehouse",
                "SELECT h_w_id, -h_amount FROM history");
        zero(
                "9: a district has received what its history says",
                2,
                "SELECT d_w_id, d_id, d_ytd FROM district",
                "SELECT h_w_id, h_d_id, -h_amount FROM history");
        zero(
                "10: the balance of a customer is what was delivered less what was paid",
                3,
                "SELECT c_w_id, c_d_id, c_id, c_balance FROM customer",
                "SELECT h_c_w_id, h_c_d_id, h_c_id, h_amount FROM history",
                DELIVERED);
        int deliveredByLoad = scale.size().customers() - scale.size().undelivered();
        zero(
                "11: an order of a district is new, or was delivered by the load or a delivery",
                2,
                "SELECT d_w_id, d_id, -" + deliveredByLoad + " FROM district",
                "SELECT o_w_id, o_d_id, 1 FROM orders",
                "SELECT no_w_id, no_d_id, -1 FROM new_order",
                "SELECT c_w_id, c_d_id, -c_delivery_cnt FROM customer");
        zero(
                "12: the balance and the payments of a customer are what was delivered",
                3,
                "SELECT c_w_id, c_d_id, c_id, c_balance + c_ytd_payment FROM customer",
                DELIVERED);
        return rows;
    }

    private void zero(String condition, int keys, String first, String... others) throws SQLException {
        List<String> names = List.of("k1", "k2", "k3").subList(0, keys);
        String columns = String.join(", ", names);
        String aliased = named(first, names);
        String all = others.length == 0 ? aliased : aliased + " UNION ALL " + String.join(" UNION ALL ", others);
        rows.add(new Reconciliation(
                "broken: " + condition,
                0,
                Sql.number(
                        connection,
                        "SELECT COUNT(*) FROM (SELECT " + columns + ", SUM(v) AS total FROM (" + all + ") a GROUP BY "
                                + columns + ") b WHERE total <> 0"),
                0));
    }

    /** Returns a query whose columns have these names, and v for the last. */
    private static String named(String query, List<String> names) {
        int end = query.indexOf(" FROM ");
        String[] columns = query.substring("SELECT ".length(), end).split(", ");
        StringBuilder text = new StringBuilder("SELECT ");
        for (int i = 0; i < columns.length; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(columns[i])
                    .append(" AS ")
                    .append(i < names.size() ? names.get(i) : "v");
        }
        return text.append(query.substring(end)).toString();
    }
}
