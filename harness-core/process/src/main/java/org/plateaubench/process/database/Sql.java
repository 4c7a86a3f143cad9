// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Statements that are run once, not those of users, which are prepared and kept. */
public final class Sql {
    private Sql() {}

    /** Converts the current row. */
    @FunctionalInterface
    public interface Reader<T> {
        /** Returns the value of the row. */
        T read(ResultSet row) throws SQLException;
    }

    /** Returns the rows of a query. */
    public static <T> List<T> list(Connection connection, String query, Reader<T> reader, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = prepared(connection, query, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(reader.read(rows));
            }
            return found;
        }
    }

    /** Returns the first row of a query; empty if it has none. */
    public static <T> Optional<T> first(Connection connection, String query, Reader<T> reader, Object... parameters)
            throws SQLException {
        return list(connection, query, reader, parameters).stream().findFirst();
    }

    /** Returns the first value of the first row, which must be there; empty for NULL. */
    public static String text(Connection connection, String query) throws SQLException {
        return first(connection, query, row -> Optional.ofNullable(row.getString(1)))
                .orElseThrow(() -> new SQLException("no answer to " + query))
                .orElse("");
    }

    /** Returns the first value of the first row, which must be a number. */
    public static long number(Connection connection, String query) throws SQLException {
        return Long.parseLong(text(connection, query));
    }

    /** Returns whether the first value of the first row is true, in the words that servers use for it. */
    public static boolean isTrue(Connection connection, String query) throws SQLException {
        return Set.of("t", "1", "ON", "TRUE").contains(text(connection, query));
    }

    /** Inserts or changes rows; returns their number. */
    public static int write(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    /** Executes statements in their order. */
    public static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Executes one statement. */
    public static void execute(Connection connection, String sql) throws SQLException {
        execute(connection, List.of(sql));
    }
}
