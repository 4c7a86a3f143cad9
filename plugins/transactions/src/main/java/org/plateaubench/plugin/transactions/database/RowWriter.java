// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Writes rows in bulk over one connection, inside its transaction: by COPY, or by inserts of many rows.
 * Its statements end with the connection. One thread.
 */
public final class RowWriter {
    private static final int COPIED_CHARACTERS = 1 << 18;
    /** Parameters of one insert; a statement of MariaDB has at most 65,535. */
    private static final int PARAMETERS = 2_000;

    private final Connection connection;
    private final boolean copies;
    private final Map<String, Buffer> buffers = new HashMap<>();

    RowWriter(Connection connection, Database database) {
        this.connection = connection;
        copies = database == Database.POSTGRESQL;
    }

    /** Adds a row whose values are in the order of the table's columns. */
    public void row(Table table, @Nullable Object... values) throws SQLException {
        Buffer buffer = buffers.get(table.name());
        if (buffer == null) {
            buffer = copies ? new Copy(table) : new Inserts(table);
            buffers.put(table.name(), buffer);
        }
        buffer.add(values);
    }

    /** Writes what is buffered. */
    void flush() throws SQLException {
        for (Buffer buffer : buffers.values()) {
            buffer.flush();
        }
    }

    private interface Buffer {
        void add(@Nullable Object[] values) throws SQLException;

        void flush() throws SQLException;
    }

    private final class Inserts implements Buffer {
        private final Table table;
        private final int most;
        private final PreparedStatement full;
        private final List<@Nullable Object> values = new ArrayList<>();
        private int rows;

        Inserts(Table table) throws SQLException {
            this.table = table;
            most = PARAMETERS / table.columns().size();
            full = connection.prepareStatement(insert(most));
        }

        private String insert(int count) {
            List<String> names = table.names();
            String row = "(?" + ", ?".repeat(names.size() - 1) + ")";
            return "INSERT INTO " + table.name() + " (" + String.join(", ", names) + ") VALUES " + row
                    + (", " + row).repeat(count - 1);
        }

        @Override
        public void add(@Nullable Object[] row) throws SQLException {
            for (Object value : row) {
                values.add(value);
            }
            rows++;
            if (rows == most) {
                execute(full);
            }
        }

        @Override
        public void flush() throws SQLException {
            if (rows > 0) {
                try (PreparedStatement rest = connection.prepareStatement(insert(rows))) {
                    execute(rest);
                }
            }
        }

        private void execute(PreparedStatement insert) throws SQLException {
            for (int i = 0; i < values.size(); i++) {
                insert.setObject(i + 1, values.get(i));
            }
            insert.executeUpdate();
            values.clear();
            rows = 0;
        }
    }

    /** A copy holds the connection until it ends, so rows are buffered here. No value has a tab or a line end. */
    private final class Copy implements Buffer {
        private final Table table;
        private final StringBuilder text = new StringBuilder();

        Copy(Table table) {
            this.table = table;
        }

        @Override
        public void add(@Nullable Object[] row) throws SQLException {
            for (int i = 0; i < row.length; i++) {
                text.append(i == 0 ? "" : "\t").append(row[i] == null ? "\\N" : row[i]);
            }
            text.append('\n');
            if (text.length() >= COPIED_CHARACTERS) {
                flush();
            }
        }

        @Override
        public void flush() throws SQLException {
            if (text.isEmpty()) {
                return;
            }
            try {
                connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn(
                                "COPY " + table.name() + " (" + String.join(", ", table.names()) + ") FROM STDIN",
                                new StringReader(text.toString()));
            } catch (IOException e) {
                throw new SQLException("rows cannot be sent: " + e.getMessage(), "08006", e);
            }
            text.setLength(0);
        }
    }
}
