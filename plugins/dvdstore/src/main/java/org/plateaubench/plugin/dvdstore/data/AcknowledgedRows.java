// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Searches one by one, by number, for rows of the run that the database reported as committed; checks a sample of them.
 */
public final class AcknowledgedRows {
    /** Kind of row: orders, by their numbers. */
    public static final String ORDERS = "orders";

    /** Kind of row: customers, by their numbers. */
    public static final String CUSTOMERS = "customers";

    private static final int AT_ONCE = 100;

    private AcknowledgedRows() {}

    /** Returns the rows of the comparison; none for a kind without commits. */
    static List<Reconciliation> reconcile(Connection connection, SentTotals sent) throws SQLException {
        List<Reconciliation> rows = new ArrayList<>();
        look(connection, sent, ORDERS, "orderid", rows);
        look(connection, sent, CUSTOMERS, "customerid", rows);
        return rows;
    }

    private static void look(
            Connection connection, SentTotals sent, String table, String key, List<Reconciliation> rows)
            throws SQLException {
        List<Long> numbers = List.copyOf(sent.acknowledged(table).identities());
        long found = 0;
        for (int from = 0; from < numbers.size(); from += AT_ONCE) {
            found += found(connection, table, key, numbers.subList(from, Math.min(numbers.size(), from + AT_ONCE)));
        }
        if (!numbers.isEmpty()) {
            rows.add(Reconciliation.things("sampled " + table + " by their number", numbers.size(), found, 0));
        }
    }

    private static long found(Connection connection, String table, String key, List<Long> numbers) throws SQLException {
        String places = String.join(", ", Collections.nCopies(numbers.size(), "?"));
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT COUNT(*) FROM " + table + " WHERE " + key + " IN (" + places + ")")) {
            for (int i = 0; i < numbers.size(); i++) {
                query.setLong(i + 1, numbers.get(i));
            }
            try (ResultSet answer = query.executeQuery()) {
                return answer.next() ? answer.getLong(1) : 0;
            }
        }
    }
}
