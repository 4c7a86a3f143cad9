// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of one connection, each prepared when it is first used. Used by one thread. */
final class Statements {
    private static final String CUSTOMER_KEY = " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String LINES_KEY = " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
    private static final String PAID =
            "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                    + " c_payment_cnt = c_payment_cnt + 1";

    enum Sql {
        BUYER("SELECT c_last, c_credit, c_discount, w_tax FROM customer JOIN warehouse ON w_id = c_w_id"
                + CUSTOMER_KEY),
        INCREMENT_NUMBER("UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?"),
        NEXT_NUMBER("SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ?"),
        INSERT_ORDER("INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)"
                + " VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP, ?, ?)"),
        INSERT_NEW_ORDER("INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)"),
        ITEM("SELECT i_price, i_name, i_data FROM item WHERE i_id = ?"),
        /** Stock that would fall below 10 is increased by 91. */
        TAKE_STOCK("UPDATE stock SET s_quantity = CASE WHEN s_quantity - ? >= 10 THEN s_quantity - ?"
                + " ELSE s_quantity - ? + 91 END, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1,"
                + " s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?"),
        INSERT_LINE("INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id,"
                + " ol_quantity, ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        NAMESAKES("SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first"),
        CUSTOMER("SELECT c_last, c_credit, c_balance, c_first, c_middle, c_street_1, c_street_2, c_city, c_state,"
                + " c_zip, c_phone, c_credit_lim, c_discount FROM customer" + CUSTOMER_KEY),
        PAY(PAID + CUSTOMER_KEY),
        /** The payment of a customer with bad credit is added to the text of the customer. */
        PAY_WITH_NOTE(PAID + ", c_data = SUBSTRING(CONCAT(?, c_data), 1, 500)" + CUSTOMER_KEY),
        PAY_DISTRICT("UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?"),
        DISTRICT("SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip FROM district"
                + " WHERE d_w_id = ? AND d_id = ?"),
        PAY_WAREHOUSE("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?"),
        WAREHOUSE("SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse WHERE w_id = ?"),
        INSERT_HISTORY("INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)"
                + " VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP, ?, 'payment')"),
        LATEST_ORDER("SELECT o_id, o_ol_cnt, o_carrier_id, o_entry_d FROM orders WHERE o_w_id = ? AND o_d_id = ?"
                + " AND o_c_id = ? ORDER BY o_id DESC LIMIT 1"),
        LINES("SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line" + LINES_KEY),
        OLDEST("SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ? ORDER BY no_o_id LIMIT 1"),
        DELETE_NEW_ORDER("DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?"),
        CUSTOMER_OF_ORDER("SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?"),
        SET_CARRIER("UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?"),
        SET_DELIVERED("UPDATE order_line SET ol_delivery_d = CURRENT_TIMESTAMP" + LINES_KEY),
        AMOUNT("SELECT SUM(ol_amount) FROM order_line" + LINES_KEY),
        CHARGE("UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1" + CUSTOMER_KEY),
        LOW_STOCK("SELECT COUNT(DISTINCT s_i_id) FROM order_line JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id"
                + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND ol_o_id < ? AND s_quantity < ?");

        private final String text;

        Sql(String text) {
            this.text = text;
        }
    }

    /** Maximum number of statements of a connection. */
    static final int MAX_STATEMENTS = Sql.values().length + Scale.DISTRICTS;

    private final Connection connection;
    private final Map<Sql, PreparedStatement> prepared = new EnumMap<>(Sql.class);
    private final @Nullable PreparedStatement[] stock = new PreparedStatement[Scale.DISTRICTS + 1];

    Statements(Connection connection) {
        this.connection = connection;
    }

    /** Returns the name of the stock column that holds a district's text. */
    static String districtColumn(int district) {
        return String.format(Locale.ROOT, "s_dist_%02d", district);
    }

    PreparedStatement of(Sql sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql.text);
            prepared.put(sql, statement);
        }
        return statement;
    }

    PreparedStatement of(Sql sql, int first, int second) throws SQLException {
        return bind(of(sql), first, second);
    }

    PreparedStatement of(Sql sql, int first, int second, int third) throws SQLException {
        PreparedStatement statement = bind(of(sql), first, second);
        statement.setInt(3, third);
        return statement;
    }

    /** Returns the query for a stock row, which reads the district's text. */
    PreparedStatement stock(int district, int warehouse, int item) throws SQLException {
        PreparedStatement statement = stock[district];
        if (statement == null) {
            statement = connection.prepareStatement("SELECT " + districtColumn(district)
                    + ", s_quantity, s_data FROM stock WHERE s_w_id = ? AND s_i_id = ?");
            stock[district] = statement;
        }
        return bind(statement, warehouse, item);
    }

    private static PreparedStatement bind(PreparedStatement statement, int first, int second) throws SQLException {
        statement.setInt(1, first);
        statement.setInt(2, second);
        return statement;
    }
}
