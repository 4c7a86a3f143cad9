// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.olio.store.Rows;
import org.plateaubench.olio.store.Table;
import org.plateaubench.plugin.olio.data.HarnessState.MarkerState;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.database.OwnTables;

/** The table of the marker, and the table of the loaded ranges. */
final class MarkerTable {
    static final String MARKER = "olio_plateau_marker";
    static final String LEDGER = "olio_plateau_loaded";

    private MarkerTable() {}

    static void create(Connection connection) throws SQLException {
        Rows.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + MARKER + " (id INTEGER NOT NULL PRIMARY KEY, version INTEGER NOT NULL,"
                        + " concurrent_users INTEGER NOT NULL, seed BIGINT NOT NULL, first_day VARCHAR(10) NOT NULL,"
                        + " state VARCHAR(10) NOT NULL)");
        Rows.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + LEDGER
                        + " (part VARCHAR(20) NOT NULL, first_row INTEGER NOT NULL, PRIMARY KEY (part, first_row))");
    }

    /** Returns all tables of the application. */
    static OwnTables tables(Connection connection) throws SQLException {
        Map<String, Set<String>> columns = new HashMap<>(Table.columnsOfTables());
        columns.put(MARKER, Set.of("id", "version", "concurrent_users", "seed", "first_day", "state"));
        columns.put(LEDGER, Set.of("part", "first_row"));
        return new OwnTables(connection, columns);
    }

    static Optional<DataMarker> read(Connection connection) throws SQLException {
        if (!tables(connection).holds(MARKER)) {
            return Optional.empty();
        }
        return Rows.first(
                connection,
                "SELECT version, concurrent_users, seed, first_day, state FROM " + MARKER,
                row -> new DataMarker(
                        row.getInt(1),
                        new Scale(row.getInt(2)),
                        row.getLong(3),
                        LocalDate.parse(row.getString(4)),
                        MarkerState.valueOf(row.getString(5))));
    }

    static void write(Connection connection, DataMarker marker) throws SQLException {
        Rows.execute(connection, "DELETE FROM " + MARKER);
        Rows.write(
                connection,
                "INSERT INTO " + MARKER
                        + " (id, version, concurrent_users, seed, first_day, state) VALUES (1, ?, ?, ?, ?, ?)",
                marker.version(),
                marker.scale().concurrentUsers(),
                marker.seed(),
                marker.day().toString(),
                marker.state().name());
    }

    static Set<Chunk> loaded(Connection connection) throws SQLException {
        return Set.copyOf(Rows.list(
                connection,
                "SELECT part, first_row FROM " + LEDGER,
                row -> new Chunk(Chunk.Part.valueOf(row.getString(1)), row.getInt(2))));
    }

    static void note(Connection connection, Chunk chunk) throws SQLException {
        Rows.write(
                connection,
                "INSERT INTO " + LEDGER + " (part, first_row) VALUES (?, ?)",
                chunk.part().name(),
                chunk.first());
    }
}
