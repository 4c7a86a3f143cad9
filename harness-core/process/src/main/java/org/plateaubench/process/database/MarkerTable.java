// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.process.data.DataMarker;

/** A table with one row, which holds the marker of a workload's tables in the schema of a connection. */
public final class MarkerTable {
    public static final Set<String> COLUMNS = Set.of("marker_number", "marker_text");

    private static final DataMarker INCOMPLETE = new DataMarker(DataMarker.State.CLEARING, Map.of());

    private final Connection connection;
    private final String name;
    private final String options;

    public MarkerTable(Connection connection, String name, String options) {
        this.connection = connection;
        this.name = name;
        this.options = options;
    }

    /** Returns the marker; empty if the schema has no table of this name with these columns. */
    public Optional<DataMarker> read() throws SQLException {
        if (!exists()) {
            return Optional.empty();
        }
        // A load may have ended between creating the table and its row.
        return Optional.of(Sql.first(connection, "SELECT marker_text FROM " + name, row -> row.getString(1))
                .flatMap(DataMarker::ofText)
                .orElse(INCOMPLETE));
    }

    private boolean exists() throws SQLException {
        return new OwnTables(connection, Map.of(name, COLUMNS)).holds(name);
    }

    /** Writes the marker, and creates the table if it is missing. */
    public void write(DataMarker marker) throws SQLException {
        if (!exists()) {
            Sql.execute(
                    connection,
                    "CREATE TABLE " + name + " (marker_number INTEGER NOT NULL PRIMARY KEY, marker_text VARCHAR(8000)"
                            + " NOT NULL)" + options);
        }
        if (Sql.write(connection, "UPDATE " + name + " SET marker_text = ? WHERE marker_number = 1", marker.text())
                == 0) {
            Sql.write(connection, "INSERT INTO " + name + " (marker_text, marker_number) VALUES (?, 1)", marker.text());
        }
    }

    /** Drops the table, after which the schema is no longer Plateau's. */
    public void drop() throws SQLException {
        Sql.execute(connection, "DROP TABLE IF EXISTS " + name);
    }
}
