// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.SQLException;

/** Takes the rows of one table and writes many at once, as fast as the database reads them. Confined to one thread. */
public interface RowSink extends AutoCloseable {
    /** Adds a row whose values, none of them null, are in the order of the table's columns. */
    void row(Object... values) throws SQLException;

    /** Writes what has been gathered. */
    void flush() throws SQLException;

    /** Releases what it holds of the connection; rows that were not flushed are lost. */
    @Override
    void close() throws SQLException;
}
