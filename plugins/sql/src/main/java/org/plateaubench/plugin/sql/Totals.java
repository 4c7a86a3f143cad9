// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.process.database.Sql;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Numbers in the database that are read before and after the load. Immutable.
 *
 * @param unchanged queries by name, whose number must stay the same
 * @param grows queries by operation, whose number must grow by one with each operation that succeeds
 */
record Totals(Map<String, String> unchanged, Map<String, String> grows) {
    private static final String UNCHANGED = "unchanged.";
    private static final String GROWS = "grows.";

    private Map<String, String> queries() {
        Map<String, String> queries = new TreeMap<>();
        unchanged.forEach((name, query) -> queries.put(UNCHANGED + name, query));
        grows.forEach((name, query) -> queries.put(GROWS + name, query));
        return queries;
    }

    List<Finding> findings(Connection connection) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<String, String> query : queries().entrySet()) {
            try {
                number(connection, query.getValue());
            } catch (SQLException e) {
                if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                    throw e;
                }
                findings.add(Finding.problem(
                                "The query gives no number: " + SqlFailure.firstLine(e.getMessage()) + ".",
                                "Write one such as SELECT COUNT(*) FROM orders.")
                        .about(query.getKey()));
            }
        }
        return findings;
    }

    Map<String, String> count(Connection connection) throws SQLException {
        Map<String, String> numbers = new TreeMap<>();
        for (Map.Entry<String, String> query : queries().entrySet()) {
            numbers.put(query.getKey(), Long.toString(number(connection, query.getValue())));
        }
        return numbers;
    }

    List<Reconciliation> reconcile(Connection connection, Map<String, String> before, SentTotals sent)
            throws SQLException {
        List<Reconciliation> rows = new ArrayList<>();
        String otherClient = Sql.otherClient(connection);
        for (Map.Entry<String, String> query : queries().entrySet()) {
            String name = query.getKey().substring(query.getKey().indexOf('.') + 1);
            long earlier = Long.parseLong(before.getOrDefault(query.getKey(), ""));
            long now = number(connection, query.getValue());
            boolean isUnchanged = query.getKey().startsWith(UNCHANGED);
            rows.add(
                    isUnchanged
                            ? Reconciliation.held(name, earlier, now, earlier, 0)
                            : Reconciliation.grown(
                                    "growth by " + name,
                                    earlier,
                                    now,
                                    sent.operations(name, OutcomeKind.OK),
                                    sent.operations(name, OutcomeKind.ERROR)
                                            + sent.operations(name, OutcomeKind.ABANDONED)));
        }
        rows.replaceAll(row -> row.usedBy(otherClient));
        return rows;
    }

    private static long number(Connection connection, String query) throws SQLException {
        return Sql.first(connection, query, row -> row.getLong(1)).orElse(0L);
    }
}
