// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Statements that are run once: not those of users, which are prepared and kept. */
public final class Rows {
    private Rows() {}

    /** Converts the current row. */
    @FunctionalInterface
    public interface Reader<T> {
        /** Returns the value of the row. */
        T read(ResultSet row) throws SQLException;
    }

    /** Returns the rows of a query. */
    public static <T> List<T> list(Connection connection, String query, Reader<T> reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            List<T> rows = new ArrayList<>();
            while (found.next()) {
                rows.add(reader.read(found));
            }
            return rows;
        }
    }

    /**
     * Returns the first row of a query.
     *
     * @throws SQLException also when it has none
     */
    public static <T> T first(Connection connection, String query, Reader<T> reader) throws SQLException {
        return list(connection, query, reader).stream()
                .findFirst()
                .orElseThrow(() -> new SQLException("no answer to " + query));
    }

    /** Returns the first value of the first row; empty for NULL. */
    static String text(Connection connection, String query) throws SQLException {
        return text(connection, query, 1);
    }

    /** Returns a column, numbered from 1, of the first row; empty for NULL. */
    static String text(Connection connection, String query, int column) throws SQLException {
        return first(connection, query, row -> {
            String value = row.getString(column);
            return value == null ? "" : value;
        });
    }

    static long number(Connection connection, String query) throws SQLException {
        return number(connection, query, 1);
    }

    static long number(Connection connection, String query, int column) throws SQLException {
        return Long.parseLong(text(connection, query, column));
    }

    /** Returns whether the answer is true, in the words that servers use for it. */
    static boolean isTrue(Connection connection, String query) throws SQLException {
        return Set.of("t", "1", "ON", "TRUE").contains(text(connection, query));
    }

    /**
     * Returns several counts or sums of a table by one query, since each scan of a large table takes seconds.
     *
     * @param from the table, with the condition for its rows if there is one
     * @param expressions expressions to query; NULL counts as 0
     */
    public static List<Long> totals(Connection connection, String from, List<String> expressions) throws SQLException {
        return first(connection, "SELECT " + String.join(", ", expressions) + " FROM " + from, row -> {
            List<Long> totals = new ArrayList<>();
            for (int i = 1; i <= expressions.size(); i++) {
                totals.add(row.getLong(i));
            }
            return totals;
        });
    }

    /** Inserts or changes rows. */
    public static void write(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            statement.executeUpdate();
        }
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
