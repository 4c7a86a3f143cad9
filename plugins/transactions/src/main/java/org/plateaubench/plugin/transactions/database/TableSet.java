// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** What a workload defines of its data: the tables, their rows, and what a run changes in them. Any thread. */
public interface TableSet {
    /** A part of the rows that is written in one transaction. */
    record Part(String kind, int number) {}

    /** Returns the name, of which the names of the table of the marker and of the ledger of a load consist. */
    String name();

    /** Returns the figures of which the rows are a function, beside the data seed, by name. */
    Map<String, Object> scale();

    /** Returns the tables, in the order in which they are created. */
    List<Table> tables();

    /** Returns the statements that follow the rows, which create indexes; each can be executed again after a failure. */
    List<String> indexes(Database database);

    /** Returns the parts of which the rows consist. */
    List<Part> parts();

    /** Returns the number of rows, about. */
    long rows();

    /** Writes the rows of a part. */
    void write(Part part, RowWriter writer) throws SQLException;

    /** Returns the number of rows that each table of complete data has at least, which no run makes smaller. */
    Map<String, Long> leastRows();

    /** Returns the figures before a run. */
    Map<String, String> count(Connection connection) throws SQLException;

    /** Compares the tables with what was sent since {@link #count}. */
    List<Reconciliation> reconcile(Connection connection, Map<String, String> before, SentTotals sent)
            throws SQLException;
}
