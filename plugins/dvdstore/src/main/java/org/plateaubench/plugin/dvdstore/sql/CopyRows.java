// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Buffers rows of one table and writes them by COPY in its text format. A copy holds the connection until it ends, so
 * rows of several tables in turn are buffered here instead of being sent one by one. One thread.
 */
final class CopyRows implements RowSink {
    private static final int FLUSH_CHARACTERS = 1 << 20;

    private final CopyManager copy;
    private final Table table;
    private final StringBuilder text = new StringBuilder();

    CopyRows(Connection connection, Table table) throws SQLException {
        copy = connection.unwrap(PGConnection.class).getCopyAPI();
        this.table = table;
    }

    @Override
    public void row(Object... values) throws SQLException {
        if (values.length != table.width()) {
            throw new IllegalArgumentException(table + " has " + table.width() + " columns, given " + values.length);
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
                    "COPY " + table.sqlName() + " (" + table.columns() + ") FROM STDIN",
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
