// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.plateaubench.olio.store.Dialect;
import org.plateaubench.olio.store.Table;
import org.postgresql.PGConnection;

/** Writes rows of one table in bulk. One thread. */
abstract class RowSink implements AutoCloseable {
    static RowSink of(Dialect dialect, Connection connection, Table table) throws SQLException {
        return dialect == Dialect.POSTGRESQL ? new Copy(connection, table) : new Batch(connection, table);
    }

    /** Adds a row with all columns of the table. */
    abstract void row(Object... values) throws SQLException;

    /** Writes the remaining rows. */
    abstract void flush() throws SQLException;

    @Override
    public abstract void close() throws SQLException;

    private static final class Batch extends RowSink {
        private static final int ROWS = 1_000;

        private final PreparedStatement insert;
        private int rows;

        Batch(Connection connection, Table table) throws SQLException {
            this.insert = connection.prepareStatement(table.insert());
        }

        @Override
        void row(Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.addBatch();
            rows++;
            if (rows == ROWS) {
                flush();
            }
        }

        @Override
        void flush() throws SQLException {
            if (rows > 0) {
                insert.executeBatch();
                rows = 0;
            }
        }

        @Override
        public void close() throws SQLException {
            insert.close();
        }
    }

    /** Uses PostgreSQL's COPY, in its text format. */
    private static final class Copy extends RowSink {
        private static final int CHARACTERS = 1 << 20;

        private final Connection connection;
        private final String copy;
        private final StringBuilder text = new StringBuilder();

        Copy(Connection connection, Table table) {
            this.connection = connection;
            this.copy = "COPY " + table.sqlName() + " (" + String.join(", ", table.columnNames()) + ") FROM STDIN";
        }

        @Override
        void row(Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                if (i > 0) {
                    text.append('\t');
                }
                appendEscaped(values[i].toString());
            }
            text.append('\n');
            if (text.length() >= CHARACTERS) {
                flush();
            }
        }

        /** Escapes backslash, tab and line ends, which have a meaning in the format. */
        private void appendEscaped(String value) {
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
        void flush() throws SQLException {
            if (text.isEmpty()) {
                return;
            }
            try {
                connection.unwrap(PGConnection.class).getCopyAPI().copyIn(copy, new StringReader(text.toString()));
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
