// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.plateaubench.olio.store.Table;

/** Writes rows of one table in batches. One thread. */
final class RowSink implements AutoCloseable {
    private static final int ROWS = 1_000;

    private final PreparedStatement insert;
    private int rows;

    RowSink(Connection connection, Table table) throws SQLException {
        this.insert = connection.prepareStatement(table.insert());
    }

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
