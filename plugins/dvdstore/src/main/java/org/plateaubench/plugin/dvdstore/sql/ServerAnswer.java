// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** One value that a server says of itself. */
final class ServerAnswer {
    private ServerAnswer() {}

    /** A column, numbered from 1, of the first row; empty for NULL. */
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

    /** Whether the answer is a yes, in the words that servers have for it. */
    static boolean isTrue(Connection connection, String query) throws SQLException {
        return Set.of("t", "1", "ON", "TRUE").contains(text(connection, query, 1));
    }
}
