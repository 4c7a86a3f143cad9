// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.plateaubench.plugin.dvdstore.data.TableWriter.Part;
import org.plateaubench.plugin.dvdstore.data.TableWriter.Range;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.Rows;

/**
 * The ranges of rows that a load has written, stored beside the data during the load. A range is entered in the
 * transaction that writes its rows, so that an interrupted load can always be resumed.
 */
final class LoadLedger {
    static final String TABLE = "plateau_dvdstore_ranges";
    static final Set<String> COLUMNS = Set.of("part", "first_number", "last_number", "rows_written");

    private LoadLedger() {}

    /** Creates an empty ledger. */
    static void create(Connection connection, Dialect dialect) throws SQLException {
        Rows.execute(
                connection,
                "CREATE TABLE " + TABLE + " (part VARCHAR(20) NOT NULL, first_number INTEGER NOT NULL,"
                        + " last_number INTEGER NOT NULL, rows_written BIGINT NOT NULL,"
                        + " PRIMARY KEY (part, first_number))" + dialect.tableOptions());
    }

    static boolean isThere(Connection connection) throws SQLException {
        return new SchemaContent(connection).tables().contains(TABLE);
    }

    static void drop(Connection connection) throws SQLException {
        Rows.execute(connection, "DROP TABLE IF EXISTS " + TABLE);
    }

    /** Enters a range that the open transaction has written. */
    static void enter(Connection connection, Range range, long rowsWritten) throws SQLException {
        Rows.write(
                connection,
                "INSERT INTO " + TABLE + " (part, first_number, last_number, rows_written) VALUES (?, ?, ?, ?)",
                range.part().name(),
                range.first(),
                range.last(),
                rowsWritten);
    }

    /** Returns the written ranges, each with the number of its rows. */
    static Map<Range, Long> written(Connection connection) throws SQLException {
        Map<Range, Long> ranges = new HashMap<>();
        Rows.list(
                connection,
                "SELECT part, first_number, last_number, rows_written FROM " + TABLE,
                row -> ranges.put(
                        new Range(Part.valueOf(row.getString(1)), row.getInt(2), row.getInt(3)), row.getLong(4)));
        return ranges;
    }
}
