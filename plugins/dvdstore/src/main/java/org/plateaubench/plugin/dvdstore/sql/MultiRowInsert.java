// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Buffers rows of one table and inserts many with one statement. One thread. */
final class MultiRowInsert implements RowSink {
    private final Connection connection;
    private final Table table;
    private final int rowsPerStatement;
    private final PreparedStatement full;
    private final List<Object> values = new ArrayList<>();
    private int rows;

    MultiRowInsert(Connection connection, Table table, int rowsPerStatement) throws SQLException {
        this.connection = connection;
        this.table = table;
        this.rowsPerStatement = rowsPerStatement;
        full = connection.prepareStatement(table.insert(rowsPerStatement));
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
            try (PreparedStatement rest = connection.prepareStatement(table.insert(rows))) {
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
