// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.olio.store.Schema;
import org.plateaubench.plugin.olio.data.HarnessState.MarkerState;
import org.plateaubench.plugin.olio.data.Scale;

/** The table of the marker, and the table of the loaded ranges. */
final class MarkerTable {
    static final String MARKER = "olio_plateau_marker";
    static final String LEDGER = "olio_plateau_loaded";

    private MarkerTable() {}

    static void create(Connection connection) throws SQLException {
        execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + MARKER + " (id INTEGER NOT NULL PRIMARY KEY, version INTEGER NOT NULL,"
                        + " concurrent_users INTEGER NOT NULL, seed BIGINT NOT NULL, first_day VARCHAR(10) NOT NULL,"
                        + " state VARCHAR(10) NOT NULL)");
        execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + LEDGER
                        + " (part VARCHAR(20) NOT NULL, first_row INTEGER NOT NULL, PRIMARY KEY (part, first_row))");
    }

    static Optional<DataMarker> read(Connection connection) throws SQLException {
        if (!Schema.exists(connection, MARKER)) {
            return Optional.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT version, concurrent_users, seed, first_day, state FROM " + MARKER)) {
            return row.next()
                    ? Optional.of(new DataMarker(
                            row.getInt(1),
                            new Scale(row.getInt(2)),
                            row.getLong(3),
                            LocalDate.parse(row.getString(4)),
                            MarkerState.valueOf(row.getString(5))))
                    : Optional.empty();
        }
    }

    static void write(Connection connection, DataMarker marker) throws SQLException {
        execute(connection, "DELETE FROM " + MARKER);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + MARKER
                + " (id, version, concurrent_users, seed, first_day, state) VALUES (1, ?, ?, ?, ?, ?)")) {
            insert.setInt(1, marker.version());
            insert.setInt(2, marker.scale().concurrentUsers());
            insert.setLong(3, marker.seed());
            insert.setString(4, marker.day().toString());
            insert.setString(5, marker.state().name());
            insert.executeUpdate();
        }
    }

    static Set<Chunk> loaded(Connection connection) throws SQLException {
        Set<Chunk> loaded = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT part, first_row FROM " + LEDGER)) {
            while (rows.next()) {
                loaded.add(new Chunk(Chunk.Part.valueOf(rows.getString(1)), rows.getInt(2)));
            }
        }
        return loaded;
    }

    static void note(Connection connection, Chunk chunk) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + LEDGER + " (part, first_row) VALUES (?, ?)")) {
            insert.setString(1, chunk.part().name());
            insert.setInt(2, chunk.first());
            insert.executeUpdate();
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
