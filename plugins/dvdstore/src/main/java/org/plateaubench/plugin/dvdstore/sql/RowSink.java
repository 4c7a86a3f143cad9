// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** Writes the rows of one table in bulk, as fast as the database accepts them. One thread. */
public interface RowSink extends AutoCloseable {
    /** Adds a row whose values, none of them null, are in the order of the table's columns. */
    void row(Object... values) throws SQLException;

    /** Writes the buffered rows. */
    void flush() throws SQLException;

    /** Releases its resources of the connection; rows that were not flushed are lost. */
    @Override
    void close() throws SQLException;

    /** Buffers rows of one table and inserts many with one statement. One thread. */
    static final class MultiRowInsert implements RowSink {
        private final Connection connection;
        private final Table table;
        private final StoreNumber store;
        private final int rowsPerStatement;
        private final PreparedStatement full;
        private final List<Object> values = new ArrayList<>();
        private int rows;

        MultiRowInsert(Connection connection, Table table, StoreNumber store, int rowsPerStatement)
                throws SQLException {
            this.connection = connection;
            this.table = table;
            this.store = store;
            this.rowsPerStatement = rowsPerStatement;
            full = connection.prepareStatement(store.sql(table.insert(rowsPerStatement)));
        }

        @Override
        public void row(Object... row) throws SQLException {
            if (row.length != table.width()) {
                throw new IllegalArgumentException(table + " has " + table.width() + " columns, given " + row.length);
            }
            values.addAll(List.of(row));
            rows++;
            if (rows == rowsPerStatement) {
                execute(full);
            }
        }

        @Override
        public void flush() throws SQLException {
            if (rows > 0) {
                try (PreparedStatement rest = connection.prepareStatement(store.sql(table.insert(rows)))) {
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

        @Override
        public void close() throws SQLException {
            full.close();
        }
    }

    /**
     * Buffers rows of one table and writes them by COPY in its text format. A copy holds the connection until it ends, so
     * rows of several tables in turn are buffered here instead of being sent one by one. One thread.
     */
    static final class CopyRows implements RowSink {
        private static final int FLUSH_CHARACTERS = 1 << 20;

        private final CopyManager copy;
        private final Table table;
        private final StoreNumber store;
        private final StringBuilder text = new StringBuilder();

        CopyRows(Connection connection, Table table, StoreNumber store) throws SQLException {
            this.store = store;
            copy = connection.unwrap(PGConnection.class).getCopyAPI();
            this.table = table;
        }

        @Override
        public void row(Object... values) throws SQLException {
            if (values.length != table.width()) {
                throw new IllegalArgumentException(
                        table + " has " + table.width() + " columns, given " + values.length);
            }
            for (int i = 0; i < values.length; i++) {
                text.append(i == 0 ? "" : "\t");
                appendEscaped(text, values[i].toString());
            }
            text.append('\n');
            if (text.length() >= FLUSH_CHARACTERS) {
                flush();
            }
        }

        /** Escapes backslash, tab and line ends, which have a meaning in the format. */
        static void appendEscaped(StringBuilder text, String value) {
            for (int i = 0; i < value.length(); i++) {
                char character = value.charAt(i);
                switch (character) {
                    case '\\' -> text.append("\\\\");
                    case '\t' -> text.append("\\t");
                    case '\n' -> text.append("\\n");
                    case '\r' -> text.append("\\r");
                    default -> text.append(character);
                }
            }
        }

        @Override
        public void flush() throws SQLException {
            if (text.isEmpty()) {
                return;
            }
            try {
                copy.copyIn(
                        "COPY " + store.named(table.sqlName()) + " (" + table.columns() + ") FROM STDIN",
                        new StringReader(text.toString()));
            } catch (IOException e) {
                throw new SQLException("rows cannot be sent: " + e.getMessage(), "08006", e);
            }
            text.setLength(0);
        }

        @Override
        public void close() {
            // No resource is held between two copies.
        }
    }
}
