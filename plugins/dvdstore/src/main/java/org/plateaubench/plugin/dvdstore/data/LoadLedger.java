// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.plateaubench.plugin.dvdstore.data.TableWriter.Part;
import org.plateaubench.plugin.dvdstore.data.TableWriter.Range;
import org.plateaubench.plugin.dvdstore.sql.Dialect;

/**
 * The ranges of rows that a load has written, stored beside the data during the load. A range is entered in the
 * transaction that writes its rows, so that an interrupted load can always be resumed.
 */
final class LoadLedger {
    private static final String TABLE = "plateau_dvdstore_ranges";

    private LoadLedger() {}

    /** Creates an empty ledger. */
    static void create(Connection connection, Dialect dialect) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + TABLE + " (part VARCHAR(20) NOT NULL, first_number INTEGER NOT NULL,"
                    + " last_number INTEGER NOT NULL, rows_written BIGINT NOT NULL,"
                    + " PRIMARY KEY (part, first_number))" + dialect.tableOptions());
        }
    }

    static void drop(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + TABLE);
        }
    }

    /** Enters a range that the open transaction has written. */
    static void enter(Connection connection, Range range, long rowsWritten) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + TABLE + " (part, first_number, last_number, rows_written) VALUES (?, ?, ?, ?)")) {
            insert.setString(1, range.part().name());
            insert.setInt(2, range.first());
            insert.setInt(3, range.last());
            insert.setLong(4, rowsWritten);
            insert.executeUpdate();
        }
    }

    /** Returns the written ranges, each with the number of its rows. */
    static Map<Range, Long> written(Connection connection) throws SQLException {
        Map<Range, Long> ranges = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT part, first_number, last_number, rows_written FROM " + TABLE)) {
            while (found.next()) {
                ranges.put(
                        new Range(Part.valueOf(found.getString(1)), found.getInt(2), found.getInt(3)),
                        found.getLong(4));
            }
        }
        return ranges;
    }
}
