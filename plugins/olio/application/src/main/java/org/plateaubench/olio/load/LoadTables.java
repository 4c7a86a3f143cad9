// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.plateaubench.olio.store.Rows;
import org.plateaubench.olio.store.Table;
import org.plateaubench.process.database.MarkerTable;
import org.plateaubench.process.database.OwnTables;

/** The table of the marker, and the table of the loaded ranges. */
final class LoadTables {
    static final String MARKER = "olio_plateau_marker";
    static final String LEDGER = "olio_plateau_loaded";

    private LoadTables() {}

    static MarkerTable marker(Connection connection) {
        return new MarkerTable(connection, MARKER, "");
    }

    /** Returns all tables of the application. */
    static OwnTables all(Connection connection) throws SQLException {
        Map<String, Set<String>> columns = new HashMap<>(Table.columnsOfTables());
        columns.put(MARKER, MarkerTable.COLUMNS);
        columns.put(LEDGER, Set.of("part", "first_row"));
        return new OwnTables(connection, columns);
    }

    static void createLedger(Connection connection) throws SQLException {
        Rows.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + LEDGER
                        + " (part VARCHAR(20) NOT NULL, first_row INTEGER NOT NULL, PRIMARY KEY (part, first_row))");
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
