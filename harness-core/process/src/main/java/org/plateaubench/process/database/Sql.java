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
    private static final String OTHER_SESSION = "SELECT COALESCE(NULLIF(application_name, ''), 'user ' || usename)"
            + " || ' from ' || COALESCE(host(client_addr), 'the host of the server') FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            + " AND COALESCE(backend_type, 'client backend') = 'client backend'"
            + " AND application_name <> 'PostgreSQL JDBC Driver' AND application_name NOT LIKE 'plateau-%'"
            + " ORDER BY backend_start LIMIT 1";

    private Sql() {}

    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    public static <T> List<T> list(Connection connection, String query, Reader<T> reader, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection, query, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(reader.read(rows));
            }
            return found;
        }
    }

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

    /**
     * Returns a session of another program on the database of the connection, such as {@code psql from 10.0.0.7}; empty
     * if there is none, or for databases other than PostgreSQL. Users and data sets of the harness have the name that
     * the JDBC driver gives, so other programs with this name are not distinguished from them.
     */
    public static String otherClient(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")
                ? first(connection, OTHER_SESSION, row -> row.getString(1)).orElse("")
                : "";
    }

    public static int write(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    public static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        execute(connection, List.of(sql));
    }
}
