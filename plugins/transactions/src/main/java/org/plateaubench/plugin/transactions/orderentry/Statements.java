// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The statements of one connection, each prepared when it is first used and then kept. One thread. */
final class Statements {
    private static final String CUSTOMER_KEY = " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String ORDER_KEY = " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";

    private final Connection connection;
    private final @Nullable PreparedStatement[] kept = new PreparedStatement[64];

    Statements(Connection connection) {
        this.connection = connection;
    }

    private PreparedStatement statement(int place, String sql) throws SQLException {
        PreparedStatement statement = kept[place];
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            kept[place] = statement;
        }
        return statement;
    }

    PreparedStatement buyer() throws SQLException {
        return statement(
                0,
                "SELECT c_last, c_credit, c_discount, w_tax FROM customer JOIN warehouse ON w_id = c_w_id"
                        + CUSTOMER_KEY);
    }

    PreparedStatement nextOrder() throws SQLException {
        return statement(1, "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?");
    }

    PreparedStatement district() throws SQLException {
        return statement(2, "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ?");
    }

    PreparedStatement insertOrder() throws SQLException {
        return statement(
                3,
                "INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)"
                        + " VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP, ?, ?)");
    }

    PreparedStatement insertNewOrder() throws SQLException {
        return statement(4, "INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)");
    }

    PreparedStatement item() throws SQLException {
        return statement(5, "SELECT i_price, i_name, i_data FROM item WHERE i_id = ?");
    }

    /** Returns the query for a row of the stock, with the text about a district. */
    PreparedStatement stock(int district) throws SQLException {
        int place = 40 + district;
        PreparedStatement statement = kept[place];
        return statement != null
                ? statement
                : statement(
                        place,
                        "SELECT " + CompanyTables.districtColumn(district)
                                + ", s_quantity, s_data FROM stock WHERE s_w_id = ? AND s_i_id = ?");
    }

    /** Returns the update that takes units; stock that would fall below 10 is filled up by 91. */
    PreparedStatement takeStock() throws SQLException {
        return statement(
                6,
                "UPDATE stock SET s_quantity = CASE WHEN s_quantity - ? >= 10 THEN s_quantity - ? ELSE s_quantity - ? + 91"
                        + " END, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + ?"
                        + " WHERE s_w_id = ? AND s_i_id = ?");
    }

    PreparedStatement insertLine() throws SQLException {
        return statement(
                7,
                "INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity,"
                        + " ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    }

    PreparedStatement customersByName() throws SQLException {
        return statement(
                8, "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first");
    }

    PreparedStatement customer() throws SQLException {
        return statement(
                9,
                "SELECT c_last, c_credit, c_balance, c_first, c_middle, c_street_1, c_street_2, c_city, c_state, c_zip,"
                        + " c_phone, c_credit_lim, c_discount FROM customer" + CUSTOMER_KEY);
    }

    private static final String PAY =
            "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                    + " c_payment_cnt = c_payment_cnt + 1";

    PreparedStatement pay() throws SQLException {
        return statement(10, PAY + CUSTOMER_KEY);
    }

    /** Returns the update that also writes a note before the text about a customer with bad credit. */
    PreparedStatement payWithNote() throws SQLException {
        return statement(11, PAY + ", c_data = SUBSTRING(CONCAT(?, c_data), 1, 500)" + CUSTOMER_KEY);
    }

    PreparedStatement payDistrict() throws SQLException {
        return statement(12, "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?");
    }

    PreparedStatement districtAddress() throws SQLException {
        return statement(
                13,
                "SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip FROM district"
                        + " WHERE d_w_id = ? AND d_id = ?");
    }

    PreparedStatement payWarehouse() throws SQLException {
        return statement(14, "UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?");
    }

    PreparedStatement warehouseAddress() throws SQLException {
        return statement(
                15, "SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse WHERE w_id = ?");
    }

    PreparedStatement insertHistory() throws SQLException {
        return statement(
                16,
                "INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)"
                        + " VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP, ?, ?)");
    }

    PreparedStatement latestOrder() throws SQLException {
        return statement(
                17,
                "SELECT o_id, o_ol_cnt, o_carrier_id, o_entry_d FROM orders WHERE o_w_id = ? AND o_d_id = ?"
                        + " AND o_c_id = ? ORDER BY o_id DESC LIMIT 1");
    }

    PreparedStatement lines() throws SQLException {
        return statement(
                18,
                "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line" + ORDER_KEY);
    }

    PreparedStatement oldest() throws SQLException {
        return statement(
                19, "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ? ORDER BY no_o_id LIMIT 1");
    }

    PreparedStatement deleteNewOrder() throws SQLException {
        return statement(20, "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?");
    }

    PreparedStatement customerOfOrder() throws SQLException {
        return statement(21, "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?");
    }

    PreparedStatement setCarrier() throws SQLException {
        return statement(22, "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?");
    }

    PreparedStatement setDelivered() throws SQLException {
        return statement(23, "UPDATE order_line SET ol_delivery_d = CURRENT_TIMESTAMP" + ORDER_KEY);
    }

    PreparedStatement amount() throws SQLException {
        return statement(24, "SELECT SUM(ol_amount) FROM order_line" + ORDER_KEY);
    }

    PreparedStatement charge() throws SQLException {
        return statement(
                25,
                "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1" + CUSTOMER_KEY);
    }

    PreparedStatement low() throws SQLException {
        return statement(
                26,
                "SELECT COUNT(DISTINCT s_i_id) FROM order_line JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id"
                        + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND ol_o_id < ? AND s_quantity < ?");
    }
}
