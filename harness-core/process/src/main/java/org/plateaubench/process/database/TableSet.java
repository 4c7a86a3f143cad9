// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The data of a workload: the tables, their rows, and the changes by a run. Thread-safe. */
public interface TableSet {
    /** A part of the rows that is written in one transaction; {@code kind} has at most 30 characters. */
    record Part(String kind, int number) {}

    /** Returns the name from which the names of the marker table and of the ledger of a load are formed. */
    String name();

    /** Returns the figures that determine the rows together with the data seed, by name. */
    Map<String, Object> scale();

    /** Returns the tables, in the order in which they are created. */
    List<Table> tables();

    /** Returns the names of tables that {@link #indexes} creates in addition. */
    default List<String> moreTables(Database database) {
        return List.of();
    }

    /** Returns the statements that follow the rows, which create indexes; each can be executed again after a failure. */
    List<String> indexes(Connection connection, Database database) throws SQLException;

    List<Part> parts();

    /** Returns the approximate number of rows. */
    long rows();

    void write(Part part, RowWriter writer) throws SQLException;

    /** Returns the largest number of statements that one user keeps prepared. */
    int statementsPerUser();

    /** Returns whether a MySQL server may hold the tables, as a MariaDB server may. */
    default boolean acceptsMySql() {
        return false;
    }

    /** Returns whether the marked data has stored procedures, which every run creates again. */
    default boolean createsRoutines() {
        return false;
    }

    /** Returns the number of rows that each table of complete data has at least, which no run makes smaller. */
    default Map<String, Long> minRows() {
        return Map.of();
    }

    /** Checks the complete data; {@code isFresh} if nothing has used it since it was loaded or restored. */
    default List<Finding> check(Connection connection, Database database, boolean isFresh)
            throws SQLException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<String, Long> least : minRows().entrySet()) {
            long found = Sql.number(connection, "SELECT COUNT(*) FROM " + least.getKey());
            if (found < least.getValue() || (isFresh && found > least.getValue())) {
                findings.add(Finding.problem(
                        "Table " + least.getKey() + " has " + found + " rows, and " + least.getValue()
                                + " were loaded.",
                        "Set 'data: reload' to load it again, and find out which other client uses it."));
            }
        }
        return findings;
    }

    Map<String, String> count(Connection connection) throws SQLException;

    /** Compares the tables with the operations that were sent since {@link #count}. */
    List<Reconciliation> reconcile(Connection connection, Map<String, String> before, SentTotals sent)
            throws SQLException;
}
