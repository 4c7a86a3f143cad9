// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.plateaubench.olio.store.EventDetail.Address;
import org.plateaubench.olio.store.EventDetail.Coordinates;
import org.plateaubench.olio.store.EventDetail.EventSummary;
import org.plateaubench.olio.store.EventDetail.PersonLink;

/** Inserts of rows, and their conversion. */
final class Rows {
    static final String ADDRESS_COLUMNS =
            "a.street1, a.street2, a.city, a.state, a.zip, a.country, a.latitude, a.longitude";
    static final String SUMMARY_COLUMNS = "e.id, e.title, e.summary, e.starts_at";

    private Rows() {}

    /** Inserts a row with the columns of a table and a number from the database; returns this number. */
    static int insert(Connection connection, Table table, Object... values) throws SQLException {
        List<String> columns = table.columnNames();
        List<String> given = columns.subList(columns.size() - values.length, columns.size());
        String marks = "?, ".repeat(given.size() - 1) + "?";
        String sql = "INSERT INTO " + table.sqlName() + " (" + String.join(", ", given) + ") VALUES (" + marks + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql, new String[] {"id"})) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                if (!keys.next()) {
                    throw new SQLException("the database gave the row no number");
                }
                return keys.getInt(1);
            }
        }
    }

    static EventSummary summary(ResultSet row) throws SQLException {
        return new EventSummary(
                row.getInt(1), row.getString(2), row.getString(3), Instant.ofEpochSecond(row.getLong(4)));
    }

    static PersonLink link(ResultSet row) throws SQLException {
        return new PersonLink(row.getInt(1), row.getString(2));
    }

    /** Returns the address from {@link #ADDRESS_COLUMNS}, which begin at a column. */
    static Address address(ResultSet row, int from) throws SQLException {
        return new Address(
                row.getString(from),
                row.getString(from + 1),
                row.getString(from + 2),
                row.getString(from + 3),
                row.getString(from + 4),
                row.getString(from + 5),
                new Coordinates(row.getDouble(from + 6), row.getDouble(from + 7)));
    }
}
