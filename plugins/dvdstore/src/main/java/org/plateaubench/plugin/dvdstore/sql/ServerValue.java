// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** One value from a server about itself. */
final class ServerValue {
    private ServerValue() {}

    /** Returns a column, numbered from 1, of the first row; empty for NULL. */
    static String text(Connection connection, String query, int column) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            if (!found.next()) {
                throw new SQLException("no answer to " + query);
            }
            String value = found.getString(column);
            return value == null ? "" : value;
        }
    }

    static long number(Connection connection, String query, int column) throws SQLException {
        return Long.parseLong(text(connection, query, column));
    }

    /** Returns whether the answer is true, in the words that servers use for it. */
    static boolean isTrue(Connection connection, String query) throws SQLException {
        return Set.of("t", "1", "ON", "TRUE").contains(text(connection, query, 1));
    }
}
