// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Writes rows in bulk inside the connection's transaction: COPY on PostgreSQL, else long inserts. Not thread-safe. */
public final class RowWriter {
    private static final int COPIED_ROWS = 1_000;
    /** Parameters of one insert; H2 takes long to parse more. */
    private static final int PARAMETERS = 2_000;
    /** Parameters of one insert on MariaDB, which allows at most 65,535. */
    private static final int PARAMETERS_OF_MARIADB = 20_000;

    private final Connection connection;
    private final boolean usesCopy;
    private final int parameters;
    private final Map<String, Rows> buffers = new HashMap<>();
    private long written;

    public RowWriter(Connection connection, Database database) {
        this.connection = connection;
        usesCopy = database == Database.POSTGRESQL;
        parameters = database == Database.MARIADB ? PARAMETERS_OF_MARIADB : PARAMETERS;
    }

    /** Returns the buffer of a table, whose values are added row by row in the order of the columns. */
    public Rows to(Table table) {
        return buffers.computeIfAbsent(table.name(), name -> new Rows(table));
    }

    public long written() {
        return written;
    }

    public void flush() throws SQLException {
        for (Rows rows : buffers.values()) {
            rows.flush();
        }
    }

    /** The rows of one table that are not written yet. */
    public final class Rows {
        private final Table table;
        private final int maxRows;
        private final List<@Nullable Object> values = new ArrayList<>();
        private @Nullable PreparedStatement fullInsert;

        private Rows(Table table) {
            this.table = table;
            maxRows = usesCopy ? COPIED_ROWS : parameters / width();
        }

        private int width() {
            return table.definitions().size();
        }

        /** Adds values to the row; the last value of a row may write some rows. */
        public Rows put(@Nullable Object... newValues) throws SQLException {
            Collections.addAll(values, newValues);
            if (values.size() == maxRows * width()) {
                flush();
            }
            return this;
        }

        private void flush() throws SQLException {
            int rows = values.size() / width();
            written += rows;
            if (usesCopy) {
                copy();
            } else if (rows == maxRows) {
                if (fullInsert == null) {
                    fullInsert = connection.prepareStatement(insert(maxRows));
                }
                execute(fullInsert);
            } else if (rows > 0) {
                try (PreparedStatement statement = connection.prepareStatement(insert(rows))) {
                    execute(statement);
                }
            }
            values.clear();
        }

        private String insert(int rows) {
            String row = "(?" + ", ?".repeat(width() - 1) + ")";
            return "INSERT INTO " + table.name() + " (" + String.join(", ", table.columns()) + ") VALUES " + row
                    + (", " + row).repeat(rows - 1);
        }

        private void execute(PreparedStatement insert) throws SQLException {
            for (int i = 0; i < values.size(); i++) {
                insert.setObject(i + 1, values.get(i));
            }
            insert.executeUpdate();
        }

        /** Copies as text; no value has a tab, a line end or a backslash. */
        private void copy() throws SQLException {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < values.size(); i++) {
                text.append(values.get(i) == null ? "\\N" : values.get(i)).append((i + 1) % width() == 0 ? '\n' : '\t');
            }
            String sql = "COPY " + table.name() + " (" + String.join(", ", table.columns()) + ") FROM STDIN";
            try {
                connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql, new StringReader(text.toString()));
            } catch (IOException e) {
                throw new SQLException("rows cannot be sent: " + e.getMessage(), "08006", e);
            }
        }
    }
}
