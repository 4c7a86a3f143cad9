// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.SQLException;

/** Writes the rows of one table in bulk, as fast as the database accepts them. One thread. */
public interface RowSink extends AutoCloseable {
    /** Adds a row whose values, none of them null, are in the order of the table's columns. */
    void row(Object... values) throws SQLException;

    /** Writes the buffered rows. */
    void flush() throws SQLException;

    /** Releases its resources of the connection; rows that were not flushed are lost. */
    @Override
    void close() throws SQLException;
}
